import { expect, it } from 'vitest';
import type { Schemas } from '~/api/client';
import { firstSteps } from './steps';

const apps = [{ id: 'a' }] as Schemas['AppView'][];
const device = (status: string) => ({ status }) as Schemas['DeviceView'];
const done = (seen: Parameters<typeof firstSteps>[0]) => firstSteps(seen).map(({ done }) => done);

it('ticks what is done', () => {
  expect(done({ apps: [], devices: [], kept: [] })).toEqual([false, false, false]);
  expect(done({ apps, devices: [device('pending')], kept: [] })).toEqual([true, false, false]);
  expect(done({ apps, devices: [], kept: ['opened'] })).toEqual([true, true, false]);
});

it('goes away when all is done, or dismissed', () => {
  expect(done({ apps, devices: [device('offline')], kept: ['opened'] })).toEqual([]);
  expect(done({ apps: [], devices: [], kept: ['dismissed'] })).toEqual([]);
});
