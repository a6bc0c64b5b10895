import { expect, it } from 'vitest';
import {
  currentSession,
  currentToken,
  sessionEnded,
  signedIn,
  signedOut,
  type User,
  whenBack,
} from './session';

const ada = { id: 1, username: 'ada' } as User;

it('waits for the same person when a session ends', async () => {
  signedIn('one', ada, 60);
  sessionEnded();
  expect(currentToken()).toBe('');
  expect(currentSession()).toMatchObject({ user: ada, ended: true });
  const back = whenBack();
  signedIn('two', ada, 60);
  expect(await back).toBe(true);
  expect(currentToken()).toBe('two');
  expect(currentSession()?.ended).toBeUndefined();
});

it('waits no longer when they leave', async () => {
  signedIn('one', ada, 60);
  sessionEnded();
  const back = whenBack();
  signedOut();
  expect(await back).toBe(false);
});
