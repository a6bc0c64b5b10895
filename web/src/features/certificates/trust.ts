export type Trust = 'trusted' | 'untrusted' | 'unknown';

/** Small, and only for this; it is gone again at once. */
const SCRIPT = '/_gh/trust/check.js';
const SCOPE = '/_gh/trust/';

/** A browser lets people past a warning, but starts no service worker behind one. */
export async function findTrust(
  protocol = window.location.protocol,
  workers: ServiceWorkerContainer | undefined = navigator.serviceWorker,
): Promise<Trust> {
  if (protocol !== 'https:' || !workers) return 'unknown';
  try {
    const started = await workers.register(SCRIPT, { scope: SCOPE });
    await started.unregister();
    return 'trusted';
  } catch (error) {
    return error instanceof Error && error.name === 'SecurityError' ? 'untrusted' : 'unknown';
  }
}
