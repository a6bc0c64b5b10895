import { describe, expect, it } from 'vitest';
import { paced, poolOf } from './pace';

class Watch {
  time = 0;
  now = () => this.time;
  sleep = async (millis: number) => {
    this.time += millis;
  };
}

const ask = () => new Request('http://gate.test/api/v1/apps');
const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response('{}', { status, headers });

describe('pace', () => {
  it('knows the pools of the gateway', () => {
    const pools = {
      '/api/v1/apps': 'general',
      '/api/v1/apps/x/favicon': 'none',
      '/api/v1/devices/x': 'device',
      '/api/v1/audit-logs': 'device',
      '/api/v1/auth/qr': 'qr',
      '/api/v1/auth/login': 'auth',
      '/api/v1/services/x/health': 'health',
      '/healthz': 'health',
    };
    for (const [path, pool] of Object.entries(pools))
      expect([path, poolOf(path)]).toEqual([path, pool]);
  });

  it('waits as long as the gateway says and sends again', async () => {
    const watch = new Watch();
    const answers = [answer(429, { 'retry-after': '7' }), answer(200)];
    const sent: number[] = [];
    const send = paced(async () => {
      sent.push(watch.time);
      return answers.shift() ?? answer(500);
    }, watch);
    expect((await send(ask())).status).toBe(200);
    expect(sent).toEqual([0, 7000]);
  });

  it('waits before a limit is used up, and gives up in the end', async () => {
    const watch = new Watch();
    const low = { 'x-ratelimit-remaining': '0', 'ratelimit-reset': '2' };
    const send = paced(async () => answer(200, low), watch);
    await send(ask());
    await send(ask());
    expect(watch.time).toBe(2000);
    const refusing = paced(async () => answer(429, { 'retry-after': '1' }), new Watch());
    expect((await refusing(ask())).status).toBe(429);
  });

  it('counts those that are under way', async () => {
    const watch = new Watch();
    const sent: number[] = [];
    const send = paced(async () => {
      sent.push(watch.time);
      return answer(200, { 'X-RateLimit-Remaining': '1', 'RateLimit-Reset': '2' });
    }, watch);
    await send(ask());
    await Promise.all([send(ask()), send(ask())]);
    expect(sent).toHaveLength(3);
    expect(watch.time).toBe(2000);
  });
});
