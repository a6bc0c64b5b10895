import { expect, it } from 'vitest';
import type { Container } from './queries';
import { rowsOf } from './rows';

const container = (id: string, stack?: string) =>
  ({
    id,
    runtime: 'docker',
    namespace: '',
    labels: stack ? { 'com.docker.compose.project': stack } : {},
  }) as unknown as Container;

const told = (containers: Container[]) =>
  rowsOf(containers).map((row) =>
    row.kind === 'stack' ? `${row.name}: ${row.members.length}` : row.container.id,
  );

it('containers stand below their stacks, and those without one last', () => {
  const all = [
    container('lone'),
    container('db', 'wiki'),
    container('b', 'a'),
    container('web', 'wiki'),
  ];
  expect(told(all)).toEqual(['a: 1', 'b', 'wiki: 2', 'db', 'web', ': 1', 'lone']);
  expect(told([container('one'), container('two')])).toEqual(['one', 'two']);
  const keys = rowsOf(all).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
