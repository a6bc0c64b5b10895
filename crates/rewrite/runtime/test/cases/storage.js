import assert from 'node:assert/strict';
import { inPage, inSteps } from '../runner.js';

const apart = (name, x, y, wanted) => [name, async ({ page, gateway }) => {
    assert.deepEqual(await page.evaluate(x), wanted);
    await page.goto(`${gateway.origin}/apps/y/page`);
    assert.deepEqual(await page.evaluate(y), 'nothing', 'the other app sees');
    await page.goto(`${gateway.origin}/apps/x/page`);
    assert.deepEqual(await page.evaluate(x), wanted, 'afterwards');
}, { escapes: ['/apps/y/page'] }];

for (const area of ['localStorage', 'sessionStorage']) {
    inSteps(area, [
        apart('two apps with the same keys', `(() => {
            ${area}.setItem('k', 'x');
            ${area}.other = 'x2';
            return [${area}.getItem('k'), ${area}.key, ${area}.other, ${area}.length, Object.keys(${area}).sort(), 'other' in ${area}].map((it) => typeof it === 'function' ? 'function' : it);
        })()`, `(() => {
            const nothing = ${area}.length === 0 && ${area}.getItem('k') === null && ${area}.other === undefined && !('other' in ${area}) && Object.keys(${area}).length === 0;
            ${area}.setItem('k', 'y');
            ${area}.other = 'y2';
            ${area}.clear();
            return nothing && ${area}.length === 0 ? 'nothing' : 'something';
        })()`, ['x', 'function', 'x2', 2, ['k', 'other'], true]),
        ['is a Storage in every way', async ({ page }) => {
            const got = await page.evaluate((area) => {
                const store = self[area];
                const seen = {};
                store.setItem('a', 1);
                store.b = { toString: () => 'two' };
                store[5] = 'five';
                seen.same = store === self[area] && store === window[area];
                seen.kind = [store instanceof Storage, Object.prototype.toString.call(store), store.constructor === Storage];
                seen.values = [store.a, store.b, store['5'], store.getItem('b'), store.none, store.getItem('none')];
                seen.keys = [store.length, Object.keys(store).sort().join(), [0, 1, 2].map((at) => store.key(at)).sort().join(), store.key(3)];
                seen.in = ['a' in store, 'none' in store, 'getItem' in store, Object.hasOwn(store, 'a'), Object.hasOwn(store, 'getItem')];
                seen.json = JSON.parse(JSON.stringify(store));
                seen.spread = { ...store };
                const names = [];
                for (const name in store) if (Object.hasOwn(store, name)) names.push(name);
                seen.loop = names.sort();
                seen.deleted = [delete store.a, store.getItem('a'), delete store.none];
                seen.borrowed = Storage.prototype.getItem.call(store, 'b');
                Object.defineProperty(store, 'c', { value: 'three', configurable: true, enumerable: true, writable: true });
                seen.defined = [store.c, Object.getOwnPropertyDescriptor(store, 'c')];
                const patched = Storage.prototype.setItem;
                Storage.prototype.setItem = function (...args) { seen.patched = args; return patched.apply(this, args); };
                store.setItem('d', 'four');
                Storage.prototype.setItem = patched;
                seen.afterPatch = store.d;
                store.clear();
                seen.cleared = [store.length, store.b];
                try { store.getItem(); } catch (error) { seen.error = error.constructor.name; }
                return seen;
            }, area);
            assert.deepEqual(got, {
                same: true,
                kind: [true, '[object Storage]', true],
                values: ['1', 'two', 'five', 'two', undefined, null],
                keys: [3, '5,a,b', '5,a,b', null],
                in: [true, false, true, true, false],
                json: { a: '1', b: 'two', 5: 'five' },
                spread: { a: '1', b: 'two', 5: 'five' },
                loop: ['5', 'a', 'b'],
                deleted: [true, null, true],
                borrowed: 'two',
                defined: ['three', { value: 'three', writable: true, enumerable: true, configurable: true }],
                patched: ['d', 'four'],
                afterPatch: 'four',
                cleared: [0, undefined],
                error: 'TypeError',
            });
        }],
    ]);
}

