import assert from 'node:assert/strict';
import { eventually, inSteps } from '../runner.js';

const kept = async (context) => (await context.cookies()).map(({ name, value, path }) => `${name}=${value} ${path}`).sort();

inSteps('document.cookie', [
    ['paths move into the app', async ({ page, context }) => {
        await page.evaluate(() => {
            document.cookie = 'root=1; Path=/';
            document.cookie = 'sub=2; path=/page; SameSite=Lax';
            document.cookie = 'moved=3; Path=/apps/x/';
            document.cookie = 'usual=4';
            document.cookie = `domain=5; Path=/; Domain=${location.hostname}`;
            document.cookie = 'domain2=6; domain=example.org; path=/';
        });
        await eventually(() => kept(context), [
            'domain2=6 /apps/x/', 'domain=5 /apps/x/', 'moved=3 /apps/x/', 'root=1 /apps/x/', 'sub=2 /apps/x/page', 'usual=4 /apps/x/page/a',
        ]);
        assert.deepEqual(await page.evaluate(() => document.cookie.split('; ').sort()),
            ['domain2=6', 'domain=5', 'moved=3', 'root=1', 'sub=2', 'usual=4']);
        assert.equal(await page.evaluate(() => {
            document.cookie = 'root=; Path=/; Max-Age=0';
            return document.cookie.includes('root');
        }), false);
    }],
    ['names that a browser refuses below a path', async ({ page, context, gateway }) => {
        await page.evaluate(() => { document.cookie = '__Host-id=1; Path=/; Secure'; });
        await eventually(() => kept(context), ['gh-host-id=1 /apps/x/']);
        await context.addCookies([{ name: 'svc_apps', value: 'secret', url: gateway.origin }]);
        assert.equal(await page.evaluate(() => document.cookie), '__Host-id=1');
    }],
    ['the gateway\'s own are out of reach', async ({ page, context, gateway }) => {
        await context.addCookies([{ name: 'svc_apps', value: 'good', url: gateway.origin }, { name: 'gh-app', value: 'x', url: gateway.origin }]);
        const seen = await page.evaluate(async () => {
            for (const cookie of ['svc_apps=bad; Path=/', ' svc_apps=bad', '=svc_apps=bad', 'gh-app=bad', 'SVC_x=1']) document.cookie = cookie;
            await cookieStore.set('svc_apps', 'bad');
            await cookieStore.delete('svc_apps');
            return [document.cookie, await cookieStore.getAll(), await cookieStore.get('svc_apps')];
        });
        assert.deepEqual(seen, ['', [], null]);
        await eventually(() => kept(context), ['gh-app=x /', 'svc_apps=good /']);
    }],
    ['two apps do not see each other\'s', async ({ page, gateway }) => {
        await page.evaluate(() => { document.cookie = 'session=x; Path=/'; });
        await page.goto(`${gateway.origin}/apps/y/page`);
        assert.equal(await page.evaluate(() => document.cookie), '');
    }, { escapes: ['/apps/y/page'] }],
]);

inSteps('cookieStore', [
    ['keeps to the app', async ({ page, context }) => {
        const seen = await page.evaluate(async () => {
            await cookieStore.set('a', '1');
            await cookieStore.set({ name: 'b', value: '2', path: '/page' });
            await cookieStore.set({ name: '__Host-c', value: '3' });
            await cookieStore.set('d', '4');
            await cookieStore.delete('d');
            await cookieStore.set('e', '5');
            await cookieStore.delete({ name: 'e' });
            const names = (await cookieStore.getAll()).map(({ name }) => name).sort();
            const { name, value } = await cookieStore.get('__Host-c');
            return [names, name, value, (await cookieStore.get({ name: 'a' })).value, (await cookieStore.getAll('a')).length, await cookieStore.get('none')];
        });
        assert.deepEqual(seen, [['__Host-c', 'a', 'b'], '__Host-c', '3', '1', 1, null]);
        await eventually(() => kept(context), ['a=1 /apps/x/', 'b=2 /apps/x/page/', 'gh-host-c=3 /apps/x/']);
    }],
]);
