// Who is signed in. The token lives in this variable and nowhere else: apps share the page's
// origin and could read any storage. A page that is loaded anew asks for the password again.
import { useSyncExternalStore } from 'react';
import type { components } from './schema';

export type User = components['schemas']['UserView'];

export interface Session {
  user: User;
  /** When the token ends, in milliseconds. */
  expiresAt: number;
  /** The gateway takes the token no more; the page waits until the same person signs in again. */
  ended?: boolean;
}

let token = '';
let session: Session | null = null;
let farewell: string | null = null;
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

export function signedIn(fresh: string, user: User, expiresIn: number): void {
  token = fresh;
  session = { user, expiresAt: Date.now() + expiresIn * 1000 };
  farewell = null;
  tell();
}

/** `reason` is shown on the sign-in page. */
export function signedOut(reason: string | null = null): void {
  if (!session) return;
  token = '';
  session = null;
  farewell = reason;
  tell();
}

/** The page stays as it is, with all that was typed. */
export function sessionEnded(): void {
  if (!session) return;
  token = '';
  session = { ...session, ended: true };
  tell();
}

/** Settles when there is a token again, with whether there is one: somebody may leave instead. */
export async function whenBack(): Promise<boolean> {
  while (session?.ended) {
    await new Promise<void>((resolve) => {
      const stop = onSession(() => {
        stop();
        resolve();
      });
    });
  }
  return session !== null;
}

export function renewed(fresh: string, expiresIn: number): void {
  if (!session) return;
  token = fresh;
  session = { ...session, expiresAt: Date.now() + expiresIn * 1000 };
  tell();
}

export const currentToken = (): string => token;
export const currentSession = (): Session | null => session;
export const whySignedOut = (): string | null => farewell;

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = (): Session | null => useSyncExternalStore(onSession, currentSession);
