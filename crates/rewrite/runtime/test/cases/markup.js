import assert from 'node:assert/strict';
import { inPage, inSteps } from '../runner.js';

const PIECES = [
    ['<a href="/a">', '<a href="/apps/x/a">'],
    ["<a title=\"a > b\" href='/a'>", "<a title=\"a > b\" href='/apps/x/a'>"],
    ['<a href=/a>', '<a href=/apps/x/a>'],
    ['<A HREF = "/a">', '<A HREF = "/apps/x/a">'],
    ['<img src="//HOST/a" alt=x>', '<img src="http://HOST/apps/x/a" alt=x>'],
    ['<img src="http://127.0.0.1:3000/a?b&amp;c">', '<img src="http://HOST/apps/x/a?b&amp;c">'],
    ['<img srcset="/a 1x, /b 2x">', '<img srcset="/apps/x/a 1x, /apps/x/b 2x">'],
    ['<p style="background:url(/a)">', '<p style="background:url(/apps/x/a)">'],
    ['<p style="background:url(&quot;/a&quot;)">', '<p style="background:url(&quot;/apps/x/a&quot;)">'],
    ['<style>a{b:url( "/c" )}</style><i>', '<style>a{b:url( "/apps/x/c" )}</style><i>'],
    ['<script src="/a.js">if (a<b) c.src="/d"</script>', '<script src="/apps/x/a.js">if (a<b) c.src="/d"</script>'],
    ['<script>a = location.pathname</script>', '<script>a = location.$gh$.pathname</script>'],
    ['<object data="/a"><p data="/a">', '<object data="/apps/x/a"><p data="/a">'],
    ['<a title=" href=/a" class="/b">', '<a title=" href=/a" class="/b">'],
    ['<!-- <a href="/a"> -->', '<!-- <a href="/a"> -->'],
    ['<textarea><a href="/a"></textarea>', '<textarea><a href="/a"></textarea>'],
    ['text href="/a" <b>/c</b><br />', 'text href="/a" <b>/c</b><br />'],
    ['<a href="https://example.org/a">', '<a href="https://example.org/a">'],
    ['<a href="/apps/x/a">', '<a href="/apps/x/a">'],
    ['<use xlink:href="/a#b"/>', '<use xlink:href="/apps/x/a#b"/>'],
    ['<form action="/a"><button formaction="/b">', '<form action="/apps/x/a"><button formaction="/apps/x/b">'],
];

inSteps('markup', [
    ['only the values of attributes change', async ({ page, gateway }) => {
        for (const [given, wanted] of PIECES) {
            const here = given.replaceAll('HOST', gateway.host);
            // A policy shows the text itself, before it is parsed.
            const got = await page.evaluate((html) =>
                String(trustedTypes.createPolicy(`p${Math.random()}`, { createHTML: (text) => text }).createHTML(html)), here);
            assert.equal(got, wanted.replaceAll('HOST', gateway.host));
        }
    }],
]);

inPage('markup', [
    ['innerHTML', () => {
        const element = document.createElement('div');
        element.innerHTML = '<a href="/a" title="/b">/c</a>';
        return [element.innerHTML, element.firstChild.getAttribute('href'), element.firstChild.matches('[href*="/apps/x/a"]')];
    }, ['<a href="/a" title="/b">/c</a>', '/a', true]],
    ['innerHTML that holds nothing to move is handed on as it is', () => {
        const element = document.createElement('div');
        element.innerHTML = '<p class="a">b<br /></p>';
        element.innerHTML += 5;
        return element.innerHTML;
    }, '<p class="a">b<br></p>5'],
    ['innerHTML of null and numbers', () => {
        const element = document.createElement('div');
        element.innerHTML = 5;
        const first = element.innerHTML;
        element.innerHTML = null;
        return [first, element.innerHTML];
    }, ['5', '']],
    ['rows of a table', () => {
        const table = document.createElement('tbody');
        table.innerHTML = '<tr><td><a href="/a">b</a></td></tr>';
        return [table.rows.length, table.querySelector('a').matches('[href*="/apps/x/a"]')];
    }, [1, true]],
    ['outerHTML and insertAdjacentHTML', () => {
        const element = document.createElement('div');
        element.innerHTML = '<p></p>';
        element.firstChild.outerHTML = '<i><a href="/a"></a></i>';
        element.insertAdjacentHTML('beforeend', '<a href="/b"></a>');
        return [...element.querySelectorAll('a')].map((link) => [link.pathname, link.matches('[href^="/apps/x/"]'), link.outerHTML]);
    }, [['/a', true, '<a href="/a"></a>'], ['/b', true, '<a href="/b"></a>']]],
    ['a shadow root', () => {
        const root = document.createElement('div').attachShadow({ mode: 'open' });
        root.innerHTML = '<a href="/a"></a>';
        return [root.innerHTML, root.firstChild.matches('[href*="/apps/x/a"]')];
    }, ['<a href="/a"></a>', true]],
    ['a template', () => {
        const template = document.createElement('template');
        template.innerHTML = '<a href="/a"></a>';
        return [template.innerHTML, template.content.firstChild.matches('[href*="/apps/x/a"]')];
    }, ['<a href="/a"></a>', true]],
    ['setHTMLUnsafe, getHTML and fragments', () => {
        const element = document.createElement('div');
        element.setHTMLUnsafe('<a href="/a"></a>');
        const fragment = document.createRange().createContextualFragment('<a href="/b"></a>');
        return [element.getHTML(), element.firstChild.matches('[href*="/apps/x/a"]'), fragment.firstChild.matches('[href*="/apps/x/b"]')];
    }, ['<a href="/a"></a>', true, true]],
    ['DOMParser for pages, not for data', () => {
        const parsed = new DOMParser().parseFromString('<body><a href="/a">', 'text/html').querySelector('a');
        const data = new DOMParser().parseFromString('<a href="/a"/>', 'text/xml').documentElement;
        return [parsed.getAttribute('href'), parsed.matches('[href*="/apps/x/a"]'), data.matches('[href*="/apps/"]')];
    }, ['/a', true, false]],
    ['images are loaded from the app', () => new Promise((resolve) => {
        document.body.insertAdjacentHTML('beforeend', '<img src="/a.png">');
        document.querySelector('img').onload = ({ target }) => resolve(target.getAttribute('src'));
    }), '/a.png'],
], { together: true });

