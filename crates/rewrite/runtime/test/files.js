// Scripts that the test app serves.

const report = (send) => `
(async () => {
    const answer = {};
    answer.pathname = location.$gh$.pathname;
    answer.href = new URL(location.$gh$.href).pathname;
    answer.fetched = (await (await fetch('/from-worker')).json()).path;
    answer.imported = self.importedName;
    answer.again = (() => { const before = self.fetch; return before === self.fetch; })();
    ${send}
})();`;

export const workers = {
    'dedicated.js': `importScripts('/lib/imported.js');
${report('postMessage(answer);')}`,
    'shared.js': `importScripts('/lib/imported.js');
onconnect = (event) => { const port = event.ports[0]; ${report('port.postMessage(answer);')} };`,
    'module.js': `${report('postMessage(answer);')}`,
    'sw.js': `importScripts('/lib/imported.js');
oninstall = (event) => event.waitUntil(skipWaiting());
onactivate = (event) => event.waitUntil(clients.claim());
onmessage = async (event) => {
    const cache = await caches.open('static');
    await cache.add('/cached');
    event.source.postMessage({
        scope: new URL(registration.scope).pathname,
        script: new URL(registration.active.scriptURL).pathname,
        imported: self.importedName,
        cached: (await cache.keys()).map((request) => new URL(request.url).pathname),
        match: (await (await caches.match('/cached')).json()).path,
        client: new URL(event.source.url).pathname,
        names: await caches.keys(),
    });
};
onfetch = (event) => {
    const { pathname } = new URL(event.request.url);
    if (pathname === '/made-up') event.respondWith(new Response('by the worker of ' + registration.scope));
};`,
};

export const modules = {
    'imported.js': `self.importedName = 'imported';`,
    'module.mjs': `export const here = new URL(import.meta.url).pathname;`,
    'worklet.js': `registerProcessor('nothing', class extends AudioWorkletProcessor { process() { return false; } });`,
};
