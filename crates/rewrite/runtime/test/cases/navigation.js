import assert from 'node:assert/strict';
import { inPage, inSteps } from '../runner.js';

inPage('history', [
    ['pushState and replaceState', () => {
        const seen = [];
        const look = () => seen.push(location.pathname, location.$gh$.pathname);
        history.pushState({ a: 1 }, '', '/b?c');
        look();
        history.replaceState({ a: 2 }, '', `${location.origin}/d`);
        look();
        history.pushState(null, '', 'e');
        look();
        history.pushState(null, '', '#f');
        history.pushState({ a: 3 }, '');
        history.pushState({ a: 4 }, '', null);
        look();
        return [...seen, history.state.a];
    }, ['/apps/x/b', '/b', '/apps/x/d', '/d', '/apps/x/e', '/e', '/apps/x/e', '/e', 4]],
    ['of another origin is still forbidden', () => {
        try {
            history.pushState(null, '', 'https://example.org/a');
        } catch (error) {
            return error.name;
        }
    }, 'SecurityError'],
    ['the entry of the Navigation API', () => new URL(navigation.currentEntry.url).pathname, '/page/a/b'],
    ['a change of the fragment', () => new Promise((resolve) => {
        addEventListener('hashchange', (event) => resolve([event.oldURL, event.newURL].map((address) => new URL(address).pathname)));
        location.hash = 'other';
    }), ['/page/a/b', '/page/a/b']],
]);

/** Does something in the page that must lead to the app's `/page/next`. */
const leads = (name, act, options) => [name, async ({ page, gateway }) => {
    const arrived = page.waitForURL(`${gateway.origin}/apps/x/page/next`);
    await page.evaluate(act);
    await arrived;
    assert.equal(await page.title(), 'x');
}, options];

const clicked = (name, make) => [name, async ({ page, gateway }) => {
    await page.evaluate(make);
    await page.click('#it');
    await page.waitForURL((url) => url.pathname === '/apps/x/page/next');
    assert.ok(gateway.asked.some((path) => path.startsWith('/apps/x/page/next')));
}];

inSteps('leaving a page', [
    leads('location.$gh$.href', () => { location.$gh$.href = '/page/next'; }),
    leads('location.$gh$.pathname', () => { history.replaceState(null, '', '/page/a'); location.$gh$.pathname = '/page/next'; }),
    leads('location.$gh$.assign', () => location.$gh$.assign('/page/next')),
    leads('location.$gh$.replace', () => location.$gh$.replace(`${location.origin}/page/next`)),
    leads('location itself', () => { location = '/page/next'; }),
    leads('location itself, with the inner address', () => { location = 'http://127.0.0.1:3000/page/next'; }),
    leads('location.href that nobody rewrote', () => { location.href = '/page/next'; }),
    leads('location.replace that nobody rewrote', () => { location.replace('/page/next'); }),
    leads('window.open in the same window', () => { open('/page/next', '_self'); }),
    leads('navigation.navigate', () => { navigation.navigate('/page/next'); }),
    leads('the parent from a frame', () => {
        const frame = document.createElement('iframe');
        document.body.append(frame);
        frame.contentWindow.eval('parent.location.$gh$.href = "/page/next"');
    }),
    leads('a meta element', () => {
        const meta = document.createElement('meta');
        meta.httpEquiv = 'refresh';
        meta.content = '0; url=/page/next';
        document.head.append(meta);
    }),
    clicked('a link by markup', () => { document.body.innerHTML = '<a id=it href="/page/next">a</a>'; }),
    clicked('a link by a way that nobody watches', () => {
        document.body.innerHTML = '<a id=it href="/other"><b>a</b></a>';
        document.querySelector('#it').attributes.href.nodeValue = '/page/next';
    }),
    clicked('a form', () => { document.body.innerHTML = '<form action="/page/next"><button id=it>a</button></form>'; }),
    clicked('a form by a way that nobody watches', () => {
        document.body.innerHTML = '<form action="/other" method=post><button id=it>a</button></form>';
        document.forms[0].attributes.action.nodeValue = '/page/next';
    }),
    clicked('a button with an address of its own', () => { document.body.innerHTML = '<form action="/other" method=post><button id=it formaction="/page/next">a</button></form>'; }),
    ['a new window', async ({ page, gateway, context }) => {
        const opened = context.waitForEvent('page');
        await page.evaluate(() => { open('/page/next'); });
        await (await opened).waitForURL(`${gateway.origin}/apps/x/page/next`);
    }],
    ['a blank window that is led on', async ({ page, gateway, context }) => {
        const opened = context.waitForEvent('page');
        await page.evaluate(() => { open().location.$gh$.href = '/page/next'; });
        await (await opened).waitForURL(`${gateway.origin}/apps/x/page/next`);
    }],
    ['a form that is sent by a script', async ({ page, gateway }) => {
        await page.evaluate(() => {
            document.body.innerHTML = '<form method=post><input name=a value=b></form>';
            document.forms[0].action = '/page/next';
            document.forms[0].submit();
        });
        await page.waitForURL(`${gateway.origin}/apps/x/page/next`);
    }],
    ['to another host is let go', async ({ page, foreign }) => {
        await page.evaluate((address) => { location = address; }, `${foreign.origin}/foreign`);
        await page.waitForURL(`${foreign.origin}/foreign`);
    }],
    ['back and forward', async ({ page, gateway }) => {
        await page.evaluate(() => { location.$gh$.href = '/page/next'; });
        await page.waitForURL('**/page/next');
        await page.goBack();
        assert.equal(await page.evaluate(() => location.$gh$.pathname), '/page/a/b');
        assert.ok(gateway);
    }],
    ['the page before is named in the app\'s words', async ({ page }) => {
        await page.evaluate(() => { location.$gh$.href = '/page/next'; });
        await page.waitForURL('**/page/next');
        assert.equal(await page.evaluate(() => new URL(document.referrer).pathname), '/page/a/b');
    }],
], { same: true });
