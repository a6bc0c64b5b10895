import type { Schemas } from '~/api/client';
import type { LiveHandlers } from '~/api/live/follow';
import { appsQuery, change } from '~/api/queries';

type App = Schemas['AppView'];

interface HealthChange {
  appId: string;
  status: App['healthStatus'];
}

/** After a start or a loss many change at once; they are shown together. */
const TOGETHER = 100;
const changes = new Map<string, App['healthStatus']>();

/** Apps that did not change are the same as before, so that nothing is drawn anew for them. */
export function withHealth(apps: App[], found: Map<string, App['healthStatus']>): App[] {
  return apps.map((app) => {
    const healthStatus = found.get(app.id) ?? app.healthStatus;
    return healthStatus === app.healthStatus ? app : { ...app, healthStatus };
  });
}

export const handlers: LiveHandlers = {
  health_change: ({ appId, status }: HealthChange, refresh) => {
    if (changes.size === 0) {
      setTimeout(() => {
        const all = new Map(changes);
        changes.clear();
        change(appsQuery, (apps) => withHealth(apps, all), refresh);
      }, TOGETHER);
    }
    changes.set(appId, status);
    refresh(['routes'], ['health'], ['traffic', appId]);
  },
  config_reload: (_: unknown, refresh) => refresh(['apps'], ['routes'], ['health'], ['favicon']),
  proposal_approved: (_: unknown, refresh) => refresh(['apps'], ['routes']),
};
