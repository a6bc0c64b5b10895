// Frames and windows that the gateway does not see (blank ones, or pages without scripts) have a
// realm of their own, which needs us as well.

import { attribute, origin, prefix, text } from './config.js';
import { defineProperty, wrap } from './wrap.js';

/** Takes a window or a document and gives it back. */
export function prepare(given) {
    try {
        const view = given?.defaultView ?? given;
        if (!view || view.$gh$r) return given;
        const { document, location: { href } } = view;
        if (/^(about|blob):/.test(href) || href.startsWith(`${origin + prefix}/`)) {
            const script = document.createElement('script');
            script.setAttribute('data-gatehouse', attribute);
            script.textContent = text;
            document.documentElement.append(script);
            script.remove();
        } else {
            // A page of the gateway, which is none of ours; but its location may be asked for.
            defineProperty(view.Object.prototype, '$gh$', { configurable: true, get() { return this; } });
        }
    } catch {
        // It belongs to somebody else.
    }
    return given;
}

export const onLoad = ({ target }) => prepare(target.contentWindow);

export function watchFrames() {
    for (const type of ['IFrame', 'Frame', 'Object']) {
        wrap(`HTML${type}Element.contentWindow,contentDocument`, 0, prepare);
    }
    for (const name of ['parent', 'top', 'opener']) prepare(self[name]);
}
