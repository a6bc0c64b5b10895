import { expect, test } from 'vitest';
import type { User } from '~/api/session';
import { givenWith } from './preferences';

const user = (preferences?: object) => ({ preferences }) as unknown as User;

test('what the gateway gave counts as far as it makes sense', () => {
  expect(givenWith(user())).toEqual({});
  expect(
    givenWith(user({ favourites: ['a'], order: [1], steps: ['opened'], other: true })),
  ).toEqual({
    favourites: ['a'],
    steps: ['opened'],
  });
});
