// Ways from one page to another: history, links, forms, and what is assigned to `location`.

import { origin } from './config.js';
import { real, shown } from './address.js';
import { prepare } from './frames.js';
import { apply, getter, of, wrap } from './wrap.js';

const destination = getter('NavigationDestination', 'url');
const { getAttribute, setAttribute } = of('Element') ?? {};

/** A page that is left by `location = '/x'` goes to the app's `/x`. */
export function onNavigate(event) {
    const there = destination(event.destination);
    const moved = real(there);
    // What is sent along cannot be sent again; the gateway leads it back.
    const way = !event.formData && event.downloadRequest == null && { push: 'assign', replace: 'replace' }[event.navigationType];
    if (way && moved !== there && event.cancelable && !there.startsWith(`${origin}/_gh/`)) {
        event.preventDefault();
        location[way](moved);
    }
}

function settle(node) {
    for (const name of ['href', 'action', 'formaction']) {
        const value = node?.nodeType === 1 && apply(getAttribute, node, [name]);
        const moved = real(value);
        if (moved !== value) apply(setAttribute, node, [name, moved]);
    }
}

/** Links and forms that came by a way that nobody watches are moved when they are used. */
export function onUse(event) {
    [event.submitter, ...event.composedPath()].forEach(settle);
}

export function watchNavigation() {
    wrap('History.pushState,replaceState', real, 0, 2);
    wrap('NavigationHistoryEntry.url NavigationDestination.url', 0, shown);
    wrap('Navigation.navigate', real);
    wrap('self.open', real, prepare);
}
