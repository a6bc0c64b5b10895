// Attributes that hold addresses, and the properties that reflect them.

import { below, real, shown } from './address.js';
import { origin } from './config.js';
import { kindOf, properties } from './kinds.js';
import { css } from './text.js';
import { wrap } from './wrap.js';

const inward = (value, element, name) => {
    const change = kindOf(name, element)?.[0];
    return change ? change(value, element) : value;
};
const outward = shown && ((value, element, name) => {
    const change = value && kindOf(name, element)?.[1];
    return change ? change(value) : value;
});

const ELEMENTS =
    'Image Script IFrame Frame Embed Media Source Track Input Anchor Area Link Base Form Button Video Object Quote Mod Body';

export function watchAttributes() {
    wrap('Element.setAttribute', (value, element, [name]) => inward(value, element, name), 0, 1);
    wrap('Element.setAttributeNS', (value, element, [, name]) => inward(value, element, name), 0, 2);
    wrap('Element.getAttribute', 0, outward && ((value, element, [name]) => outward(value, element, name)));
    wrap('Element.getAttributeNS', 0, outward && ((value, element, [, name]) => outward(value, element, name)));
    wrap('Attr.value', (value, attr) => inward(value, attr.ownerElement, attr.name),
        outward && ((value, attr) => outward(value, attr.ownerElement, attr.name)));

    const members = {
        ...properties,
        currentSrc: [0, shown],
        toString: [0, shown],
        pathname: [(path, link) => (link.origin === origin ? below(path) : path), shown],
    };
    for (const type of ELEMENTS.split(' ')) {
        for (const name in members) {
            const [inward, outward] = members[name];
            wrap(`HTML${type}Element.${name}`, inward, outward);
        }
    }
    wrap('HTMLElement.style', css);
    wrap('SVGAnimatedString.baseVal,animVal', real, shown);
    wrap('StyleSheet.href', 0, shown);
}
