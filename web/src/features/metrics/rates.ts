import type { Sample } from '~/api/live/system';

/** Requests and failures a second; what came since the sample before is spread over that time. */
export function perSecond(samples: Sample[]): { requests: number[]; failures: number[] } {
  const rate = (key: 'requests' | 'failures') =>
    samples.map((sample, index) => {
      const before = samples[index - 1];
      if (!before || sample.at <= before.at) return 0;
      return (sample[key] * 1000) / (sample.at - before.at);
    });
  return { requests: rate('requests'), failures: rate('failures') };
}
