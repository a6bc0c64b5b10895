import type { Schemas } from '~/api/client';
import type { LiveHandlers } from '~/api/live/follow';
import { appsQuery, change } from '~/api/queries';

type App = Schemas['AppView'];

interface HealthChange {
  appId: string;
  status: 'healthy' | 'unhealthy' | 'unknown';
}

export const handlers: LiveHandlers = {
  health_change: ({ appId, status }: HealthChange, refresh) => {
    const changed = (app: App) => (app.id === appId ? { ...app, healthStatus: status } : app);
    change(appsQuery, (apps) => apps.map(changed), refresh);
    refresh(['routes'], ['health'], ['traffic', appId]);
  },
  config_reload: (_: unknown, refresh) => refresh(['apps'], ['routes'], ['health'], ['favicon']),
  proposal_approved: (_: unknown, refresh) => refresh(['apps'], ['routes']),
};
