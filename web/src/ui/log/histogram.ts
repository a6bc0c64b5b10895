import type { Span } from './buffer';
import type { Level, LogLine } from './line';
import type { Ring } from './ring';

export interface Bar extends Span, Record<Level, number> {}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Spans of time that people count in. */
const WIDTHS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  DAY,
];

/** How many lines were said when, in at most so many bars; none where the times are not known. */
export function histogram(lines: Pick<Ring<LogLine>, 'each'>, most: number): Bar[] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  lines.each(({ at }) => {
    if (at === null) return;
    if (at < first) first = at;
    if (at > last) last = at;
  });
  if (first > last) return [];
  const width = widthFor(first, last, most);
  const begin = Math.floor(first / width);
  const count = Math.floor(last / width) - begin + 1;
  const bars = Array.from({ length: count }, (_, index) => {
    const from = (begin + index) * width;
    return { from, to: from + width, plain: 0, warn: 0, bad: 0 };
  });
  lines.each(({ at, level }) => {
    const bar = at === null ? undefined : bars[Math.floor(at / width) - begin];
    if (bar) bar[level] += 1;
  });
  return bars;
}

function widthFor(first: number, last: number, most: number): number {
  const fits = (width: number) => Math.floor(last / width) - Math.floor(first / width) < most;
  const days = Math.ceil((last - first) / DAY / Math.max(1, most - 1));
  return WIDTHS.find(fits) ?? Math.max(1, days) * DAY;
}

export const linesIn = ({ plain, warn, bad }: Bar): number => plain + warn + bad;
