// What is being done to containers: from the click until the gateway says how it ended.
import { useSyncExternalStore } from 'react';
import type { Verb } from './queries';

/** The gateway tells every end. A tab that missed it must not wait for ever. */
const FORGET = 90_000;

interface Act {
  verb: Verb;
  /** When it went well. */
  then: () => void;
}

let acting: ReadonlyMap<string, Act> = new Map();
const listeners = new Set<() => void>();

function set(next: Map<string, Act>): void {
  acting = next;
  for (const listener of listeners) listener();
}

export function began(id: string, verb: Verb, then: () => void = () => {}): void {
  set(new Map(acting).set(id, { verb, then }));
  setTimeout(() => ended(id), FORGET);
}

export function ended(id: string): void {
  if (!acting.has(id)) return;
  const next = new Map(acting);
  next.delete(id);
  set(next);
}

/** It went well; whoever began it here goes on from there. */
export function succeeded(id: string): void {
  const act = acting.get(id);
  ended(id);
  act?.then();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isActing = (id: string): boolean => acting.has(id);

export const useActing = (id: string): Verb | undefined =>
  useSyncExternalStore(subscribe, () => acting.get(id)?.verb);
