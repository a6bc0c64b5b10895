import { useQuery } from '@tanstack/react-query';
import {
  ChevronRight,
  HeartCrack,
  type LucideIcon,
  Radar,
  Smartphone,
  TriangleAlert,
} from 'lucide-react';
import type { Schemas } from '~/api/client';
import { appsQuery, devicesQuery, healthQuery, proposalsQuery } from '~/api/queries';
import { Link } from '~/app/Link';
import { t } from '~/lib/i18n';

export interface Concern {
  id: string;
  icon: LucideIcon;
  tone: 'warn' | 'bad' | 'accent';
  text: string;
  to: string;
}

interface Seen {
  apps: Schemas['AppView'][];
  devices: Schemas['DeviceView'][];
  proposals: unknown[];
  health: Schemas['HealthBody'] | undefined;
}

const names = (apps: { name: string }[]) =>
  apps
    .map((app) => app.name)
    .slice(0, 3)
    .join(', ');

/** What somebody should look at, the gravest first. */
export function concerns({ apps, devices, proposals, health }: Seen): Concern[] {
  const found: Concern[] = [];
  for (const [name, { status, message }] of Object.entries(health?.components ?? {})) {
    if (status === 'healthy') continue;
    const tone = status === 'unhealthy' ? 'bad' : 'warn';
    const text = `${name}: ${message ?? status}`;
    found.push({ id: `component-${name}`, icon: TriangleAlert, tone, text, to: 'settings' });
  }
  const broken = apps.filter((app) => app.healthStatus === 'unhealthy');
  if (broken.length > 0) {
    const text = t('home.broken', { count: broken.length, names: names(broken) });
    found.push({ id: 'broken', icon: HeartCrack, tone: 'bad', text, to: 'apps' });
  }
  const pending = devices.filter((device) => device.status === 'pending');
  if (pending.length > 0) {
    const text = t('home.pending', { count: pending.length });
    found.push({ id: 'pending', icon: Smartphone, tone: 'accent', text, to: 'devices' });
  }
  if (proposals.length > 0) {
    const text = t('home.proposals', { count: proposals.length });
    found.push({ id: 'proposals', icon: Radar, tone: 'accent', text, to: 'discovery' });
  }
  return found;
}

export function Attention() {
  const apps = useQuery(appsQuery).data ?? [];
  const devices = useQuery(devicesQuery).data ?? [];
  const proposals = useQuery(proposalsQuery).data ?? [];
  const health = useQuery(healthQuery).data;
  const found = concerns({ apps, devices, proposals, health });
  if (found.length === 0) return null;
  return (
    <section className="attention" aria-label={t('home.attention')}>
      {found.map(({ id, icon: Icon, tone, text, to }) => (
        <Link key={id} to={to} className={`concern ${tone}`}>
          <Icon size={18} aria-hidden />
          <span className="grow break">{text}</span>
          <ChevronRight size={17} aria-hidden />
        </Link>
      ))}
    </section>
  );
}
