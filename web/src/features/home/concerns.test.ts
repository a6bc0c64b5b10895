import { expect, test } from 'vitest';
import type { Schemas } from '~/api/client';
import { concerns } from './concerns';

const app = (id: string, healthStatus = 'unhealthy') =>
  ({ id, name: id, healthStatus }) as Schemas['AppView'];
const nothing = { apps: [], devices: [], proposals: [], health: undefined };

test('what is well is not spoken of', () => {
  expect(concerns({ ...nothing, apps: [app('a', 'healthy'), app('b', 'unknown')] })).toEqual([]);
});

test('few apps have a line each, many have one', () => {
  const few = concerns({ ...nothing, apps: [app('a'), app('b')] });
  expect(few.map(({ to }) => to)).toEqual(['apps/a', 'apps/b']);
  const many = concerns({ ...nothing, apps: ['a', 'b', 'c', 'd'].map((id) => app(id)) });
  expect(many).toHaveLength(1);
  expect(many[0]?.cause).toBe('a, b, c, …');
});

test('the gravest comes first', () => {
  const devices = [
    {
      deviceId: 'p',
      deviceName: 'Pixel',
      model: 'Pixel 9',
      platform: 'android',
      status: 'pending',
    },
    { deviceId: 'q', deviceName: 'iPad', status: 'online' },
  ] as Schemas['DeviceView'][];
  const health = { components: { database: { status: 'unhealthy', message: 'away' } } };
  const found = concerns({
    apps: [app('a')],
    devices,
    proposals: [{ suggestedApp: { name: 'Wiki' } }],
    health: health as unknown as Schemas['HealthBody'],
  });
  expect(found.map(({ kind }) => kind)).toEqual(['component', 'app', 'device', 'proposals']);
});
