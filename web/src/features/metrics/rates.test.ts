import { expect, test } from 'vitest';
import type { Sample } from '~/api/live/system';
import { perSecond } from './rates';

const sample = (at: number, requests: number, failures = 0) =>
  ({ at, requests, failures }) as Sample;

test('what came between two samples is spread over the time between them', () => {
  const samples = [sample(0, 9), sample(5_000, 10, 5), sample(15_000, 10), sample(15_000, 3)];
  expect(perSecond(samples)).toEqual({ requests: [0, 2, 1, 0], failures: [0, 1, 0, 0] });
  expect(perSecond([])).toEqual({ requests: [], failures: [] });
});
