// Style sheets and declarations that scripts make.

import { css, shownText } from './text.js';
import { defineProperty, describe, method, of, wrap } from './wrap.js';

const PROPERTIES =
    'background backgroundImage borderImage borderImageSource listStyle listStyleImage cursor content filter mask maskImage clipPath';

// Not all browsers have accessors for these, but all heed ours.
function watchDeclaration(owner, name) {
    const dashed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    for (const property of [name, dashed]) {
        defineProperty(owner, property, {
            configurable: true,
            enumerable: true,
            get() { return this.getPropertyValue(dashed); },
            set(value) { this.setProperty(dashed, value); },
        });
    }
}

const text = (given) => {
    if (given?.nodeType === 3) given.data = css(given.data);
    return css(given);
};

// Members of ancestors, changed for style elements alone, so that others pay nothing.
function watchElement(owner) {
    for (const name of ['textContent', 'innerHTML', 'appendChild', 'insertBefore', 'append', 'replaceChildren']) {
        let from = owner;
        while (from && !describe(from, name)) from = Object.getPrototypeOf(from);
        const found = describe(from, name);
        const key = found.set ? 'set' : 'value';
        found[key] = method(found[key], text, 0, -1);
        defineProperty(owner, name, found);
    }
}

export function watchStyles() {
    wrap('CSSStyleDeclaration.setProperty', css, 0, 1);
    wrap('CSSStyleDeclaration.getPropertyValue', 0, shownText);
    wrap('CSSStyleDeclaration.cssText', css, shownText);
    wrap('CSSStyleSheet.insertRule,replace,replaceSync CSSGroupingRule.insertRule', css);
    wrap('FontFace', css, 0, 1);
    const owner = of('CSSStyleDeclaration');
    if (!owner) return;
    for (const name of PROPERTIES.split(' ')) watchDeclaration(owner, name);
    watchElement(of('HTMLStyleElement'));
    watchElement(of('SVGStyleElement'));
}
