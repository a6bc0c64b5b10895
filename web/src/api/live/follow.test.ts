import { expect, it, vi } from 'vitest';
import { calmly } from './follow';

it('reads once what many events changed', () => {
  vi.useFakeTimers();
  const read: unknown[] = [];
  const refresh = calmly((keys) => read.push(keys), 1000);
  for (let event = 0; event < 100; event++) refresh(['apps'], ['routes']);
  expect(read).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(read).toEqual([[['apps'], ['routes']]]);
  refresh(['apps']);
  vi.advanceTimersByTime(1000);
  expect(read).toHaveLength(2);
  vi.useRealTimers();
});
