// Keeps what was read in step with what happens. Each part says in its `live.ts` what an event
// means for it; after a loss of the socket everything that is shown is read again.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { on, whenOpen } from './link';

export type LiveHandlers = Record<string, (data: never, refresh: Refresh) => void>;
export type Refresh = (...keys: QueryKey[]) => void;

const parts = import.meta.glob('../../features/*/live.ts', { eager: true }) as Record<
  string,
  { handlers: LiveHandlers }
>;

/** Events come in bursts; what they change is read once, and not more often than this. */
const CALM = 1500;

/** Collects what is to be read again, and reads it when it has been quiet for a moment. */
export function calmly(run: (keys: QueryKey[]) => void, wait = CALM): Refresh {
  const waiting = new Map<string, QueryKey>();
  return (...keys) => {
    const idle = waiting.size === 0;
    for (const key of keys) waiting.set(JSON.stringify(key), key);
    if (!idle) return;
    setTimeout(() => {
      const all = [...waiting.values()];
      waiting.clear();
      run(all);
    }, wait);
  };
}

export function followEvents(client: QueryClient): void {
  const refresh = calmly((keys) => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  });
  for (const { handlers } of Object.values(parts)) {
    for (const [type, handle] of Object.entries(handlers)) {
      on(type, (data) => handle(data as never, refresh));
    }
  }
  let opened = false;
  whenOpen(() => {
    // The first time, everything has just been read.
    if (opened) void client.invalidateQueries();
    opened = true;
  });
}
