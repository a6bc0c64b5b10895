// Which apps a person likes, how they stand on Home and which first steps are done go with the
// person, not with the browser: the gateway keeps them and gives them with the sign-in. All else
// stays in the browser.
import { api, ok } from '~/api/client';
import { currentSession, onSession, type User } from '~/api/session';
import { onPrefs, type Prefs, prefs, setPrefs } from '~/lib/prefs';

type Shared = Pick<Prefs, 'favourites' | 'order' | 'steps'>;

/** Several changes in a row are sent as one. */
const PAUSE = 1000;

const shared = ({ favourites, order, steps }: Prefs): Shared => ({ favourites, order, steps });
const texts = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined;

/** What the gateway gave, as far as it makes sense. */
export function givenWith(user: User): Partial<Shared> {
  const given = (user.preferences ?? {}) as Record<string, unknown>;
  const found: Partial<Shared> = {};
  for (const key of ['favourites', 'order', 'steps'] as const) {
    const value = texts(given[key]);
    if (value) found[key] = value;
  }
  return found;
}

/** What a person finds who signs in here: not what somebody else left in this browser. */
export function takenOver(before: Prefs, user: User): Partial<Prefs> {
  const foreign = before.owner !== null && before.owner !== user.id;
  const nothing = foreign ? { favourites: [], order: [], steps: [] } : {};
  return { ...nothing, ...givenWith(user), owner: user.id };
}

export function keepPreferences(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known = '';
  let whose: number | null = null;
  const send = () => {
    const mine = shared(prefs());
    known = JSON.stringify(mine);
    // It is in the browser all the same, and goes with the next change.
    ok(api.PUT('/api/v1/auth/preferences', { body: mine as never })).catch(() => {});
  };
  onSession(() => {
    const user = currentSession()?.user;
    if ((user?.id ?? null) === whose) return;
    whose = user?.id ?? null;
    clearTimeout(timer);
    if (!user) return;
    const next = takenOver(prefs(), user);
    known = JSON.stringify(shared({ ...prefs(), ...next }));
    setPrefs(next);
  });
  onPrefs(() => {
    if (whose === null || JSON.stringify(shared(prefs())) === known) return;
    clearTimeout(timer);
    timer = setTimeout(send, PAUSE);
  });
}
