// Cookies: paths below the prefix, no domain, none of the gateway's own, and a name that a browser
// would refuse below a path written in another way. The gateway does the same with headers.

import { below } from './address.js';
import { wrap } from './wrap.js';

const isOwn = (name) => !/^[\s=]*(svc_|gh-app)/i.test(name);
const outer = (name) => `${name}`.replace(/^(\s*)__Host-/i, '$1gh-host-');
const inner = (name) => name.replace(/^gh-host-/, '__Host-');

// What has neither name nor value is not kept.
const written = (cookie) =>
    isOwn(cookie)
        ? outer(cookie)
            .replace(/;\s*domain\s*(=[^;]*)?(?=;|$)/gi, '')
            .replace(/(;\s*path\s*=\s*)(\/[^;]*)/gi, (_, before, path) => before + below(path))
        : '';

const read = (cookies) => cookies.split('; ').filter(isOwn).map(inner).join('; ');

// `cookieStore` takes a name, or an object that may have one.
const query = (given) =>
    typeof given === 'string' ? outer(given)
    : given?.name ? { ...given, name: outer(given.name) }
    : given;
const seen = (item) => (item && isOwn(item.name) ? { ...item, name: inner(item.name) } : null);

// Without a path it would mean the whole origin. What is refused becomes one that is over already.
const placed = (given, _, args) => {
    const [name, value] = args;
    args.length = 1;
    given = { path: '/', ...(given?.name ? given : { name, value }), domain: null };
    return isOwn(given.name)
        ? { ...query(given), path: below(given.path) }
        : { name: '-', value: '', expires: 0 };
};

export function watchCookies() {
    wrap('Document.cookie', written, read);
    wrap('CookieStore.get', query, seen);
    wrap('CookieStore.getAll', query, (items) => items.map(seen).filter(Boolean));
    wrap('CookieStore.set,delete', placed);
}
