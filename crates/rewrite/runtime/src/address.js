// Where an address that the app names leads, and how the app would call one: the same rule as the
// gateway's own (`Place` in the crate around this).

import { aware, base, inner, origin, prefix } from './config.js';
import { getter } from './wrap.js';

const host = origin.replace(/.*\//, '');
const AUTHORITY = /^[\0- ]*(?:(?:(http|ws)(s?):)?\/\/([^/\\?#]*)|(?=\/))/i;
const DOTS = /^[^?#]*\/\.\.?(?:[/?#]|$)/;
// `http` becomes `ws`, and `https` becomes `wss`.
const socketOrigin = `ws${origin.slice(4)}`;

const baseURI = getter('Node', 'baseURI');

/** Where relative addresses of this realm start. */
const start = () => (self.document ? baseURI(document) : location.href);

const starts = (path, beginning) =>
    path.startsWith(beginning) && /^[/?#]|^$/.test(path.slice(beginning.length));

const rooted = (path) => `${path}`.replace(/^(?!\/)/, '/');

const tail = (url) => url.pathname + url.search + url.hash;

/** A path that the app knows, below the prefix. */
export function below(path) {
    path = rooted(path);
    // Resolved first: what climbs above the app's root must stop there.
    if (DOTS.test(path)) path = tail(new URL(origin + path));
    if (prefix && starts(path, prefix)) return path;
    if (starts(path, base)) path = path.slice(base.length);
    return prefix + rooted(path);
}

function isOurs(secure, authority) {
    authority = authority.toLowerCase();
    const usual = authority.replace(secure ? /:443$/ : /:80$/, '');
    return usual === host || inner.includes(usual) || inner.includes(authority);
}

/** Moves addresses that stand by themselves: rooted ones, and those with a host of ours. */
export function moved(text) {
    const match = AUTHORITY.exec(text);
    if (!match) return text;
    const [{ length }, kind, secure, authority] = match;
    const rest = text.slice(length);
    if (authority == null) return start().startsWith(`${origin}/`) ? below(rest) : text;
    if (!isOurs(kind ? secure : origin[4] === 's', authority)) return text;
    return (/w/i.test(kind) ? socketOrigin : origin) + below(rest);
}

/** A relative address that climbs above the app's root stops there, as it would for an app at `/`. */
function climbing(text) {
    const there = new URL(text, view(start()));
    const stopped = origin + below(tail(there));
    return there.origin !== origin || new URL(text, start()).href === stopped ? text : stopped;
}

/** For anything that has a text. What needs no change stays the same thing. */
const safely = (change) => (address) => {
    try {
        const text = `${address}`;
        const result = change(text);
        return result === text ? address : result;
    } catch {
        return address;
    }
};

/** What the browser must be given for an address of the app. */
export const real = safely((text) => {
    const result = moved(text);
    return result === text && text.includes('..') && /^(?!\/)[^:?#]*\.\./.test(text) ? climbing(text) : result;
});

/** The same for the argument of `import()`: a relative one starts at the module, which we do not know. */
export const specifier = safely(moved);

/** Whether an address, moved or not, leads to the app. */
export const isOwn = (address) => {
    try {
        return new URL(real(address), start()).origin === origin;
    } catch {
        return false;
    }
};

/** What the app would see at `/`. */
export function view(address) {
    if (!shown || typeof address !== 'string') return address;
    const head = [origin, socketOrigin].find((head) => address.startsWith(head)) ?? '';
    const path = address.slice(head.length);
    if (path[0] !== '/' || !starts(path, prefix)) return address;
    return head + base + rooted(path.slice(prefix.length));
}

/** For properties that are read: nothing at all where the app expects what is there. */
export const shown = !aware && prefix + base && view;
