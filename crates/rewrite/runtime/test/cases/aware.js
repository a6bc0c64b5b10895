import assert from 'node:assert/strict';
import { eventually, inPage, inSteps } from '../runner.js';

const AWARE = { app: 'aware', at: '/page/a/b' };

inPage('an app that knows the prefix', [
    ['sees it everywhere', () => {
        const link = document.createElement('a');
        link.href = '/apps/aware/c';
        document.body.innerHTML = '<a href="/apps/aware/d">d</a>';
        history.pushState(null, '', '/apps/aware/e');
        return [
            location.$gh$ === location, location.$gh$.pathname, new URL(document.URL).pathname, link.getAttribute('href'), link.pathname,
            document.body.innerHTML, document.querySelector('a[href="/apps/aware/d"]')?.textContent, new URL(document.baseURI).pathname,
        ];
    }, [true, '/apps/aware/e', '/apps/aware/e', '/apps/aware/c', '/apps/aware/c', '<a href="/apps/aware/d">d</a>', 'd', '/apps/aware/e'], AWARE],
    ['is still led into itself', async () => {
        const image = new Image();
        image.src = '/a.png';
        return [(await (await fetch('/a')).json()).path, (await (await fetch('/apps/aware/a')).json()).path, new URL((await fetch('/a')).url).pathname, image.getAttribute('src'), $gh$i('/a')];
    }, ['/apps/aware/a', '/apps/aware/a', '/apps/aware/a', '/apps/aware/a.png', '/apps/aware/a'], AWARE],
]);

inSteps('an app that knows the prefix', [
    ['has storage and cookies of its own', async ({ page, context, gateway }) => {
        await page.evaluate(() => {
            localStorage.a = 1;
            document.cookie = 'c=1; Path=/apps/aware/';
            document.cookie = 'd=1; Path=/';
        });
        await eventually(async () => (await context.cookies()).map(({ path }) => path), ['/apps/aware/', '/apps/aware/']);
        await page.goto(`${gateway.origin}/apps/x/page`);
        assert.deepEqual(await page.evaluate(() => [localStorage.length, document.cookie]), [0, '']);
    }, { ...AWARE, escapes: ['/apps/x/page'] }],
]);
