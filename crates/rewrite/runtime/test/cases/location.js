import { inPage } from '../runner.js';

const PAGE = { at: '/page/a/b?q=1#h' };

inPage('location', [
    ['shows what the app would see', () => {
        const { pathname, hash, host, origin, protocol } = location.$gh$;
        const href = new URL(location.$gh$.href);
        return [pathname, hash, host === location.host, origin === location.origin, protocol, href.pathname, href.hash, String(location.$gh$) === location.$gh$.href, `${location.$gh$}` === location.$gh$.toString()];
    }, ['/page/a/b', '#h', true, true, 'http:', '/page/a/b', '#h', true, true], PAGE],
    ['is one thing, and a Location', () => [
        location.$gh$ === location.$gh$, location.$gh$ instanceof Location, Object.prototype.toString.call(location.$gh$),
        location.$gh$ === document.location.$gh$, location.$gh$.valueOf() === location.$gh$, location.$gh$ == location.$gh$.href,
        Object.keys(location.$gh$).sort().join() === Object.keys(location).sort().join(),
        JSON.parse(JSON.stringify(location.$gh$)).pathname,
    ], [true, true, '[object Location]', true, true, true, true, '/page/a/b']],
    ['of anything else is the thing itself', () => {
        'use strict';
        const plain = { location: { pathname: '/x' } };
        const array = [];
        return [plain.location.$gh$ === plain.location, 'a'.$gh$, (5).$gh$, true.$gh$, array.$gh$ === array, document.body.$gh$ === document.body,
            Object.keys(plain).length, JSON.stringify(plain), (() => { for (const key in plain.location) if (key !== 'pathname') return key; })() ?? 'none'];
    }, [true, 'a', 5, true, true, true, 1, '{"location":{"pathname":"/x"}}', 'none']],
    ['taken out of what holds it', () => {
        const { location: one, history: past, fetch: ask, document: page } = window.$gh$;
        const { location: two, title } = document.$gh$;
        return [one === location.$gh$, two === one, past === history, ask === fetch, page === document, title, typeof window.$gh$.setTimeout];
    }, [true, true, true, true, true, 'x', 'function']],
    ['can be assigned like any property', () => {
        const object = {};
        object.$gh$ = 5;
        return [object.$gh$, Object.keys(object), ({}).$gh$ === 5];
    }, [5, ['$gh$'], false]],
    ['of a page of another app in a frame is its own', async () => {
        const frame = document.createElement('iframe');
        frame.src = '/page/in/frame';
        await new Promise((resolve) => {
            frame.onload = resolve;
            document.body.append(frame);
        });
        const inside = frame.contentWindow;
        return [inside.location.$gh$.pathname, inside.eval('parent.location.$gh$.pathname'), inside.eval('top.location.$gh$.pathname'), inside.eval('location.$gh$ instanceof Location')];
    }, ['/page/in/frame', '/page/a/b', '/page/a/b', true]],
    ['a window is led into the app, and nothing else', () => {
        const frame = document.body.appendChild(document.createElement('iframe'));
        const plain = { location: '/x' };
        $gh$w(plain).location = '/y';
        const loaded = new Promise((resolve) => (frame.onload = resolve));
        $gh$w(frame.contentWindow).location = '/page/in/frame';
        return loaded.then(() => [plain.location, $gh$w(undefined), $gh$w(null), frame.contentWindow.location.$gh$.pathname]);
    }, ['/y', undefined, null, '/page/in/frame']],
    ['new URL and relative addresses work with it', () => [
        new URL('/c', location.$gh$).pathname, new URL('c', location.$gh$.href).pathname, new URL('../../../c', location.$gh$).pathname,
    ], ['/c', '/page/a/c', '/c']],
]);

inPage('document', [
    ['its addresses', () => [document.URL, document.documentURI, document.baseURI, document.body.baseURI].map((address) => new URL(address).pathname), Array(4).fill('/page/a/b')],
    ['a base element', async () => {
        const base = document.createElement('base');
        base.href = '/deep/er/';
        document.head.append(base);
        const link = document.createElement('a');
        link.href = '../../../c';
        return [new URL(document.baseURI).pathname, base.getAttribute('href'), link.pathname, (await (await fetch('d')).json()).path, (await (await fetch('../../../e')).json()).path, (await (await fetch('/f')).json()).path];
    }, ['/deep/er/', '/deep/er/', '/c', '/apps/x/deep/er/d', '/apps/x/e', '/apps/x/f']],
    ['a base elsewhere', async ({ foreign }) => {
        const base = document.createElement('base');
        base.href = `${foreign}/foreign`;
        document.head.append(base);
        return (await (await fetch('/foreign')).json()).path;
    }, '/foreign'],
]);
