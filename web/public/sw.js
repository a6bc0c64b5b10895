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

// What the gateway sent is shown, whatever it is: browsers end the subscription of who stays silent.
self.addEventListener('push', (event) => {
  const { id, title, message } = told(event.data);
  const options = { body: message, tag: id, icon: '/_gh/icon-192.png' };
  event.waitUntil(self.registration.showNotification(title, options));
});

function told(data) {
  try {
    const { id, title, message } = data.json();
    return { id: String(id ?? ''), title: title || 'Gatehouse', message: message ?? '' };
  } catch {
    return { id: '', title: 'Gatehouse', message: '' };
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((open) => {
      const [page] = open;
      return page ? page.focus() : self.clients.openWindow('/_gh/notifications');
    }),
  );
});

async function kept(path) {
  const cache = await caches.open(CACHE);
  return cache.match(path);
}
