import assert from 'node:assert/strict';
import { inPage, inSteps } from '../runner.js';

const WANTED = (script, imported = 'imported') => ({ pathname: script, href: script, fetched: '/apps/x/from-worker', ...(imported && { imported }), again: true });

inPage('workers', [
    ['a dedicated one', async () => {
        const worker = new Worker('/lib/dedicated.js');
        const { data } = await new Promise((resolve) => (worker.onmessage = resolve));
        return [data, worker instanceof Worker];
    }, [WANTED('/lib/dedicated.js'), true]],
    ['a module, by an object', async () => {
        const worker = new Worker(new URL('/lib/module.js', location.$gh$.href), { type: 'module' });
        const { data } = await new Promise((resolve) => (worker.onmessage = resolve));
        return data.fetched;
    }, '/apps/x/from-worker'],
    ['a shared one', async () => {
        const { port } = new SharedWorker('/lib/shared.js', 'name');
        const { data } = await new Promise((resolve) => (port.onmessage = resolve));
        return data;
    }, WANTED('/lib/shared.js')],
    ['one from a blob whose address is taken back at once', async () => {
        const text = `importScripts('${location.origin}/lib/imported.js');
            fetch('${location.origin}/from-blob').then((it) => it.json()).then((it) => postMessage([it.path, importedName]));`;
        const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
        const worker = new Worker(address);
        URL.revokeObjectURL(address);
        const { data } = await new Promise((resolve) => (worker.onmessage = resolve));
        return data;
    }, ['/apps/x/from-blob', 'imported']],
    ['one from a data address', async () => {
        const text = `fetch('${location.origin}/data').then((it) => it.json()).then((it) => postMessage([it.path, origin]));`;
        const wanted = ['/apps/x/data', origin];
        const all = [`,${encodeURIComponent(text)}`, `text/javascript;charset=utf-8,${encodeURIComponent(text)}`, `;base64,${btoa(text)}`];
        const got = all.map(async (rest) => {
            const worker = new Worker(`data:${rest}`);
            const { data } = await new Promise((resolve) => (worker.onmessage = resolve));
            return JSON.stringify(data) === JSON.stringify(wanted);
        });
        return Promise.all(got);
    }, [true, true, true]],
    ['one from a blob inside of another', async () => {
        const inner = `fetch('${location.origin}/deep').then((it) => it.json()).then((it) => postMessage(it.path));`;
        const outer = `const worker = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(inner)}])));
            worker.onmessage = ({ data }) => postMessage(data);`;
        const worker = new Worker(URL.createObjectURL(new Blob([outer])));
        const { data } = await new Promise((resolve) => (worker.onmessage = resolve));
        return data;
    }, '/apps/x/deep'],
    ['storage in one is that of the page', async () => {
        const names = `indexedDB.databases().then((all) => postMessage(all.map((it) => it.name)))`;
        await new Promise((resolve) => (indexedDB.open('shared').onsuccess = resolve));
        const worker = new Worker(URL.createObjectURL(new Blob([names])));
        const { data } = await new Promise((resolve) => (worker.onmessage = resolve));
        return data.includes('shared');
    }, true],
    ['a worklet', async () => {
        const context = new OfflineAudioContext(1, 1, 8000);
        await context.audioWorklet.addModule('/lib/worklet.js');
        return !!new AudioWorkletNode(context, 'nothing');
    }, true],
]);

inSteps('service workers', [
    ['one with the whole app as its scope', async ({ page, gateway }) => {
        const got = await page.evaluate(async () => {
            const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/' });
            await new Promise((resolve) => {
                if (navigator.serviceWorker.controller) resolve();
                navigator.serviceWorker.oncontrollerchange = resolve;
            });
            const answer = new Promise((resolve) => (navigator.serviceWorker.onmessage = resolve));
            navigator.serviceWorker.startMessages();
            navigator.serviceWorker.controller.postMessage('go');
            const { data } = await answer;
            return {
                ...data,
                seen: [registration.scope, registration.active.scriptURL, navigator.serviceWorker.controller.scriptURL].map((it) => new URL(it).pathname),
                all: (await navigator.serviceWorker.getRegistrations()).length,
                by: [!!(await navigator.serviceWorker.getRegistration()), !!(await navigator.serviceWorker.getRegistration('/page'))],
                caches: await caches.keys(),
                made: (await (await fetch('/made-up')).text()).replace(location.origin, ''),
            };
        });
        assert.deepEqual(got, {
            scope: '/', script: '/sw.js', imported: 'imported', cached: ['/cached'], match: '/apps/x/cached', client: '/page/a/b', names: ['static'],
            seen: ['/', '/sw.js', '/sw.js'], all: 1, by: [true, true], caches: ['static'], made: 'by the worker of /',
        });
        await page.goto(`${gateway.origin}/apps/y/page`);
        assert.deepEqual(await page.evaluate(async () => [
            (await navigator.serviceWorker.getRegistrations()).length,
            (await navigator.serviceWorker.getRegistration('/')) === undefined,
        ]), [0, true]);
    }, { escapes: ['/apps/y/page'] }],
    ['a scope above the app stops at the app', async ({ page }) => {
        assert.equal(await page.evaluate(async () =>
            new URL((await navigator.serviceWorker.register('/sw.js', { scope: '../../../../' })).scope).pathname), '/');
    }],
    ['one without a scope', async ({ page }) => {
        assert.equal(await page.evaluate(async () =>
            new URL((await navigator.serviceWorker.register('/sub/sw.js')).scope).pathname), '/sub/');
    }],
]);
