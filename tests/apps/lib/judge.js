// Compares a visit through the gateway with one that went directly to the app.

// Browsers ask for this by themselves where a page names no icon.
const BROWSERS_OWN = '/favicon.ico';

// What the visits call the same thing by: addresses without what differs by design, and without
// numbers, which are times, ports and places in files. HTTP/2 has no words beside a status, and a policy
// is adapted.
export function named({ kind, text, address }, base) {
  const inBase = (words) => plain(withoutBase(words, base));
  return `${kind}: ${inBase(text)}${address ? ` <${inBase(address)}>` : ''}`;
}

function withoutBase(words, base) {
  const { origin, host, pathname } = new URL(base);
  const prefix = pathname.replace(/\/$/, '');
  for (const start of [origin, origin.replace(/^http/, 'ws'), `//${host}`, host]) {
    words = words.replaceAll(`${start}${prefix}`, '@').replaceAll(start, '@');
  }
  return prefix ? words.replaceAll(prefix, '') : words;
}

function plain(words) {
  const line = words.split('\n')[0].replace(/(a status of \d+) \(.*?\)|(directive ['"]).*/, '$1$2');
  return line.replace(/[0-9a-f]{8,}(-[0-9a-f]{4,})*|\d+/gi, '#').slice(0, 240);
}

// Trouble that came with the gateway: kinds that the direct visit did not have.
export function newTrouble(direct, through) {
  const known = new Set(direct.trouble.map((each) => named(each, direct.base)));
  const own = new URL(BROWSERS_OWN, through.base).href;
  const fresh = through.trouble.filter((each) => {
    return each.address !== own && !known.has(named(each, through.base));
  });
  return count(fresh.map(({ kind, text, address }) => {
    return `${kind}: ${text.split('\n')[0].slice(0, 300)}${address ? ` <${address.slice(0, 200)}>` : ''}`;
  }));
}

// Requests that left the app's prefix, or went past the gateway to the app's own address.
export function escapes(through, logged) {
  const { host, pathname: prefix } = new URL(through.base);
  const within = (path) => path.startsWith(prefix) || `${path}/` === prefix;
  const away = (url) => {
    const where = new URL(url);
    return where.host === host ? !within(where.pathname) : where.host === through.inner;
  };
  const remote = through.requests.filter((url) => /^(https?|wss?):/.test(url) && away(url));
  const known = new Set(remote.map((url) => new URL(url).pathname));
  const unseen = logged.map((entry) => entry.target).filter((target) => {
    const path = target.split('?')[0];
    return !within(path) && !known.has(path) && path !== BROWSERS_OWN;
  });
  return count([...remote, ...unseen]);
}

function count(words) {
  const times = new Map();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  return [...times].map(([word, n]) => (n > 1 ? `${word} (${n} times)` : word));
}

// What is wrong with a visit through the gateway, beside one that went directly.
export function judged(direct, through) {
  const left = through.base ? escapes(through, through.logged) : [];
  const fresh = through.base && direct.base ? newTrouble(direct, through) : [];
  const reasons = [
    ...(through.failure ? [`result: ${through.failure}`] : []),
    ...left.map((each) => `left the prefix: ${each}`),
    ...fresh,
  ];
  return { reasons, escapes: left };
}
