import assert from 'node:assert/strict';
import { inPage, inSteps } from '../runner.js';
import { readFile } from 'node:fs/promises';
import { script } from '../gateway.js';

const guard = await readFile(new URL('../../guard.js', import.meta.url), 'utf8');

inPage('looks', [
    ['functions look native', () => {
        const native = (it) => Function.prototype.toString.call(it);
        const href = Object.getOwnPropertyDescriptor(HTMLAnchorElement.prototype, 'href');
        return [
            native(fetch), native(Element.prototype.setAttribute), native(WebSocket), native(href.get), native(href.set), native(Function.prototype.toString),
            `${XMLHttpRequest.prototype.open}`, native(Storage.prototype.clear),
            fetch.name, fetch.length, Element.prototype.setAttribute.length, href.get.name, WebSocket.name, WebSocket.length, 'prototype' in fetch,
        ];
    }, [
        'function fetch() { [native code] }', 'function setAttribute() { [native code] }', 'function WebSocket() { [native code] }',
        'function get href() { [native code] }', 'function set href() { [native code] }', 'function toString() { [native code] }',
        'function open() { [native code] }', 'function clear() { [native code] }',
        'fetch', 1, 2, 'get href', 'WebSocket', 1, false,
    ]],
    ['descriptors are kept', () => {
        const frame = document.createElement('iframe');
        // A frame that may run no scripts has everything as the browser made it.
        frame.sandbox = 'allow-same-origin';
        document.body.append(frame);
        const clean = frame.contentWindow;
        const shape = (found) => found && [found.enumerable, found.configurable, found.writable, !!found.get, !!found.set, typeof found.value];
        const wrong = [];
        for (const [type, names] of Object.entries({
            Element: ['setAttribute', 'innerHTML', 'querySelector'], HTMLImageElement: ['src'], Storage: ['getItem', 'length'], Document: ['cookie', 'URL', 'write'],
            History: ['pushState'], WebSocket: ['url', 'constructor'], CSSStyleDeclaration: ['cssText'], IDBFactory: ['open'],
        })) {
            for (const name of names) {
                const [ours, theirs] = [self, clean].map((realm) => shape(Object.getOwnPropertyDescriptor(realm[type].prototype, name)));
                if (JSON.stringify(ours) !== JSON.stringify(theirs)) wrong.push(`${type}.${name} ${ours} ${theirs}`);
            }
        }
        for (const name of ['fetch', 'WebSocket', 'localStorage', 'open', 'Worker']) {
            const [ours, theirs] = [self, clean].map((realm) => shape(Object.getOwnPropertyDescriptor(realm, name)));
            if (JSON.stringify(ours) !== JSON.stringify(theirs)) wrong.push(`${name} ${ours} ${theirs}`);
        }
        return wrong;
    }, []],
    ['nothing of ours can be seen', () => [
        document.querySelectorAll('script').length, Object.keys(self).filter((name) => name.includes('gh$')), document.documentElement.outerHTML.includes('gatehouse'),
        Object.keys(Object.prototype).length,
    ], [0, [], false, 0]],
    ['errors stay those of the browser', () => [
        () => Element.prototype.setAttribute.call({}, 'a', 'b'), () => WebSocket('ws://a'), () => new fetch('/a'), () => Storage.prototype.getItem.call({}, 'a'), () => new Worker(),
    ].map((run) => {
        try {
            run();
        } catch (error) {
            return error.constructor.name;
        }
    }), Array(5).fill('TypeError')],
]);

inSteps('running twice', [
    ['changes nothing', async ({ page }) => {
        const got = await page.evaluate(async (text) => {
            const before = [fetch, Element.prototype.setAttribute, WebSocket, location.$gh$, localStorage, $gh$i];
            const element = document.createElement('script');
            element.setAttribute('data-gatehouse', '{"p":"/apps/other","o":[],"a":false}');
            element.textContent = text;
            document.head.append(element);
            const after = [fetch, Element.prototype.setAttribute, WebSocket, location.$gh$, localStorage, $gh$i];
            return [before.every((it, at) => it === after[at]), element.isConnected, (await (await fetch('/a')).json()).path];
        }, script);
        assert.deepEqual(got, [true, false, '/apps/x/a']);
    }],
    ['without its configuration does nothing and breaks nothing', async ({ page }) => {
        const got = await page.evaluate((text) => {
            const inside = `${text};postMessage([typeof $gh$i, ({}).$gh$ === undefined])`;
            const worker = new Worker(`data:text/javascript,${encodeURIComponent(inside)}`);
            return new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data)));
        }, script);
        assert.deepEqual(got, ['undefined', true]);
    }, { at: '/page?bare' }],
], { same: true });

inSteps('the guard', [
    ['makes what the gateway writes harmless where the script is missing', async ({ page }) => {
        const got = await page.evaluate(async (guard) => {
            eval(guard);
            eval(guard);
            return [location.$gh$ === location, 'a'.$gh$, $gh$i('/a'), Object.keys(self).includes('$gh$i'), Object.keys(Object.prototype)];
        }, guard);
        assert.deepEqual(got, [true, 'a', '/a', false, []]);
    }, { at: '/page?bare' }],
    ['does not replace the script', async ({ page }) => {
        const got = await page.evaluate((guard) => {
            eval(guard);
            return [location.$gh$.pathname, $gh$i('/a')];
        }, guard);
        assert.deepEqual(got, ['/page/a/b', '/apps/x/a']);
    }],
    ['makes way for the script', async ({ page }) => {
        const got = await page.evaluate(([guard, script]) => {
            eval(guard);
            const element = document.createElement('script');
            element.setAttribute('data-gatehouse', '{"p":"/apps/x","o":[],"a":false}');
            element.textContent = script;
            document.head.append(element);
            return [location.$gh$.pathname, $gh$i('/a')];
        }, [guard, script]);
        assert.deepEqual(got, ['/page', '/apps/x/a']);
    }, { at: '/page?bare' }],
], { same: true });
