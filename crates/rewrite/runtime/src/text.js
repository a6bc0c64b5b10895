// Addresses inside of texts: style sheets, lists of images.

import { base, origin, prefix } from './config.js';
import { moved, real, shown } from './address.js';

// What is no text is left to the browser; it may be an object that has been declared safe.
export const ofText = (change) => (given) => (typeof given === 'string' ? change(given) : given);

const CSS = /(url\(\s*(?:["']|&quot;)?|@import\s*["'])([^"')\s&]+)/gi;

/** Only rooted and full addresses: relative ones start at a sheet that we do not know. */
export const css = ofText((text) => text.replace(CSS, (_, before, address) => before + moved(address)));

/** `/a.png 1x, /b.png 2x`. A comma inside of an address does not end it. */
export const list = ofText((text) =>
    text.replace(/(^\s*|,\s*)([^\s,]\S*)/g, (_, before, address) => before + real(address)));

const exactly = (text) => text.replace(/\W/g, '\\$&');
const PREFIXED = RegExp(`(^|["'(=,;\\s]|${exactly(origin)})${exactly(prefix)}(?=/)`, 'g');

/**
 * The app's view of addresses inside of markup or styles: an app that keeps what it reads, as an
 * editor does, must not keep the prefix with it.
 */
export const shownText = shown && ofText((text) =>
    text.includes(prefix) ? text.replace(PREFIXED, `$1${base}`) : text);

/**
 * Scripts that scripts make, which no lexer of the gateway sees: only what is written out, where a
 * mistake would cost little.
 */
export const code = ofText((text) => text
    .replace(/\b((?:from|import)\s*\(?\s*["'])(\/[^"']+)/g, (_, before, address) => before + moved(address))
    .replace(/\blocation\.(?=href|pathname|assign|replace|toString)/g, '$&$gh$$.'));
