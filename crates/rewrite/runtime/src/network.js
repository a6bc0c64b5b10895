// Everything that asks the network for something.

import { real, shown } from './address.js';
import { wrap } from './wrap.js';

export function watchNetwork() {
    wrap('self.fetch WorkerGlobalScope.fetch Request WebSocket EventSource Audio Navigator.sendBeacon Response.redirect', real);
    wrap('XMLHttpRequest.open', real, 0, 1);
    wrap('Response.url Request.url,referrer XMLHttpRequest.responseURL WebSocket.url EventSource.url', 0, shown);
}