inSteps('storage events', [
    ['come in the app\'s words, and only its own', async ({ page, context, gateway }) => {
        await page.evaluate(() => {
            self.seen = [];
            addEventListener('storage', (event) => seen.push([event.key, event.newValue, event.storageArea === localStorage]));
            onstorage = (event) => seen.push(['on', event.key]);
        });
        const other = await context.newPage();
        await other.goto(`${gateway.origin}/apps/y/page`);
        await other.evaluate(() => { localStorage.a = 'of y'; });
        await other.goto(`${gateway.origin}/apps/x/page`);
        await other.evaluate(() => { localStorage.a = 'of x'; });
        await page.waitForFunction(() => seen.length >= 2);
        assert.deepEqual(await page.evaluate(() => seen), [['a', 'of x', true], ['on', 'a']]);
    }, { escapes: ['/apps/y/page'] }],
    ['can be made by the app', async ({ page }) => {
        assert.deepEqual(await page.evaluate(() => {
            const seen = [];
            addEventListener('storage', (event) => seen.push(event.key, event.storageArea === localStorage, event instanceof StorageEvent));
            dispatchEvent(new StorageEvent('storage', { key: 'a', storageArea: localStorage }));
            dispatchEvent(new StorageEvent('storage'));
            dispatchEvent(new Event('storage'));
            return seen;
        }), ['a', true, true, null, false, true, undefined, false, false]);
    }],
]);

const database = `const request = (it) => new Promise((resolve, reject) => { it.onsuccess = () => resolve(it.result); it.onerror = () => reject(it.error); });`;

inSteps('other storage', [
    apart('databases', `(async () => {
        ${database}
        const db = await request(indexedDB.open('db', 3));
        const found = (await indexedDB.databases()).map(({ name, version }) => name + version);
        db.close();
        return [db.name, db.version, found];
    })()`, `(async () => {
        ${database}
        const before = (await indexedDB.databases()).length;
        await request(indexedDB.deleteDatabase('db'));
        return before === 0 ? 'nothing' : 'something';
    })()`, ['db', 3, ['db3']]),
    apart('caches', `(async () => {
        const cache = await caches.open('c');
        await cache.put('/a', new Response('x'));
        await cache.addAll(['/b']);
        return [await caches.keys(), await caches.has('c'), await (await caches.match('/a')).text(), !!(await caches.match('/b', { cacheName: 'c' })),
            (await cache.keys()).map((it) => new URL(it.url).pathname), !!(await cache.match(new Request('/a')))];
    })()`, `(async () => {
        const seen = [await caches.keys(), await caches.has('c'), await caches.delete('c'), await caches.match('/a')];
        return JSON.stringify(seen) === '[[],false,false,null]' ? 'nothing' : seen;
    })()`, [['c'], true, 'x', true, ['/a', '/b'], true]),
    apart('files', `(async () => {
        const root = await navigator.storage.getDirectory();
        await root.getFileHandle('f', { create: true });
        const names = [];
        for await (const name of root.keys()) names.push(name);
        return names;
    })()`, `(async () => {
        const root = await navigator.storage.getDirectory();
        for await (const name of root.keys()) return name;
        return 'nothing';
    })()`, ['f']),
    ['channels', async ({ page, context, gateway }) => {
        await page.evaluate(() => {
            self.seen = [];
            self.channel = new BroadcastChannel('c');
            channel.onmessage = ({ data }) => seen.push(data);
        });
        const other = await context.newPage();
        await other.goto(`${gateway.origin}/apps/y/page`);
        await other.evaluate(() => new BroadcastChannel('c').postMessage('of y'));
        await other.goto(`${gateway.origin}/apps/x/page`);
        await other.evaluate(() => new BroadcastChannel('c').postMessage('of x'));
        await page.waitForFunction(() => seen.length > 0);
        assert.deepEqual(await page.evaluate(() => [seen, channel.name, channel instanceof BroadcastChannel]), [['of x'], 'c', true]);
    }, { escapes: ['/apps/y/page'] }],
    ['locks', async ({ page, context, gateway }) => {
        const other = await context.newPage();
        await other.goto(`${gateway.origin}/apps/y/page`);
        await other.evaluate(() => new Promise((resolve) => { navigator.locks.request('l', () => new Promise(resolve)); }));
        const got = await page.evaluate(() => navigator.locks.request('l', { ifAvailable: true }, async (lock) => {
            const { held, pending } = await navigator.locks.query();
            return [lock?.name, held.map(({ name }) => name), pending.length];
        }));
        assert.deepEqual(got, ['l', ['l'], 0]);
    }, { escapes: ['/apps/y/page'] }],
]);

inPage('storage', [
    ['that the browser forbids is still forbidden', async () => {
        const frame = document.createElement('iframe');
        frame.sandbox = 'allow-scripts';
        frame.srcdoc = `<script>
            let error; try { localStorage } catch (it) { error = it.name }
            parent.postMessage([error, typeof $gh$i], '*');
        </script>`;
        document.body.append(frame);
        const { data } = await new Promise((resolve) => addEventListener('message', resolve));
        return data;
    }, ['SecurityError', 'function']],
]);
