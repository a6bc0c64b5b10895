// Databases, caches, channels and locks belong to an origin, which all apps share. Their names get
// the app's prefix, so that two apps that use the same ones do not meet.

import { prefix } from './config.js';
import { real } from './address.js';
import { wrap } from './wrap.js';

const mark = `gh:${prefix}:`;

/** The name that the browser gets for one of the app's. */
export const named = (name) => mark + String(name);
export const isNamed = (name) => name.startsWith(mark);
/** The app's name again. */
export const unnamed = (name) => (name && isNamed(name) ? name.slice(mark.length) : name);

/** Of names, or of things that have one, those of the app. */
export const own = (list) => list
    .filter((item) => isNamed(item.name ?? item))
    .map((item) => (item.name ? { ...item, name: unnamed(item.name) } : unnamed(item)));

export function separateNames() {
    wrap('IDBFactory.open,deleteDatabase CacheStorage.open,has,delete LockManager.request BroadcastChannel', named);
    wrap('IDBDatabase.name BroadcastChannel.name Lock.name', 0, unnamed);
    wrap('IDBFactory.databases CacheStorage.keys', 0, own);
    wrap('LockManager.query', 0, ({ held, pending }) => ({ held: own(held), pending: own(pending) }));
    wrap('StorageManager.getDirectory', 0, (root) =>
        root.getDirectoryHandle(encodeURIComponent(mark), { create: true }));

    wrap('Cache.match,matchAll,add,put,delete,keys CacheStorage.match', real);
    wrap('Cache.addAll', (list) => Array.from(list, real));
    wrap('CacheStorage.match', (options) =>
        options?.cacheName == null ? options : { ...options, cacheName: named(options.cacheName) }, 0, 1);
}
