import type { Schemas } from '~/api/client';
import { t } from '~/lib/i18n';

interface Seen {
  apps: Schemas['AppView'][];
  devices: Schemas['DeviceView'][];
  proposals: { suggestedApp: { name: string } }[];
  health: Schemas['HealthBody'] | undefined;
}

/** Something to look at: what it is, why, and where it is mended. */
export interface Concern {
  id: string;
  kind: 'component' | 'app' | 'apps' | 'device' | 'proposals';
  tone: 'warn' | 'bad' | 'accent';
  text: string;
  cause?: string;
  to: string;
  device?: Schemas['DeviceView'];
}

/** So many of a kind have a line of their own. */
const EACH = 3;

const list = (names: string[]) =>
  names.slice(0, EACH).join(', ') + (names.length > EACH ? ', …' : '');

/** What somebody should look at, the gravest first. */
export function concerns({ apps, devices, proposals, health }: Seen): Concern[] {
  const components = Object.entries(health?.components ?? {});
  const found: Concern[] = components
    .filter(([, { status }]) => status !== 'healthy')
    .map(([name, { status, message }]) => ({
      id: `component-${name}`,
      kind: 'component',
      tone: status === 'unhealthy' ? 'bad' : 'warn',
      text: t('home.component', { name }),
      cause: message ?? status,
      to: 'settings',
    }));
  found.push(...broken(apps.filter((app) => app.healthStatus === 'unhealthy')));
  for (const device of devices.filter(({ status }) => status === 'pending')) {
    const { deviceId, deviceName, model, platform } = device;
    found.push({
      id: `device-${deviceId}`,
      kind: 'device',
      tone: 'accent',
      text: t('home.asks', { name: deviceName }),
      cause: [model, platform].filter(Boolean).join(' · '),
      to: 'devices',
      device,
    });
  }
  if (proposals.length > 0) {
    const names = proposals.map(({ suggestedApp }) => suggestedApp.name);
    const text = t('home.proposals', { count: proposals.length });
    const cause = list(names);
    found.push({
      id: 'proposals',
      kind: 'proposals',
      tone: 'accent',
      text,
      cause,
      to: 'discovery',
    });
  }
  return found;
}

/** Few have a line each; of many, one says it. */
function broken(apps: Schemas['AppView'][]): Concern[] {
  if (apps.length > EACH) {
    const text = t('home.brokenMany', { count: apps.length });
    const cause = list(apps.map(({ name }) => name));
    return [{ id: 'apps', kind: 'apps', tone: 'bad', text, cause, to: 'apps' }];
  }
  return apps.map(({ id, name }) => ({
    id: `app-${id}`,
    kind: 'app',
    tone: 'bad',
    text: t('home.broken', { name }),
    to: `apps/${encodeURIComponent(id)}`,
  }));
}
