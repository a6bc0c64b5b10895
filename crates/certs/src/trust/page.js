'use strict';
(() => {
  const words = {
    trusted: 'This device trusts the gateway. There is nothing to do.',
    untrusted: 'This device does not trust the gateway yet. Below is how to change that.',
    unknown: 'This browser cannot tell whether it trusts the gateway. Is there no warning beside the address? Then it does.',
  };

  const say = (state) => {
    const place = document.getElementById('state');
    place.dataset.state = state;
    place.textContent = words[state];
  };

  // A browser lets people past a warning, but starts no service worker behind one.
  const check = async () => {
    if (location.protocol !== 'https:' || !navigator.serviceWorker) return 'unknown';
    try {
      const started = await navigator.serviceWorker.register('/_gh/trust/check.js', { scope: '/_gh/trust/' });
      await started.unregister();
      return 'trusted';
    } catch (error) {
      return error.name === 'SecurityError' ? 'untrusted' : 'unknown';
    }
  };

  const device = () => {
    const agent = navigator.userAgent;
    if (/Android/.test(agent)) return 'android';
    if (/iPhone|iPad/.test(agent) || (/Mac/.test(agent) && navigator.maxTouchPoints > 1)) return 'ios';
    if (/Firefox/.test(agent)) return 'firefox';
    if (/Mac/.test(agent)) return 'mac';
    if (/Windows/.test(agent)) return 'windows';
    return 'linux';
  };

  const section = document.querySelector(`[data-device="${device()}"]`);
  if (section) section.open = true;
  check().then(say, () => say('unknown'));
})();
