// What the dashboard shows when it is opened without the gateway. Only where no app shares the page's
// origin, as apps could read it (ADR 23), and only as long as somebody is signed in.
import { api, ok } from '~/api/client';
import { appsQuery, queryClient } from '~/api/queries';
import { currentSession, onSession } from '~/api/session';
import { parseSeen, type Seen, seenOf } from './seen';

// Not `gatehouse-…`: the service worker removes those that are not its own.
const CACHE = 'gatehouse.last-seen';
const ADDRESS = '/_gh/last-seen';
const SHORTEST = 60_000;

/** There are none without HTTPS; then the page does not open without the gateway either. */
const canKeep = (): boolean => 'caches' in globalThis;

export async function recall(): Promise<Seen | null> {
  if (!canKeep()) return null;
  const kept = await caches.match(ADDRESS, { cacheName: CACHE });
  return parseSeen(await kept?.json().catch(() => null), Date.now());
}

export async function forget(): Promise<void> {
  if (canKeep()) await caches.delete(CACHE);
}

async function keep(): Promise<void> {
  const { data, dataUpdatedAt } = queryClient.getQueryState(appsQuery.queryKey) ?? {};
  const isIn = () => currentSession() !== null && !currentSession()?.ended;
  if (!data || !dataUpdatedAt || !isIn()) return;
  // Whether apps share the origin may have changed since the page was opened.
  const { staysSignedIn } = await ok(api.GET('/api/v1/auth/setup-status'));
  if (!staysSignedIn) return forget();
  const cache = await caches.open(CACHE);
  await cache.put(ADDRESS, Response.json(seenOf(data, dataUpdatedAt)));
  // Somebody may have signed out in between.
  if (!isIn()) await forget();
}

/** Keeps what the apps are, at most once a minute, and forgets it with the session. */
export function keepLastSeen(): void {
  if (!canKeep()) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  const run = () => {
    timer = undefined;
    last = Date.now();
    void keep().catch(() => {});
  };
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== appsQuery.queryKey[0]) return;
    if (query.state.data === undefined || timer) return;
    timer = setTimeout(run, Math.max(0, last + SHORTEST - Date.now()));
  });
  onSession(() => {
    const session = currentSession();
    if (session && !session.ended) return;
    last = 0;
    void forget().catch(() => {});
  });
}
