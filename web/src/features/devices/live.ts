import type { LiveHandlers, Refresh } from '~/api/live/follow';

const devices = (_: unknown, refresh: Refresh) => refresh(['devices']);

export const handlers: LiveHandlers = {
  device_paired: devices,
  device_pending: devices,
  device_revoked: devices,
};
