import assert from 'node:assert/strict';
import { inPage, inSteps } from '../runner.js';

inPage('frames', [
    ['a blank one, when it is touched', async () => {
        const frame = document.body.appendChild(document.createElement('iframe'));
        const inside = frame.contentWindow;
        const path = await inside.eval('fetch("/a").then((it) => it.json()).then((it) => it.path)');
        const link = inside.document.createElement('a');
        link.setAttribute('href', '/b');
        return [path, inside.eval('location.$gh$ instanceof Location'), link.getAttribute('href'), link.matches('[href*="/apps/x/b"]'), inside.document.scripts.length];
    }, ['/apps/x/a', true, '/b', true, 0]],
    ['a blank one, when it is inserted and found in another way', async () => {
        document.body.insertAdjacentHTML('beforeend', '<iframe></iframe>');
        return frames[0].eval('fetch("/a").then((it) => it.json()).then((it) => it.path)');
    }, '/apps/x/a'],
    ['one that is written', async () => {
        const frame = document.body.appendChild(document.createElement('iframe'));
        const inside = frame.contentDocument;
        inside.open();
        inside.write('<!doctype html><body><img src="/a.png"><script>self.result = fetch("/b").then((it) => it.json()).then((it) => it.path)</script></body>');
        inside.close();
        return [await frame.contentWindow.result, inside.querySelector('img').getAttribute('src')];
    }, ['/apps/x/b', '/a.png']],
    ['one with its page as text', async () => {
        const frame = document.createElement('iframe');
        frame.srcdoc = '<!doctype html><html lang=en><body><a href="/a">a</a><script>parent.postMessage([typeof $gh$i, document.compatMode, document.querySelector("a").pathname, document.scripts.length, document.documentElement.lang])</script>';
        document.body.append(frame);
        const { data } = await new Promise((resolve) => addEventListener('message', resolve));
        return [data, frame.srcdoc.startsWith('<!doctype html><html lang=en><body><a href="/a">'), frame.getAttribute('srcdoc') === frame.srcdoc];
    }, [['function', 'CSS1Compat', '/a', 1, 'en'], true, true]],
    ['one that is shut off from its origin', async () => {
        const frame = document.createElement('iframe');
        frame.sandbox = 'allow-scripts';
        frame.srcdoc = '<script>fetch("/a").then((it) => it.json()).then((it) => parent.postMessage(it.path, "*"))</script>';
        document.body.append(frame);
        const { data } = await new Promise((resolve) => addEventListener('message', resolve));
        return data;
    }, '/apps/x/a'],
    ['one without scripts stays as it is', async () => {
        const frame = document.createElement('iframe');
        frame.setAttribute('srcdoc', '<p>a</p>');
        return [frame.outerHTML, frame.getAttribute('srcdoc')];
    }, ['<iframe srcdoc="&lt;p&gt;a&lt;/p&gt;"></iframe>', '<p>a</p>']],
    ['a page that brings no script of ours', async () => {
        const frame = document.createElement('iframe');
        frame.src = '/page/plain?bare';
        await new Promise((resolve) => {
            frame.onload = resolve;
            document.body.append(frame);
        });
        return [frame.contentWindow.location.$gh$.pathname, new URL(frame.contentDocument.URL).pathname];
    }, ['/page/plain', '/page/plain']],
    ['a policy that allows only our text', async () => {
        const frame = document.body.appendChild(document.createElement('iframe'));
        return [frame.contentWindow.location.$gh$ instanceof frame.contentWindow.Location, typeof frame.contentWindow.$gh$i];
    }, [true, 'function'], { at: `/page?policy=${encodeURIComponent(`script-src 'HASH'`)}` }],
]);

inSteps('frames', [
    ['a window that is touched before its page comes', async ({ page, gateway }) => {
        const frame = await page.evaluateHandle(() => {
            const frame = document.createElement('iframe');
            frame.src = '/page/in?body=' + encodeURIComponent('<a id=it href="/apps/x/page/other">a</a>');
            document.body.append(frame);
            frame.contentWindow.early = 1;
            return frame;
        });
        const inside = await frame.contentFrame();
        await inside.waitForSelector('#it');
        assert.equal(await inside.evaluate(() => location.$gh$.pathname), '/page/in');
        await inside.evaluate(() => { document.querySelector('#it').attributes.href.nodeValue = '/page/next'; });
        await inside.click('#it');
        await inside.waitForURL(`${gateway.origin}/apps/x/page/next`);
    }],
    ['the parent outside of all apps', async ({ page, gateway }) => {
        await page.goto(`${gateway.origin}/`);
        assert.ok(gateway);
        const seen = await page.evaluate(async () => {
            document.body.innerHTML = '<iframe src="/apps/x/page/a"></iframe>';
            await new Promise((resolve) => (document.querySelector('iframe').onload = resolve));
            return [frames[0].eval('parent.location.$gh$.pathname'), typeof self.$gh$i, frames[0].eval('location.$gh$.pathname')];
        });
        assert.deepEqual(seen, ['/', 'undefined', '/page/a']);
    }, { escapes: ['/'] }],
], { same: true });
