import assert from 'node:assert/strict';
import { inSteps } from '../runner.js';

/** As history libraries do it: one listener, and `location` read after every change. */
function historyRouter() {
    const routes = { '/page': 'home', '/page/users': 'users', '/page/users/7': 'user 7' };
    const read = () => { const { pathname, search, hash } = window.location.$gh$; return { pathname, search, hash }; };
    const render = () => { document.title = routes[read().pathname] ?? `not found: ${read().pathname}`; };
    const createHref = ({ pathname, search = '' }) => pathname + search;
    self.go = (pathname) => { history.pushState({ key: pathname }, '', createHref({ pathname })); render(); };
    addEventListener('popstate', render);
    render();
}

/** As routers of components do it: links are real, a click on one is handled by comparing origins. */
function clickRouter() {
    const routes = { '/page': 'home', '/page/users': 'users' };
    const match = (pathname) => routes[pathname] ?? `not found: ${pathname}`;
    const navigate = (to) => {
        const url = new URL(to, window.location.$gh$.origin !== 'null' ? window.location.$gh$.origin : window.location.$gh$.href);
        history.pushState({}, '', url.pathname + url.search);
        document.title = match(location.$gh$.pathname);
    };
    document.body.innerHTML = '<a id=users href="/page/users">users</a>';
    document.addEventListener('click', (event) => {
        const link = event.target.closest('a');
        const url = new URL(link.href);
        if (url.origin !== location.$gh$.origin) return;
        event.preventDefault();
        navigate(url.pathname);
    });
    document.title = match(location.$gh$.pathname);
}

/** As routers of the Navigation API do it. */
function navigationRouter() {
    navigation.addEventListener('navigate', (event) => {
        const { pathname } = new URL(event.destination.url);
        if (event.canIntercept) event.intercept({ async handler() { document.title = `at ${pathname}`; } });
    });
    document.body.innerHTML = '<a id=users href="/page/users">users</a>';
}

const title = (page, wanted) => page.waitForFunction((wanted) => document.title === wanted, wanted);

inSteps('routers', [
    ['by history', async ({ page, gateway }) => {
        await page.evaluate(historyRouter);
        await title(page, 'home');
        await page.evaluate(() => go('/page/users'));
        await title(page, 'users');
        assert.equal(new URL(page.url()).pathname, '/apps/x/page/users');
        await page.evaluate(() => go('/page/users/7'));
        await page.goBack();
        await title(page, 'users');
        await page.goForward();
        await title(page, 'user 7');
        await page.reload();
        await page.evaluate(historyRouter);
        await title(page, 'user 7');
        assert.ok(gateway.asked.includes('/apps/x/page/users/7'));
    }, { at: '/page' }],
    ['by clicks on links', async ({ page }) => {
        await page.evaluate(clickRouter);
        await title(page, 'home');
        await page.click('#users');
        await title(page, 'users');
        assert.equal(new URL(page.url()).pathname, '/apps/x/page/users');
    }, { at: '/page' }],
    ['by the Navigation API', async ({ page }) => {
        await page.evaluate(navigationRouter);
        await page.click('#users');
        await title(page, 'at /page/users');
        assert.equal(new URL(page.url()).pathname, '/apps/x/page/users');
    }, { at: '/page' }],
    ['in two apps at once', async ({ page, context, gateway }) => {
        const other = await context.newPage();
        await other.goto(`${gateway.origin}/apps/y/page/users`);
        await Promise.all([page, other].map((it) => it.evaluate(historyRouter)));
        await title(page, 'home');
        await title(other, 'users');
    }, { at: '/page', escapes: ['/apps/y/page/users'] }],
], { same: true });
