import { expect, it } from 'vitest';
import { sharedBy } from './shared';

const app = (name: string, peer: string | null) => ({
  id: name,
  name,
  url: `https://gate.lan/apps/${name}/`,
  peer: peer ? { id: peer, name: peer } : null,
});

it('a peer shares its own apps, and not ours', () => {
  const attic = [app('Wiki', 'attic'), app('Photos', 'attic')];
  const apps = [...attic, app('Music', 'cellar'), app('Ours', null)];
  expect(sharedBy(apps, 'attic').map(({ name }) => name)).toEqual(['Photos', 'Wiki']);
  expect(sharedBy(apps, 'garage')).toEqual([]);
});
