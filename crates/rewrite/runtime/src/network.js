// Everything that asks the network for something.

import { real, shown } from './address.js';
import { wrap } from './wrap.js';

// The gateway knows people by a cookie, so a request to the app cannot do without; elsewhere the two
// mean the same.
const known = (init) => (init?.credentials === 'omit' ? { ...init, credentials: 'same-origin' } : init);

export function watchNetwork() {
    wrap('self.fetch WorkerGlobalScope.fetch Request WebSocket EventSource Audio Navigator.sendBeacon Response.redirect', real);
    wrap('self.fetch WorkerGlobalScope.fetch Request', known, 0, 1);
    wrap('XMLHttpRequest.open', real, 0, 1);
    wrap('Response.url Request.url,referrer XMLHttpRequest.responseURL WebSocket.url EventSource.url', 0, shown);
}
