import { expect, it } from 'vitest';
import type { Schemas } from '~/api/client';
import { goalOf, grouped, inOrder, MOVES, matching, moved, shares } from './order';

const app = (id: string, tags: string[] = []) =>
  ({ id, name: id.toUpperCase(), tags }) as Schemas['AppView'];
const ids = (apps: { id: string }[]) => apps.map(({ id }) => id);

it('keeps the order that was made, and the rest by name', () => {
  expect(ids(inOrder([app('c'), app('a'), app('b')], ['b', 'gone']))).toEqual(['b', 'a', 'c']);
});

it('moves one to the place of another', () => {
  expect(moved(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
  expect(moved(['a'], 'x', 'a')).toEqual(['a']);
});

it('knows where a tile can go among those of its group', () => {
  const apps = ['a', 'b', 'c', 'd'].map((id) => app(id, ['tv']));
  const groups = grouped([...apps, app('e')], [], true);
  const goals = (id: string) => MOVES.map((move) => goalOf(groups, id, move));
  expect(goals('b')).toEqual(['a', 'a', 'c', 'd']);
  expect(goals('a')).toEqual([undefined, undefined, 'b', 'd']);
  expect(goals('e')).toEqual([undefined, undefined, undefined, undefined]);
  expect(goals('gone')).toEqual([undefined, undefined, undefined, undefined]);
});

it('puts favourites first and the others under their first tag', () => {
  const apps = [app('a', ['tv']), app('b'), app('c', ['home', 'tv']), app('d', ['tv'])];
  const found = grouped(apps, ['d'], true).map(({ tag, apps }) => [tag, ids(apps)]);
  expect(found).toEqual([
    [undefined, ['d']],
    ['home', ['c']],
    ['tv', ['a']],
    [null, ['b']],
  ]);
  expect(grouped(apps, [], false)).toHaveLength(1);
});

it('finds by name and by tag', () => {
  expect(ids(matching([app('a', ['media']), app('b')], 'med'))).toEqual(['a']);
});

it('gives tiles out from the top', () => {
  const groups = grouped([app('a', ['x']), app('b', ['x']), app('c', ['y']), app('d')], [], true);
  expect(shares(groups, 3)).toEqual([2, 1, 0]);
  expect(shares(groups, 1)).toEqual([1, 0, 0]);
  expect(shares(groups, 9)).toEqual([2, 1, 1]);
});
