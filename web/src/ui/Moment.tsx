import { useSyncExternalStore } from 'react';
import { ago, dateTime } from '~/lib/format';

let minute = Math.floor(Date.now() / 30_000);
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;

// One clock for all moments in sight.
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    minute = Math.floor(Date.now() / 30_000);
    for (const each of listeners) each();
  }, 30_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer) {
      clearInterval(timer);
      timer = null;
    }
  };
}

/** "5 minutes ago", with the whole date behind it. */
export function Moment({ at }: { at: string | number }) {
  useSyncExternalStore(subscribe, () => minute);
  const date = new Date(at);
  const whole = Number.isNaN(date.getTime()) ? undefined : date.toISOString();
  return (
    <time dateTime={whole} title={dateTime(at)}>
      {ago(at)}
    </time>
  );
}
