import { api, ok } from '~/api/client';
import { queryClient } from '~/api/queries';
import { currentSession, onSession, renewed, signedIn, signedOut } from '~/api/session';
import { cameFrom } from './next';
import { findAppsOrigin } from './stay';

export interface Credentials {
  username: string;
  password: string;
}

/** Signs in; whoever came from an app goes back there instead of into the dashboard. */
export async function signIn(credentials: Credentials): Promise<void> {
  const { token, expiresIn, user } = await ok(
    api.POST('/api/v1/auth/login', { body: credentials }),
  );
  const before = currentSession();
  // What was read and typed here is another person's.
  if (before && before.user.id !== user.id) return window.location.reload();
  const app = before ? null : cameFrom(window.location);
  if (app) return window.location.replace(app);
  signedIn(token, user, expiresIn);
  // Whoever may not decide that, or cannot now, is signed in all the same.
  void findAppsOrigin().catch(() => {});
}

export async function signOut(): Promise<void> {
  // Whatever the gateway says, this tab forgets the token.
  await ok(api.POST('/api/v1/auth/logout')).catch(() => {});
  signedOut();
}

/** A token is renewed after four fifths of its life, and with it goes what was read. */
export function keepSession(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  onSession(() => {
    clearTimeout(timer);
    const session = currentSession();
    if (!session) return queryClient.clear();
    if (session.ended) return;
    const left = session.expiresAt - Date.now();
    timer = setTimeout(() => void renew(), Math.max(60_000, left * 0.8));
  });
}

async function renew(): Promise<void> {
  const fresh = await ok(api.POST('/api/v1/auth/refresh')).catch(() => null);
  if (fresh) renewed(fresh.token, fresh.expiresIn);
}
