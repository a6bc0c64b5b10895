// Cookies: paths below the prefix, no domain, none of the gateway's own, and a name that a browser
// would refuse below a path written in another way. The gateway does the same with headers.

import { below } from './address.js';
import { wrap } from './wrap.js';

const isOwn = (name) => !/^[\s=]*(svc_|gh-app)/i.test(name);
const outer = (name) => `${name}`.replace(/^(\s*)__Host-/i, '$1gh-host-');
const inner = (name) => name.replace(/^gh-host-/, '__Host-');

function written(cookie) {
    const [pair, ...attributes] = `${cookie}`.split(';');
    // What has neither name nor value is not kept.
    return isOwn(pair)
        ? [
            outer(pair),
            ...attributes.map((attribute) => attribute
                .replace(/^\s*domain\s*(=.*|$)/i, '')
                .replace(/^(\s*path\s*=\s*)(\/.*)/i, (_, before, path) => before + below(path))),
        ].join(';')
        : '';
}

const read = (cookies) => cookies.split('; ').filter(isOwn).map(inner).join('; ');

// `cookieStore` takes a name, or an object that may have one.
const named = (given) => (given?.name == null ? given : { ...given, name: outer(given.name) });
const query = (given) => (typeof given === 'string' ? outer(given) : named(given));
const seen = (item) => item && { ...item, name: inner(item.name) };
// Without a path it would mean the whole origin. What is refused becomes one that is over already.
const placed = (given, _, args) => {
    const [name, value] = args;
    args.length = 1;
    const cookie = { path: '/', ...(given?.name == null ? { name, value } : given) };
    return isOwn(cookie.name)
        ? { ...named(cookie), path: below(cookie.path), domain: null }
        : { name: '-', value: '', expires: 0 };
};

export function watchCookies() {
    wrap('Document.cookie', written, read);
    wrap('CookieStore.get', query, (item) => (item && isOwn(item.name) ? seen(item) : null));
    wrap('CookieStore.getAll', query, (items) => items.filter(({ name }) => isOwn(name)).map(seen));
    wrap('CookieStore.set CookieStore.delete', placed);
}
