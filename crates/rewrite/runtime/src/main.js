// Carries the prefix of an app into what its scripts do at run time. See ADR 16.

import { watchAttributes } from './attributes.js';
import { config } from './config.js';
import { watchContents } from './contents.js';
import { watchCookies } from './cookies.js';
import { onLoad, watchFrames } from './frames.js';
import { showLocation } from './location.js';
import { watchMarkup } from './markup.js';
import { separateNames } from './names.js';
import { onNavigate, onUse, watchNavigation } from './navigation.js';
import { watchNetwork } from './network.js';
import { watchSelectors } from './selectors.js';
import { watchServiceWorkers } from './service-workers.js';
import { onStorage, separateStorage } from './storage.js';
import { watchStyles } from './styles.js';
import { watchWorkers } from './workers.js';
import { defineProperty, hideOurselves } from './wrap.js';

// Done again when the document of a window is replaced, which takes listeners with it.
function listen() {
    if (!self.document) return;
    self.navigation?.addEventListener('navigate', onNavigate);
    for (const type of ['click', 'auxclick', 'submit']) addEventListener(type, onUse, true);
    addEventListener('storage', onStorage, true);
    document.addEventListener('load', onLoad, true);
}

const steps = [
    hideOurselves, separateNames, separateStorage, watchCookies, watchNetwork, watchWorkers,
    watchServiceWorkers, watchAttributes, watchSelectors, () => watchMarkup(listen), watchStyles, watchContents, watchNavigation,
    showLocation, watchFrames, listen,
];

if (self.$gh$r) {
    self.$gh$r();
} else if (config) {
    defineProperty(self, '$gh$r', { value: listen });
    for (const step of steps) {
        try {
            step();
        } catch {
            // A browser that lacks one thing still gets the others.
        }
    }
}
