import { describe, expect, it } from 'vitest';
import { parseSeen, seenOf } from './seen';

const DAY = 86_400_000;
const app = {
  id: 'wiki',
  name: 'Wiki',
  healthStatus: 'unhealthy' as const,
  url: 'https://gate.lan/apps/wiki/',
};

describe('what was last seen', () => {
  it('has no addresses', () => {
    expect(seenOf([app], 5)).toEqual({ at: 5, apps: [{ id: 'wiki', name: 'Wiki', broken: true }] });
  });

  it('comes back as it was kept', () => {
    const seen = seenOf([app], DAY);
    expect(parseSeen(JSON.parse(JSON.stringify(seen)), 2 * DAY)).toEqual(seen);
  });

  it('is nothing after 30 days, or where it is something else', () => {
    expect(parseSeen(seenOf([app], 0), 31 * DAY)).toBeNull();
    expect(parseSeen('old', 0)).toBeNull();
    expect(parseSeen({ at: 0, apps: [{ id: 7 }] }, 0)).toEqual({ at: 0, apps: [] });
  });
});
