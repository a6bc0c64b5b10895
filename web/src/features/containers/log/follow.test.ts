import { expect, it } from 'vitest';
import { parseLine } from './follow';

it('a line is its time and its text', () => {
  const { at, text } = parseLine('stdout', '2030-01-31T12:00:00.123456789Z hello there');
  expect(new Date(at ?? 0).toISOString()).toBe('2030-01-31T12:00:00.123Z');
  expect(text).toBe('hello there');
  expect(parseLine('stderr', 'no time')).toEqual({ at: null, stream: 'stderr', text: 'no time' });
});
