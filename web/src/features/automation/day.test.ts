import { expect, it } from 'vitest';
import { DAY, lineOf } from './day';

const NOW = Date.UTC(2026, 0, 20, 12);
const after = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();

it('a day has the runs that come within it', () => {
  const { marks, more } = lineOf([after(-1), after(6), after(24), after(30)], NOW);
  expect(marks.map(({ share }) => share)).toEqual([25, 100]);
  expect(more).toBeNull();
});

it('what runs more often than is told goes on', () => {
  const every = Array.from({ length: 10 }, (_, index) => after((index + 1) * 0.25));
  const { marks, more } = lineOf(every, NOW);
  expect(marks).toHaveLength(10);
  expect(more).toBeCloseTo((2.5 / 24) * 100);
  expect(lineOf(every, NOW + DAY)).toEqual({ marks: [], more: 0 });
});
