// Selectors that name an address: `a[href="/x"]` means the link that the app wrote so.

import { moved, shown } from './address.js';
import { kindOf } from './kinds.js';
import { ofText } from './text.js';
import { wrap } from './wrap.js';

const CONDITION = /(\[\s*(?:\*?\|)?([\w-]+)\s*\^?=\s*["'])([^"']+)/g;

const selector = ofText((text) =>
    text.includes('/')
        ? text.replace(CONDITION, (all, before, name, address) => (kindOf(name) ? before + moved(address) : all))
        : text);

export function watchSelectors() {
    wrap('Element.querySelector,querySelectorAll,matches,closest Document.querySelector,querySelectorAll DocumentFragment.querySelector,querySelectorAll', shown && selector);
}
