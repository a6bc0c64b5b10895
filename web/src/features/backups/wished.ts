import type { Schemas } from '~/api/client';

/** What can be brought back by itself. */
export const PARTS = [
  'Apps',
  'Routes',
  'Devices',
  'Users',
  'ApiKeys',
  'Dismissals',
  'Scripts',
  'Deployments',
  'Notifications',
  'Certificates',
] as const;

export type PartName = (typeof PARTS)[number];

/** All parts together are everything, also what a later version adds. */
export function wished(
  parts: readonly PartName[],
  restoreRevoked: boolean,
  acceptForeign: boolean,
): Schemas['RestoreInput'] {
  const how = { restoreRevoked, acceptForeign };
  if (parts.length === PARTS.length) return how;
  const flags = Object.fromEntries(parts.map((part) => [`restore${part}`, true]));
  return { ...flags, ...how };
}
