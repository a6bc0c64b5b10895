// A tab's end of the shared socket. Where a browser has no shared workers, the tab has a socket of
// its own.
import { useSyncExternalStore } from 'react';
import { currentToken, onSession, sessionEnded } from '~/api/session';
import { browser } from './browser';
import type { Message, State } from './connection';
import { type FromTab, Switchboard, type ToTab } from './switchboard';

type Hearer = (data: never) => void;

let post: ((message: FromTab) => void) | null = null;
let state: State = { name: 'closed' };
const stateListeners = new Set<() => void>();
const hearers = new Map<string, Set<Hearer>>();
const onOpen = new Set<() => void>();

function receive(message: ToTab): void {
  if (message.kind === 'message') {
    hear(message.message);
    return;
  }
  const before = state.name;
  state = message.state;
  for (const listener of stateListeners) listener();
  if (state.name === 'refused') sessionEnded();
  if (state.name === 'open' && before !== 'open') for (const run of onOpen) run();
}

function hear({ type, data }: Message): void {
  for (const hearer of hearers.get(type) ?? []) hearer(data as never);
  for (const hearer of hearers.get('*') ?? []) hearer({ type, data } as never);
}

function line(): (message: FromTab) => void {
  if (typeof SharedWorker === 'undefined') {
    const board = new Switchboard(browser, async () => true);
    const tab = { post: receive };
    return (message) => void board.hear(tab, message);
  }
  const worker = new SharedWorker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: 'gatehouse',
  });
  worker.port.onmessage = ({ data }: MessageEvent<ToTab>) => receive(data);
  worker.port.start();
  return (message) => worker.port.postMessage(message);
}

/** Joins when somebody signs in, and leaves with them. */
export function startLive(): void {
  onSession(() => {
    const token = currentToken();
    if (token) {
      post ??= line();
      post({ kind: 'join', token });
    } else {
      post?.({ kind: 'leave' });
      state = { name: 'closed' };
    }
  });
  window.addEventListener('pagehide', () => post?.({ kind: 'leave' }));
  window.addEventListener('pageshow', (event) => {
    if (event.persisted && currentToken()) post?.({ kind: 'join', token: currentToken() });
  });
  window.addEventListener('online', () => post?.({ kind: 'hurry' }));
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) post?.({ kind: 'hurry' });
  });
}

/** Hears messages of a type (`*`: of all) until the returned function is called. */
export function on<T>(type: string, hearer: (data: T) => void): () => void {
  const set = hearers.get(type) ?? new Set();
  hearers.set(type, set.add(hearer as Hearer));
  return () => set.delete(hearer as Hearer);
}

/** Runs whenever the socket opens, also after a loss; at once where it is open. */
export function whenOpen(run: () => void): () => void {
  onOpen.add(run);
  if (state.name === 'open') run();
  return () => onOpen.delete(run);
}

export const say = (message: Message): void => post?.({ kind: 'say', message });

function subscribe(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

export const useLiveState = (): State => useSyncExternalStore(subscribe, () => state);
