import type { Schemas } from '~/api/client';

/** As much of an app as is kept for when the gateway is away: no addresses, nothing to act with. */
export interface SeenApp {
  id: string;
  name: string;
  broken: boolean;
}

export interface Seen {
  /** When the gateway said so, in milliseconds. */
  at: number;
  apps: SeenApp[];
}

type App = Pick<Schemas['AppView'], 'id' | 'name' | 'healthStatus'>;

/** As long as a browser stays signed in without being used. */
const LONGEST = 30 * 86_400_000;

export const seenOf = (apps: App[], at: number): Seen => ({
  at,
  apps: apps.map(({ id, name, healthStatus }) => ({
    id,
    name,
    broken: healthStatus === 'unhealthy',
  })),
});

const isApp = (value: unknown): value is SeenApp => {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name, broken } = value as Partial<SeenApp>;
  return typeof id === 'string' && typeof name === 'string' && typeof broken === 'boolean';
};

/** What was kept, where it is what this version keeps and not too old. */
export function parseSeen(value: unknown, now: number): Seen | null {
  if (typeof value !== 'object' || value === null) return null;
  const { at, apps } = value as Partial<Seen>;
  if (typeof at !== 'number' || now - at > LONGEST || !Array.isArray(apps)) return null;
  return { at, apps: apps.filter(isApp) };
}
