// localStorage and sessionStorage, apart for each app: the keys get a name of the app before them.

import { isNamed, named, own, unnamed } from './names.js';
import { defineProperty, describe, disguise, getter, native, natives, of, plain, wrap } from './wrap.js';

const masks = new WeakMap();
const keys = (storage) => own(Object.keys(native(storage)));
const keyOf = getter('StorageEvent', 'key');

/** The storage as the app sees it. Its methods find the browser's behind it by themselves. */
function masked(storage) {
    if (!storage || masks.has(storage)) return masks.get(storage) ?? storage;
    const members = Object.getPrototypeOf(storage);
    const isMember = (name) => typeof name === 'symbol' || name in members;
    const set = (_, name, value) => {
        mask.setItem(name, value);
        return true;
    };
    const mask = new Proxy(storage, {
        get: (_, name) => (isMember(name) ? Reflect.get(members, name, mask) : mask.getItem(name) ?? undefined),
        set,
        defineProperty: (_, name, { value }) => set(_, name, value),
        has: (_, name) => isMember(name) || mask.getItem(name) !== null,
        deleteProperty(_, name) {
            mask.removeItem(name);
            return true;
        },
        ownKeys: keys,
        getOwnPropertyDescriptor(_, name) {
            const value = isMember(name) ? null : mask.getItem(name);
            return value === null ? undefined : plain(value);
        },
    });
    masks.set(storage, mask);
    natives.set(mask, storage);
    return mask;
}

/** Heard before the app's listeners: other apps' changes are none of its business. */
export function onStorage(event) {
    if (event.isTrusted && !isNamed(keyOf(event) ?? named(''))) event.stopImmediatePropagation();
}

export function separateStorage() {
    wrap('Storage.getItem,setItem,removeItem', named);
    wrap('Storage.key', 0, (_, storage, [at]) => keys(storage)[at >>> 0] ?? null);
    wrap('Storage.length', 0, (_, storage) => keys(storage).length);
    wrap('self.localStorage,sessionStorage StorageEvent.storageArea', 0, masked);
    wrap('StorageEvent.key', 0, unnamed);
    wrap('StorageEvent', (event) => event && {
        ...event,
        key: event.key == null ? null : named(event.key),
        storageArea: native(event.storageArea),
    }, 0, 1);
    const found = describe(of('Storage'), 'clear');
    found.value = disguise({
        clear() {
            for (const name of keys(this)) this.removeItem(name);
        },
    }.clear, found.value);
    defineProperty(of('Storage'), 'clear', found);
}
