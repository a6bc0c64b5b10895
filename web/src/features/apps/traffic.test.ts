import { expect, it } from 'vitest';
import { dayOf, type Traffic, withShare } from './traffic';

const at = Date.UTC(2026, 0, 1, 12, 0, 30);
const minute = (time: number, requests: number) => ({
  at: new Date(time).toISOString(),
  requests,
  failures: 0,
  bytesSent: 0,
  avgLatencyMs: 10,
});
const traffic = {
  requests: 5,
  bytesSent: 0,
  series: [minute(at - 30_000, 5)],
} as unknown as Traffic;
const share = {
  appId: 'a',
  requests: 5,
  totalRequests: 10,
  failures: 1,
  bytesSent: 100,
  latencyMicros: 150_000,
};

it('adds to the minute that is going on', () => {
  const { series, requests } = withShare(traffic, share, at);
  expect(requests).toBe(10);
  expect(series).toHaveLength(1);
  expect(series[0]).toMatchObject({ requests: 10, failures: 1, avgLatencyMs: 20 });
});

it('counts nothing twice that was read before', () => {
  const { requests, series } = withShare(traffic, { ...share, totalRequests: 7 }, at);
  expect(requests).toBe(7);
  expect(series[0]?.requests).toBe(7);
  expect(withShare(traffic, { ...share, totalRequests: 5 }, at).requests).toBe(5);
});

it('begins a new minute, and keeps an hour', () => {
  const full = { ...traffic, series: Array.from({ length: 60 }, () => minute(at, 1)) };
  const { series } = withShare(full, share, at + 60_000);
  expect(series).toHaveLength(60);
  expect(series.at(-1)).toMatchObject({ requests: 5, avgLatencyMs: 30 });
});

it('a day is the sum of its quarters', () => {
  const quarter = (statusClasses: Record<string, number>) => ({ statusClasses });
  const quarters = [quarter({ '2xx': 2 }), quarter({ '2xx': 1, '5xx': 3 })];
  const day = dayOf({ lastDay: { requests: 6, quarters } } as unknown as Traffic);
  expect(day.outcomes).toEqual([
    ['2xx', 3],
    ['5xx', 3],
  ]);
});
