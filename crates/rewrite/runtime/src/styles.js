// Style sheets and declarations that scripts make.

import { css, shownText } from './text.js';
import { defineProperty, of, wrap } from './wrap.js';

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

export function watchStyles() {
    wrap('CSSStyleDeclaration.setProperty', css, 0, 1);
    wrap('CSSStyleDeclaration.getPropertyValue', 0, shownText);
    wrap('CSSStyleDeclaration.cssText', css, shownText);
    wrap('CSSStyleSheet.insertRule,replace,replaceSync CSSGroupingRule.insertRule', css);
    wrap('FontFace', css, 0, 1);
    const owner = of('CSSStyleDeclaration');
    if (!owner) return;
    for (const name of PROPERTIES.split(' ')) watchDeclaration(owner, name);
}
