import type { Container } from '../queries';

/** So many are read together: the gateway follows 64 for a browser, and nobody reads more. */
export const MOST = 12;

/** Those whose names stand in the address, in its order; who is gone is left out. */
export function named(containers: Container[], names: string): Container[] {
  const wanted = [...new Set(names.split(',').filter(Boolean))];
  const found = wanted.map((name) => containers.find((each) => each.name === name));
  return found.filter((each) => each !== undefined).slice(0, MOST);
}

export const namesOf = (containers: Container[]): string =>
  containers
    .slice(0, MOST)
    .map(({ name }) => name)
    .join(',');
