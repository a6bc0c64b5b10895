import type { LiveHandlers } from '~/api/live/follow';
import { appsQuery, queryClient } from '~/api/queries';

interface HealthChange {
  appId: string;
  status: 'healthy' | 'unhealthy' | 'unknown';
}

export const handlers: LiveHandlers = {
  health_change: ({ appId, status }: HealthChange, refresh) => {
    queryClient.setQueryData(appsQuery.queryKey, (apps) =>
      apps?.map((app) => (app.id === appId ? { ...app, healthStatus: status } : app)),
    );
    refresh(['routes'], ['health']);
  },
  config_reload: (_: unknown, refresh) => refresh(['apps'], ['routes'], ['health'], ['favicon']),
  proposal_approved: (_: unknown, refresh) => refresh(['apps'], ['routes']),
};
