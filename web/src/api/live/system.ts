// The host's figures of the last quarter of an hour, as the gateway tells them on the socket.
import { useEffect, useSyncExternalStore } from 'react';
import { on, say, whenOpen } from './link';

export interface Sample {
  at: number;
  cpu: number;
  ram: number;
  disk: number;
  rx: number;
  tx: number;
  requests: number;
  failures: number;
}

export interface Share {
  appId: string;
  requests: number;
  /** Since the start. */
  totalRequests: number;
  failures: number;
  bytesSent: number;
  latencyMicros: number;
}

interface Told {
  sample: Sample;
  apps: Share[];
  newestActivity: string | null;
}

const KEPT = 180;

let samples: Sample[] = [];
const listeners = new Set<() => void>();

export function added(before: Sample[], sample: Sample): Sample[] {
  return [...before, sample].slice(-KEPT);
}

function set(next: Sample[]): void {
  samples = next;
  for (const listener of listeners) listener();
}

/** Asks for the figures once the socket is there, and again after each loss. */
export function followSystem(): void {
  on<{ samples: Sample[] }>('system.history', ({ samples }) => set(samples));
  on<Told>('system.sample', ({ sample }) => set(added(samples, sample)));
  whenOpen(() => say({ type: 'system.watch' }));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSamples = (): Sample[] => useSyncExternalStore(subscribe, () => samples);

/** What goes through one app, as it goes. */
export function useShare(appId: string, hear: (share: Share, at: number) => void): void {
  useEffect(
    () =>
      on<Told>('system.sample', ({ apps, sample }) => {
        const share = apps.find((each) => each.appId === appId);
        if (share) hear(share, sample.at);
      }),
    [appId, hear],
  );
}
