// HTML that scripts make as text. Only the values of attributes change, where they stand, so that
// everything else stays byte for byte, and a page may be written in pieces.

import { real } from './address.js';
import { elementText } from './config.js';
import { kindOf, kinds } from './kinds.js';
import { code, css, ofText, shownText } from './text.js';
import { method, wrap } from './wrap.js';

// Whether anything in here could have to change; most markup has nothing.
const HINT = /[=(,;\s"']\/(?!>)|:\/\/|\.\.|location/;
const ATTRIBUTES = `((?:"[^"]*"|'[^']*'|[^"'>])*`;
const PARTS = RegExp(
    // Comments (not written as one, because this stands in a page); elements whose text is no markup; other tags, maybe cut off inside of a value.
    `<!-{2}[^]*?-->|<(script|style|textarea|title)(?=[\\s/>])${ATTRIBUTES})>([^]*?)(?=</\\1|$)` +
        `|<([a-z][^\\s/>]*)${ATTRIBUTES}(?:["'][^"'>]*$)?)`,
    'gi',
);
const ATTRIBUTE = /([^\s"'<>/=]+)(\s*=\s*)("[^"]*|'[^']*|[^\s"'>]+)/g;

const tag = (name, attributes) =>
    `<${name}${attributes.replace(ATTRIBUTE, (all, attribute, equals, value) => {
        const change = kindOf(attribute, name)?.[2];
        const start = /^["']/.test(value) ? 1 : 0;
        return change ? attribute + equals + value.slice(0, start) + change(value.slice(start)) : all;
    })}`;

const inside = { script: code, style: css };

export const markup = ofText((html) =>
    HINT.test(html)
        ? html.replace(PARTS, (all, raw, rawAttributes, text, name, attributes) =>
            raw ? `${tag(raw, rawAttributes)}>${(inside[raw.toLowerCase()] ?? ((same) => same))(text)}`
            : name ? tag(name, attributes)
            : all)
        : html);

// A document in a frame that has scripts needs ours before them.
const framed = ofText((html) =>
    /<script|\son\w+\s*=/i.test(html)
        ? markup(html).replace(/^(\s*<!doctype[^>]*>)?/i, (doctype) => doctype + elementText())
        : markup(html));
const shownFrame = (html) => {
    html = html.replace(elementText(), '');
    return shownText ? shownText(html) : html;
};

// What a policy of the app declares safe cannot be changed any more, so it is changed in there.
const policy = (rules) => ({
    ...rules,
    createHTML: rules.createHTML && method(rules.createHTML, 0, markup),
    createScriptURL: rules.createScriptURL && method(rules.createScriptURL, 0, real),
});

export function watchMarkup(listen) {
    wrap('TrustedTypePolicyFactory.createPolicy', policy, 0, 1);
    // Inside of other markup it is written with entities, which we do not read.
    kinds.srcdoc = [framed, shownFrame];
    wrap('HTMLIFrameElement.srcdoc', framed, shownFrame);
    wrap('Element.innerHTML,outerHTML ShadowRoot.innerHTML', markup, shownText);
    wrap('Element.setHTMLUnsafe ShadowRoot.setHTMLUnsafe Range.createContextualFragment Document.parseHTMLUnsafe', markup);
    wrap('Element.insertAdjacentHTML', markup, 0, 1);
    wrap('XMLSerializer.serializeToString Element.getHTML ShadowRoot.getHTML', 0, shownText);
    // Other XML is the app's data.
    wrap('DOMParser.parseFromString', (text, _, [, type]) => (/html|svg/.test(type) ? markup(text) : text));
    // To begin a document anew takes our listeners with it.
    const begun = (result) => {
        listen();
        return result;
    };
    wrap('Document.open,write,writeln', markup, begun, -1);
}
