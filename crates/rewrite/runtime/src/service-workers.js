// Service workers: an app sees its own only, and none gets a scope above the app.

import { origin, prefix } from './config.js';
import { real, shown } from './address.js';
import { getter, wrap } from './wrap.js';

const scope = getter('ServiceWorkerRegistration', 'scope');
const isOwn = (found) => scope(found).startsWith(`${origin + prefix}/`);

export function watchServiceWorkers() {
    wrap('ServiceWorkerContainer.register', (options) =>
        options?.scope == null ? options : { ...options, scope: real(options.scope) }, 0, 1);
    wrap('ServiceWorkerContainer.getRegistrations', 0, (all) => all.filter(isOwn));
    wrap('ServiceWorkerContainer.getRegistration', real, (found) =>
        found && isOwn(found) ? found : undefined);
    wrap('ServiceWorkerContainer.register Clients.openWindow WindowClient.navigate', real);
    wrap('ServiceWorkerRegistration.scope ServiceWorker.scriptURL Client.url', 0, shown);
}
