// `location` in the app's view. Browsers let nobody change `location` itself, so the gateway writes
// `location.$gh$` where scripts read it: here that is an object that shows the view, and of anything
// else that is called `location`, the thing itself.

import { below, real, shown } from './address.js';
import { apply, defineProperty, describe, plain, wrap } from './wrap.js';

const inwards = { href: real, pathname: below };

function visible() {
    const members = Object.getPrototypeOf(location);
    const shape = {};
    // Windows have them on the location itself, workers on its prototype.
    for (const name in location) {
        const { get, set, value } = describe(location, name) ?? describe(members, name);
        shape[name] = get
            ? {
                enumerable: true,
                get: () => shown(apply(get, location, [])),
                set: set && ((given) => apply(set, location, [inwards[name]?.(given) ?? given])),
            }
            // To call one gives nothing, but for `toString`.
            : { enumerable: true, value: (...args) => shown(apply(value, location, args.map(real))) };
    }
    return Object.create(members, shape);
}

/** For `const { location } = window`, which the gateway lets read from this. */
const holding = (holder, mask) =>
    holder && new Proxy(holder, { get: (_, name) => (name === 'location' ? mask : holder[name]) });

/** For `w.location = '/x'` with a window `w`, of which the gateway writes `$gh$w(w).location`. */
function target(holder) {
    try {
        if (holder.window === holder) return { set location(there) { holder.location = real(there); } };
    } catch {
        // It is nothing, or does not let us ask.
    }
    return holder;
}

export function showLocation() {
    const masks = new Map();
    if (shown) {
        const mask = visible();
        masks.set(location, mask);
        for (const holder of [self, self.document]) masks.set(holder, holding(holder, mask));
    }
    defineProperty(Object.prototype, '$gh$', {
        configurable: true,
        get() { return masks.get(this) ?? this; },
        set(value) { defineProperty(this, '$gh$', plain(value)); },
    });
    defineProperty(self, '$gh$w', { value: target, configurable: true, writable: true });
    wrap('Document.URL,documentURI,referrer Node.baseURI HashChangeEvent.oldURL,newURL PerformanceEntry.name', 0, shown);
}
