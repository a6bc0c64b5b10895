// Elements whose text is no markup: style sheets and scripts that scripts make.

import { code, css } from './text.js';
import { defineProperty, describe, method, of } from './wrap.js';

// Members of ancestors, changed for these elements alone, so that others pay nothing.
function watch(type, change) {
    const owner = of(type);
    const changed = (given) => {
        if (given?.nodeType === 3) given.data = change(given.data);
        return change(given);
    };
    for (const name of ['text', 'textContent', 'innerHTML', 'appendChild', 'insertBefore', 'append', 'replaceChildren']) {
        let from = owner;
        while (from && !describe(from, name)) from = Object.getPrototypeOf(from);
        if (!from) continue;
        const found = describe(from, name);
        const key = found.set ? 'set' : 'value';
        found[key] = method(found[key], changed, 0, -1);
        defineProperty(owner, name, found);
    }
}

export function watchContents() {
    watch('HTMLStyleElement', css);
    watch('SVGStyleElement', css);
    watch('HTMLScriptElement', code);
}
