import { expect, it } from 'vitest';
import type { Schemas } from '~/api/client';
import { withHealth } from './live';

const app = (id: string) => ({ id, healthStatus: 'unknown' }) as Schemas['AppView'];

it('changes those that were told of and leaves the others as they are', () => {
  const apps = [app('a'), app('b'), app('c')];
  const after = withHealth(
    apps,
    new Map([
      ['b', 'healthy'],
      ['c', 'unknown'],
      ['gone', 'healthy'],
    ]),
  );
  expect(after.map(({ healthStatus }) => healthStatus)).toEqual(['unknown', 'healthy', 'unknown']);
  expect(after[0]).toBe(apps[0]);
  expect(after[2]).toBe(apps[2]);
});
