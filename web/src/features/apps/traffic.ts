import type { Schemas } from '~/api/client';
import type { Share } from '~/api/live/system';

export type Traffic = Schemas['TrafficBody'];
const MINUTE = 60_000;

/** The part of a share that was not in the figures yet when they were read. */
function unknown(traffic: Traffic, share: Share): Share {
  const fresh = Math.min(share.requests, Math.max(0, share.totalRequests - traffic.requests));
  const part = share.requests > 0 ? fresh / share.requests : 1;
  const scaled = (value: number) => Math.round(value * part);
  return {
    ...share,
    requests: fresh,
    failures: scaled(share.failures),
    bytesSent: scaled(share.bytesSent),
    latencyMicros: scaled(share.latencyMicros),
  };
}

/** The traffic with what has just been heard of added to it. */
export function withShare(traffic: Traffic, heard: Share, at: number): Traffic {
  const share = unknown(traffic, heard);
  const start = Math.floor(at / MINUTE) * MINUTE;
  const series = [...traffic.series];
  const last = series.at(-1);
  if (!last || Date.parse(last.at) < start) {
    const fresh = {
      at: new Date(start).toISOString(),
      requests: 0,
      failures: 0,
      bytesSent: 0,
      avgLatencyMs: 0,
    };
    series.push(fresh);
  }
  const now = series.at(-1);
  if (!now) return traffic;
  const requests = now.requests + share.requests;
  const before = now.avgLatencyMs * now.requests;
  series[series.length - 1] = {
    at: now.at,
    requests,
    failures: now.failures + share.failures,
    bytesSent: now.bytesSent + share.bytesSent,
    avgLatencyMs: requests > 0 ? (before + share.latencyMicros / 1000) / requests : 0,
  };
  return {
    ...traffic,
    requests: traffic.requests + share.requests,
    bytesSent: traffic.bytesSent + share.bytesSent,
    series: series.slice(-60),
  };
}

/** What a card shows of some time. */
export interface Span {
  requests: number;
  p50Ms: number;
  p95Ms: number;
  bytesSent: number;
  /** How often each kind of answer came, those that came at all. */
  outcomes: [string, number][];
  points: { at: string; requests: number; failures: number; avgLatencyMs: number }[];
}

const occurred = (counts: Record<string, number>): [string, number][] =>
  Object.entries(counts).filter(([, count]) => count > 0);

/** The figures since the start, and minute by minute the last hour. */
export function hourOf(traffic: Traffic): Span {
  const { requests, p50Ms, p95Ms, bytesSent, statusClasses, series } = traffic;
  return { requests, p50Ms, p95Ms, bytesSent, outcomes: occurred(statusClasses), points: series };
}

/** The last day, quarter of an hour by quarter. */
export function dayOf({ lastDay }: Traffic): Span {
  const { requests, p50Ms, p95Ms, bytesSent, quarters } = lastDay;
  const classes: Record<string, number> = {};
  for (const { statusClasses } of quarters) {
    for (const [name, count] of Object.entries(statusClasses)) {
      classes[name] = (classes[name] ?? 0) + count;
    }
  }
  return { requests, p50Ms, p95Ms, bytesSent, outcomes: occurred(classes), points: quarters };
}
