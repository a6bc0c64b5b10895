// Keeps the dashboard's own files, so that it opens without the gateway. It sees nothing but what
// lies below /_gh/: apps and the API are none of its business. `FILES` is filled in when the
// dashboard is packed.
const FILES = self.__FILES__ ?? { version: 'none', names: [] };
const CACHE = `gatehouse-${FILES.version}`;
const SHELL = '/_gh/';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(CACHE).then(async (cache) => {
      await cache.addAll([SHELL, ...FILES.names.map((name) => SHELL + name)]);
      await self.skipWaiting();
    }),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      // Apps on this origin may have caches of their own.
      const old = names.filter((name) => name.startsWith('gatehouse-') && name !== CACHE);
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    }),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (url.pathname === '/_gh/enter') return;
    event.respondWith(fetch(request).catch(() => kept(SHELL)));
  } else if (FILES.names.includes(url.pathname.slice(SHELL.length))) {
    event.respondWith(kept(url.pathname).then((answer) => answer ?? fetch(request)));
  }
});

async function kept(path) {
  const cache = await caches.open(CACHE);
  return cache.match(path);
}