inPage('markup', [
    ['objects that were declared safe stay objects', () => {
        const policy = trustedTypes.createPolicy('app', { createHTML: (text) => `${text}<i></i>`, createScriptURL: (text) => text });
        document.body.innerHTML = policy.createHTML('<a href="/a"></a>');
        const script = document.createElement('script');
        script.src = policy.createScriptURL('/a.js');
        return [document.body.innerHTML, document.body.firstChild.matches('[href*="/apps/x/a"]'), script.getAttribute('src'), new URL(script.src).pathname];
    }, ['<a href="/a"></a><i></i>', true, '/a.js', '/a.js'], { at: '/page?policy=require-trusted-types-for%20%27script%27' }],
]);

inPage('scripts that scripts make', [
    ['read the location of the app', () => ['text', 'textContent', 'innerHTML', 'append'].map((way) => {
        const script = document.createElement('script');
        const text = 'self.made = [location.pathname, new URL(window.location.href).pathname, { location: "b" }.location.replace("b", "c")]';
        if (way === 'append') script.append(text);
        else script[way] = text;
        document.head.append(script);
        return self.made.join();
    }), Array(4).fill('/page,/page,c'), { at: '/page' }],
    ['import from the app', () => new Promise((resolve) => {
        const script = document.createElement('script');
        script.type = 'module';
        script.textContent = 'import { here } from "/lib/module.mjs"; const other = await import(\'/lib/module.mjs\'); dispatchEvent(new CustomEvent("told", { detail: [here, other.here] }))';
        addEventListener('told', ({ detail }) => resolve(detail));
        document.head.append(script);
    }), ['/apps/x/lib/module.mjs', '/apps/x/lib/module.mjs']],
    ['what is no script is left alone', () => {
        const script = document.createElement('script');
        script.type = 'application/json';
        script.textContent = '{"from": "/a", "location": "/b"}';
        return [script.text, script.textContent];
    }, ['{"from": "/a", "location": "/b"}', '{"from": "/a", "location": "/b"}']],
]);

inSteps('document.write', [
    ['while the page is read, in pieces', async ({ page, gateway }) => {
        const script = `document.write('<img sr'); document.write('c="/a.png" id=a>'); document.write('<a href="/b', '" id=b>c'); document.writeln('</a><script src="/d.js"><\\/script>');`;
        await page.goto(`${gateway.origin}/apps/x/page/w?body=${encodeURIComponent(`<script>${script}</script><p id=after>`)}`);
        assert.deepEqual(await page.evaluate(() => [b.getAttribute('href'), b.textContent, !!document.getElementById('after'), b.matches('[href*="/apps/x/b"]')]),
            ['/b', 'c', true, true]);
        assert.ok(gateway.asked.includes('/apps/x/d.js'));
    }, { escapes: ['/a.png'] }],
    ['after the page is read, and links still work', async ({ page, gateway }) => {
        await page.evaluate(() => {
            document.open();
            document.write('<!doctype html><html lang=en><body class=b><a id=a href="/page/next">a</a></body></html>');
            document.close();
            a.attributes.href.nodeValue = '/page/other';
        });
        assert.deepEqual(await page.evaluate(() => [document.documentElement.lang, document.body.className]), ['en', 'b']);
        await page.click('#a');
        await page.waitForURL(`${gateway.origin}/apps/x/page/other`);
    }],
], { same: true });
