// Which apps a person likes and how they stand on Home go with the person, not with the browser:
// the gateway keeps them and gives them with the sign-in. All else stays in the browser.
import { api, ok } from '~/api/client';
import { currentSession, onSession, type User } from '~/api/session';
import { onPrefs, type Prefs, prefs, setPrefs } from '~/lib/prefs';

type Shared = Pick<Prefs, 'favourites' | 'order'>;

/** Several changes in a row are sent as one. */
const PAUSE = 1000;

const shared = ({ favourites, order }: Prefs): Shared => ({ favourites, order });
const texts = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined;

/** What the gateway gave, as far as it makes sense. */
export function givenWith(user: User): Partial<Shared> {
  const given = (user.preferences ?? {}) as Record<string, unknown>;
  const [favourites, order] = [texts(given.favourites), texts(given.order)];
  return { ...(favourites && { favourites }), ...(order && { order }) };
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
    const given = givenWith(user);
    known = JSON.stringify(shared({ ...prefs(), ...given }));
    if (Object.keys(given).length > 0) setPrefs(given);
  });
  onPrefs(() => {
    if (whose === null || JSON.stringify(shared(prefs())) === known) return;
    clearTimeout(timer);
    timer = setTimeout(send, PAUSE);
  });
}
