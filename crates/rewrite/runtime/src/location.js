// `location` in the app's view. Browsers let nobody change `location` itself, so the gateway writes
// `location.$gh$` where scripts read it: here that is an object that shows the view, and of anything
// else that is called `location`, the thing itself.

import { below, real, shown } from './address.js';
import { apply, defineProperty, describe, wrap } from './wrap.js';

const inwards = { href: real, pathname: below };

function visible() {
    const members = Object.getPrototypeOf(location);
    const shape = {};
    for (const holder of [members, location]) {
        for (const name of Object.getOwnPropertyNames(holder)) {
            const { get, set, value, enumerable } = describe(holder, name);
            if (get) {
                shape[name] = {
                    enumerable,
                    get: () => shown(apply(get, location, [])),
                    set: set && ((given) => apply(set, location, [inwards[name]?.(given) ?? given])),
                };
            } else if (enumerable) {
                // To call them gives nothing, but for `toString`.
                shape[name] = { enumerable, value: (...args) => shown(apply(value, location, args.map(real))) };
            }
        }
    }
    return Object.create(members, shape);
}

export function showLocation() {
    const mask = shown ? visible() : location;
    defineProperty(Object.prototype, '$gh$', {
        configurable: true,
        get() { return this === location ? mask : this; },
        set(value) {
            defineProperty(this, '$gh$', { value, configurable: true, enumerable: true, writable: true });
        },
    });
    wrap('Document.URL Document.documentURI Document.referrer Node.baseURI HashChangeEvent.oldURL HashChangeEvent.newURL', 0, shown);
}
