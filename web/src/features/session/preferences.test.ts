import { expect, test } from 'vitest';
import type { User } from '~/api/session';
import { parsePrefs } from '~/lib/prefs';
import { givenWith, takenOver } from './preferences';

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

test('who signs in finds nothing of the person before', () => {
  const ann = { ...parsePrefs('{}'), favourites: ['wiki'], order: ['wiki'], owner: 1 };
  const ben = { ...user(), id: 2 };
  expect(takenOver(ann, ben)).toEqual({ favourites: [], order: [], steps: [], owner: 2 });
  expect(takenOver(ann, { ...user({ favourites: ['tv'] }), id: 2 }).favourites).toEqual(['tv']);
  expect(takenOver(ann, { ...user(), id: 1 })).toEqual({ owner: 1 });
  // Chosen before anybody signed in.
  expect(takenOver({ ...ann, owner: null }, ben)).toEqual({ owner: 2 });
});
