import type { LiveHandlers } from '~/api/live/follow';

export const handlers: LiveHandlers = {
  webhook: (_: unknown, refresh) => refresh(['notifications']),
};
