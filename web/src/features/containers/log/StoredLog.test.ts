import { expect, it } from 'vitest';
import { dateTime } from '~/lib/format';
import { reachText } from './StoredLog';

it('a search says how far back it looked, and whether it shows everything', () => {
  const oldest = '2030-01-31T12:00:00Z';
  const all = { count: 3, total: 3, oldest };
  expect(reachText(all, undefined)).toBe(`Looked back to ${dateTime(oldest)}.`);
  const since = new Date('2030-01-31T13:00:00Z');
  expect(reachText(all, since)).toContain(dateTime(since.getTime()));
  expect(reachText({ ...all, total: 5000 }, undefined)).toContain('the last 3 of 5,000');
  expect(reachText({ count: 0, total: 0 }, undefined)).toBe('Nothing is stored yet.');
});
