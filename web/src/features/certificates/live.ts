import type { LiveHandlers, Refresh } from '~/api/live/follow';

const certificates = (_: unknown, refresh: Refresh) => refresh(['certificates']);

export const handlers: LiveHandlers = {
  certificate_changing: certificates,
  certificate_expiring: certificates,
};
