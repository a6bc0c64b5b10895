import { api, ok } from '~/api/client';
import { signedIn } from '~/api/session';
import { forget } from './lastSeen';

/** Goes on where this browser is still signed in; whether it is. */
export async function resume(): Promise<boolean> {
  const { data } = await api.POST('/api/v1/auth/session');
  if (!data) return false;
  signedIn(data.token, data.user, data.expiresIn);
  return true;
}

/**
 * Once this browser is seen to reach the port that apps have to themselves, they are opened there:
 * then no app shares our origin, and one stays signed in.
 */
export async function findAppsOrigin(): Promise<void> {
  const { port, undecided } = await ok(api.GET('/api/v1/admin/apps-origin'));
  if (undecided && port && (await reaches(port))) await decideAppsOrigin('own');
}

export async function decideAppsOrigin(mode: 'own' | 'shared') {
  // From now on apps could read it.
  if (mode === 'shared') await forget();
  return ok(api.PUT('/api/v1/admin/apps-origin', { body: { mode } }));
}

/** Whether this browser gets to the port, and trusts what answers there. */
export async function reaches(port: number): Promise<boolean> {
  const { protocol, hostname } = window.location;
  const url = `${protocol}//${hostname}:${port}/_gh/reach`;
  const answer = await fetch(url, { credentials: 'omit', cache: 'no-store' }).catch(() => null);
  return answer?.ok ?? false;
}
