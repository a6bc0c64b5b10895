// How far work at deployments is, as the gateway tells it.
import { useSyncExternalStore } from 'react';

export interface Progress {
  deploymentId: string;
  step: string;
  service?: string;
  current?: number;
  total?: number;
  message: string;
}

let known: ReadonlyMap<string, Progress> = new Map();
const listeners = new Set<() => void>();

export const isOver = ({ step }: Progress): boolean => ['done', 'failed', 'removed'].includes(step);

export function note(progress: Progress): void {
  const next = new Map(known);
  if (isOver(progress)) next.delete(progress.deploymentId);
  else next.set(progress.deploymentId, progress);
  known = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useProgress = (id: string): Progress | undefined =>
  useSyncExternalStore(subscribe, () => known.get(id));
