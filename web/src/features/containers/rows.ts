import { grouped } from '~/lib/group';
import type { Container } from './queries';
import { stackOf } from './state';

/** A row of the table: the head of a stack, or a container. */
export type Row =
  | { kind: 'stack'; key: string; name: string; members: Container[] }
  | { kind: 'container'; key: string; container: Container };

/** Containers below the stacks they belong to; those without one come last. */
export function rowsOf(containers: Container[]): Row[] {
  const stacks = grouped(containers, stackOf);
  const names = [...stacks.keys()].sort((a, b) => (a === '' ? 1 : b === '' ? -1 : a < b ? -1 : 1));
  return names.flatMap((name) => {
    const members = stacks.get(name) ?? [];
    const rows: Row[] = members.map((container) => ({
      kind: 'container',
      key: `${container.runtime}/${container.namespace}/${container.id}`,
      container,
    }));
    const isHeaded = name !== '' || names.length > 1;
    return isHeaded ? [{ kind: 'stack', key: `stack ${name}`, name, members }, ...rows] : rows;
  });
}
