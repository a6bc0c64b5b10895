import { describe, expect, it } from 'vitest';
import { type Bar, histogram, linesIn } from './histogram';
import type { Level, LogLine } from './line';
import { Ring } from './ring';

const line = (at: number | null, level: Level = 'plain'): LogLine => ({
  id: 0,
  at,
  stream: 'stdout',
  level,
  text: '',
  width: 0,
});

function counted(lines: LogLine[], most: number): Bar[] {
  const ring = new Ring<LogLine>();
  for (const each of lines) ring.push(each);
  return histogram(ring, most);
}

describe('a histogram', () => {
  it('counts lines by when they were said and how bad they are', () => {
    const bars = counted([line(1_200), line(1_900, 'bad'), line(null), line(4_000, 'warn')], 60);
    expect(bars).toEqual([
      { from: 1_000, to: 2_000, plain: 1, warn: 0, bad: 1 },
      { from: 2_000, to: 3_000, plain: 0, warn: 0, bad: 0 },
      { from: 3_000, to: 4_000, plain: 0, warn: 0, bad: 0 },
      { from: 4_000, to: 5_000, plain: 0, warn: 1, bad: 0 },
    ]);
    expect(counted([line(null)], 60)).toEqual([]);
  });

  it('has never more bars than there is room for, and forgets no line', () => {
    for (const span of [1, 59_999, 3_600_000, 86_400_000, 400 * 86_400_000]) {
      const lines = [line(1_000_123), line(1_000_123 + span / 3), line(1_000_123 + span)];
      const bars = counted(lines, 40);
      expect(bars.length).toBeLessThanOrEqual(40);
      expect(bars.reduce((sum, bar) => sum + linesIn(bar), 0)).toBe(3);
    }
  });
});
