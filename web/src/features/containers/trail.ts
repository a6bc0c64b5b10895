// What containers used lately, as far as somebody looked. The gateway tells only what is now.
import type { Schemas } from '~/api/client';

/** At a count every ten seconds: the last five minutes. */
const KEPT = 30;
/** Seconds after which nobody has looked for so long that a line would lie. */
const GAP = 60;

export type Stats = Schemas['StatsView'] & {
  /** Per cent, the oldest first. */
  trail: { cpu: number[]; memory: number[] };
};

let known: ReadonlyMap<string, Stats> = new Map();

/** The figures with those before them. Who is gone is forgotten. */
export function remembered(found: Schemas['StatsView'][]): Stats[] {
  const all = found.map((stats) => ({
    ...stats,
    trail: grown(known.get(stats.containerId), stats),
  }));
  known = new Map(all.map((stats) => [stats.containerId, stats]));
  return all;
}

function grown(before: Stats | undefined, now: Schemas['StatsView']): Stats['trail'] {
  if (before?.timestamp === now.timestamp) return before.trail;
  // It did not run, or was started anew.
  const isNew = !before || now.cpu.time < before.cpu.time || now.timestamp > before.timestamp + GAP;
  const trail = isNew ? undefined : before.trail;
  return {
    cpu: [...(trail?.cpu ?? []), now.cpu.usage].slice(-KEPT),
    memory: [...(trail?.memory ?? []), now.memory.usage].slice(-KEPT),
  };
}
