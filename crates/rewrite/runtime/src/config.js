// What the gateway says about this app. It stands in an attribute of our own element, so that the
// text of the script is the same for everybody; in workers it stands in a variable before it.

/* global gatehouse -- the function that the build puts around all of this */

const element = self.document?.currentScript;
const given = element ? element.getAttribute('data-gatehouse') : JSON.stringify(self.$gh$c);
element?.remove();
delete self.$gh$c;

export const config = JSON.parse(given || null);

export const {
    /** What the browser sees before the app's paths: `/apps/x`. */
    p: prefix = '',
    /** What the app sees before its own paths; mostly nothing. */
    b: base = '',
    /** The app's own addresses, `127.0.0.1:3000`. */
    o: inner = [],
    /** The app knows of the prefix and expects to see it. */
    a: aware,
} = config ?? {};

// The location of a blank frame has no origin; where its relative addresses start has one.
export const { origin } = new URL((location.origin === 'null' && self.document?.baseURI) || location.href);

/** Our own text, for realms that the gateway does not see: blank frames and workers from blobs. */
export const text = `(${gatehouse})()`;
export const attribute = given;

/** Our element, for a document that is given as text. The gateway writes nothing to be escaped. */
export const elementText = () => `<script data-gatehouse='${given}'>${text}</script>`;

/** The same for the beginning of a worker. */
export const workerText = () => `self.$gh$c=${given};${text};`;
