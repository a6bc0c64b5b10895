// Databases, caches, channels and locks belong to an origin, which all apps share. Their names get
// the app's prefix, so that two apps that use the same ones do not meet.

import { prefix } from './config.js';
import { real } from './address.js';
import { wrap } from './wrap.js';

const mark = `gh:${prefix}:`;

/** The name that the browser gets for one of the app's. */
export const named = (name) => mark + name;
export const isNamed = (name) => name.startsWith(mark);
/** The app's name again. */
export const unnamed = (name) => (name && isNamed(name) ? name.slice(mark.length) : name);

export const ownNames = (names) => names.filter(isNamed).map(unnamed);
const own = (list) =>
    list.filter(({ name }) => isNamed(name)).map((item) => ({ ...item, name: unnamed(item.name) }));

export function separateNames() {
    wrap('IDBFactory.open IDBFactory.deleteDatabase CacheStorage.open CacheStorage.has CacheStorage.delete LockManager.request BroadcastChannel', named);
    wrap('IDBDatabase.name BroadcastChannel.name Lock.name', 0, unnamed);
    wrap('IDBFactory.databases', 0, own);
    wrap('CacheStorage.keys', 0, ownNames);
    wrap('LockManager.query', 0, ({ held, pending }) => ({ held: own(held), pending: own(pending) }));
    wrap('StorageManager.getDirectory', 0, (root) =>
        root.getDirectoryHandle(encodeURIComponent(mark), { create: true }));

    wrap('Cache.match Cache.matchAll Cache.add Cache.put Cache.delete Cache.keys CacheStorage.match', real);
    wrap('Cache.addAll', (list) => Array.from(list, real));
    wrap('CacheStorage.match', (options) =>
        options?.cacheName == null ? options : { ...options, cacheName: named(options.cacheName) }, 0, 1);
}
