import type { Schemas } from '~/api/client';
import { bytes } from '~/lib/format';
import { t } from '~/lib/i18n';
import { type Level, levelOf } from '~/ui/log/line';
import { exitWhy } from '../state';

export type Incident = Schemas['Incident'];

interface Point {
  /** From 0 at the left to 1 at the end. */
  x: number;
  /** From 0 at the top to 1. */
  y: number;
}

/** What led to an end, on one axis of time. */
export interface Picture {
  from: number;
  to: number;
  memory: Point[];
  /** Where its limit is, if it came anywhere near it. */
  limit: number | null;
  lines: { x: number; level: Level }[];
  /** Lines from before all that. */
  earlier: number;
}

const MINUTE = 60_000;
/** As far back as the gateway keeps what a container used. */
const LONGEST = 6 * MINUTE;
/** The highest point is below the upper edge. */
const HEADROOM = 1.1;
/** Of a limit: below it, the curve would lie flat on the ground beside the line. */
const NEAR = 0.1;

export function pictureOf({ at, lines, stats }: Incident): Picture {
  const to = Date.parse(at);
  const since = stats[0] ? Date.parse(stats[0].at) : to - MINUTE;
  const from = Math.min(to - MINUTE, Math.max(to - LONGEST, since));
  // Its last words may have been written down after it was gone.
  const placeOf = (time: string) => Math.min(1, (Date.parse(time) - from) / (to - from));
  const used = Math.max(0, ...stats.map((each) => each.memoryUsed));
  const limit = limitOf(stats);
  const isNear = limit !== null && used >= limit * NEAR;
  const most = Math.max(1, used, isNear ? limit : 0) * HEADROOM;
  const seen = lines.filter(({ timestamp }) => Date.parse(timestamp) >= from);
  return {
    from,
    to,
    memory: stats.map((each) => ({ x: placeOf(each.at), y: 1 - each.memoryUsed / most })),
    limit: isNear ? 1 - limit / most : null,
    lines: seen.map(({ timestamp, message }) => ({
      x: placeOf(timestamp),
      level: levelOf(message),
    })),
    earlier: lines.length - seen.length,
  };
}

/** The last limit that is known. */
export function limitOf(stats: Incident['stats']): number | null {
  return stats.findLast(({ memoryLimit }) => memoryLimit > 0)?.memoryLimit ?? null;
}

/** "Ended with 137: it took more memory than its limit of 512 MB" */
export function endText({ exitCode, outOfMemory, stats }: Incident): string {
  const code = exitCode ?? '?';
  const limit = limitOf(stats);
  if (outOfMemory && limit !== null) {
    return t('containers.ended', { code, why: t('containers.overLimit', { limit: bytes(limit) }) });
  }
  if (outOfMemory) return t('containers.ended', { code, why: t('containers.overMemory') });
  if (typeof exitCode !== 'number') return t('containers.endedSomehow');
  return t('containers.ended', { code, why: exitWhy(exitCode) });
}
