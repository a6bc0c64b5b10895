// What attributes and the properties that reflect them hold.

import { isOwn, real, shown } from './address.js';
import { css, list, shownText } from './text.js';

// Each: what the browser gets, what the app sees, and what the browser gets inside of markup.
const address = [
    (value, element) => {
        // The gateway may change the file, so its checksum cannot hold.
        if (element?.integrity && isOwn(value)) element.integrity = '';
        return real(value);
    },
    shown,
    real,
];
const addresses = [list, shownText, list];

export const properties = {
    srcset: addresses,
    imageSrcset: addresses,
    integrity: [(value, element) => (isOwn(element.src || element.href || '//') ? '' : value)],
};
const ADDRESSES = 'src href action formAction poster data cite background codeBase longDesc ping';
for (const name of ADDRESSES.split(' ')) properties[name] = address;

const style = [css, shownText, css];
export const kinds = { __proto__: null, 'xlink:href': address };
// In SVG these take a `url()`, often with the address of the page, for something inside of it.
for (const name of 'style fill stroke filter mask clip-path marker-start marker-mid marker-end'.split(' ')) kinds[name] = style;
for (const name in properties) kinds[name.toLowerCase()] = properties[name];

/** What an attribute holds. `data` is an address in `<object>` alone; elements of the app's own know theirs. */
export function kindOf(name, element) {
    const kind = kinds[name] ?? kinds[`${name}`.toLowerCase()];
    const other = kind && kind !== style && (name === 'data' ? /^(?!object$)/i : /-/);
    return other && other.test(element?.nodeName ?? element) ? undefined : kind;
}
