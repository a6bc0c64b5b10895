import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { Broken } from './Broken';
import { NotFound } from './NotFound';
import { addressOf, INNER, PLACES } from './navigation';
import { Shell } from './Shell';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

// The page is also at `/`, where people begin; its own addresses are below `/_gh/`.
const entrance = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: addressOf('') as never, replace: true });
  },
});

const pages = [...PLACES, ...INNER].map(({ path, load }) =>
  createRoute({
    getParentRoute: () => root,
    path: addressOf(path),
    component: lazyRouteComponent(load),
  }),
);

export const router = createRouter({
  routeTree: root.addChildren([entrance, ...pages]),
  defaultPreload: 'intent',
  defaultErrorComponent: Broken,
  scrollRestoration: true,
  // The service worker's scope ends with one, and so does the start page's address.
  trailingSlash: 'preserve',
});

/** Opens a page from wherever. */
export function go(path: string, search: Record<string, string> = {}): void {
  void router.navigate({ to: addressOf(path) as never, search: search as never });
}
