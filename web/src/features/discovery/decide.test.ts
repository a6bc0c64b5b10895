import { expect, test } from 'vitest';
import type { Schemas } from '~/api/client';
import { wished } from './decide';
import { nameIn } from './nameIn';

const proposal = {
  id: 'proposal_docker_http_my_wiki_80',
  suggestedApp: { name: 'wiki', tags: ['docker', 'notes'] },
  suggestedRoute: { pathBase: '/apps/wiki/' },
} as unknown as Schemas['Proposal'];

test('only what differs from the suggestion is sent', () => {
  expect(wished({ proposal, port: 80 })).toEqual({ port: 80 });
  expect(wished({ proposal, port: 80, name: ' wiki ', group: 'docker' })).toEqual({ port: 80 });
  expect(wished({ proposal, port: 80, name: 'Wiki', group: 'notes' })).toEqual({
    port: 80,
    name: 'Wiki',
    tags: ['notes'],
  });
  expect(wished({ proposal, port: 80, path: ' wiki' })).toEqual({ port: 80 });
  expect(wished({ proposal, port: 80, path: 'notes' }).pathBase).toBe('/apps/notes/');
  expect(wished({ proposal, port: 80, group: '' }).tags).toEqual(['notes']);
});

test('a proposal is called by its app', () => {
  expect(nameIn(proposal.id)).toBe('my_wiki');
  expect(nameIn('other')).toBe('other');
});
