/**
 * The app that sent the person here to sign in. Only a place below /apps/ at this very origin is
 * one; whatever else the address names is not gone to.
 */
export function cameFrom(here: { origin: string; search: string; hash: string }): string | null {
  const next = new URLSearchParams(here.search).get('next');
  if (!next?.startsWith('/apps/')) return null;
  const place = new URL(next, here.origin);
  if (place.origin !== here.origin || !place.pathname.startsWith('/apps/')) return null;
  // Browsers carry it along over redirects; many apps keep their place in it.
  place.hash = here.hash;
  return place.href;
}
