import type { LiveHandlers, Refresh } from '~/api/live/follow';

const backups = (_: unknown, refresh: Refresh) => refresh(['backups']);

export const handlers: LiveHandlers = {
  backup_created: backups,
  backup_restored: backups,
};
