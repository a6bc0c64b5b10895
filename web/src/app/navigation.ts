import {
  Activity,
  Archive,
  Bell,
  Box,
  Boxes,
  ChartLine,
  House,
  KeyRound,
  type LucideIcon,
  MonitorSmartphone,
  Radar,
  Settings,
  ShieldCheck,
  Smartphone,
  Toolbox,
  Waypoints,
  Workflow,
} from 'lucide-react';
import type { ComponentType } from 'react';

export interface Place {
  /** Below `/_gh/`; also the first word of its texts. */
  path: string;
  icon: LucideIcon;
  /** The key of its name. */
  name: string;
  /** The entry under which it stands with others, as tabs. */
  section?: Section;
  /** The letter after `g` that leads there. */
  letter: string;
  load: () => Promise<{ default: ComponentType }>;
}

export type Section = 'access' | 'system';

const SECTIONS: Record<Section, LucideIcon> = { access: KeyRound, system: Settings };

/** The pages. A new page is a line here and a folder in features. */
export const PLACES: Place[] = [
  {
    path: '',
    icon: House,
    name: 'home.name',
    letter: 'h',
    load: () => import('~/features/home/HomePage'),
  },
  {
    path: 'apps',
    icon: Boxes,
    name: 'apps.name',
    letter: 'a',
    load: () => import('~/features/apps/AppsPage'),
  },
  {
    path: 'discovery',
    icon: Radar,
    name: 'discovery.name',
    letter: 'd',
    load: () => import('~/features/discovery/DiscoveryPage'),
  },
  {
    path: 'containers',
    icon: Box,
    name: 'containers.name',
    letter: 'c',
    load: () => import('~/features/containers/ContainersPage'),
  },
  {
    path: 'toolbox',
    icon: Toolbox,
    name: 'toolbox.name',
    letter: 't',
    load: () => import('~/features/toolbox/ToolboxPage'),
  },
  {
    path: 'automation',
    icon: Workflow,
    name: 'automation.name',
    letter: 'u',
    load: () => import('~/features/automation/AutomationPage'),
  },
  {
    path: 'notifications',
    icon: Bell,
    name: 'notifications.name',
    letter: 'n',
    load: () => import('~/features/notifications/NotificationsPage'),
  },
  {
    path: 'federation',
    icon: Waypoints,
    name: 'federation.name',
    letter: 'f',
    load: () => import('~/features/federation/FederationPage'),
  },
  {
    path: 'devices',
    icon: Smartphone,
    name: 'devices.name',
    section: 'access',
    letter: 'v',
    load: () => import('~/features/devices/DevicesPage'),
  },
  {
    path: 'keys',
    icon: KeyRound,
    name: 'keys.name',
    section: 'access',
    letter: 'k',
    load: () => import('~/features/keys/KeysPage'),
  },
  {
    path: 'sessions',
    icon: MonitorSmartphone,
    name: 'sessions.name',
    section: 'access',
    letter: 'i',
    load: () => import('~/features/sessions/SessionsPage'),
  },
  {
    path: 'activity',
    icon: Activity,
    name: 'activity.name',
    section: 'system',
    letter: 'y',
    load: () => import('~/features/activity/ActivityPage'),
  },
  {
    path: 'metrics',
    icon: ChartLine,
    name: 'metrics.name',
    section: 'system',
    letter: 'm',
    load: () => import('~/features/metrics/MetricsPage'),
  },
  {
    path: 'certificates',
    icon: ShieldCheck,
    name: 'certificates.name',
    section: 'system',
    letter: 'e',
    load: () => import('~/features/certificates/CertificatesPage'),
  },
  {
    path: 'backups',
    icon: Archive,
    name: 'backups.name',
    section: 'system',
    letter: 'b',
    load: () => import('~/features/backups/BackupsPage'),
  },
  {
    path: 'settings',
    icon: Settings,
    name: 'settings.name',
    section: 'system',
    letter: 's',
    load: () => import('~/features/settings/SettingsPage'),
  },
];

/** Pages that stand below another one, with a part of the address that changes. */
export const INNER: Pick<Place, 'path' | 'load'>[] = [
  { path: 'apps/$routeId', load: () => import('~/features/apps/RoutePage') },
  { path: 'containers/$containerId', load: () => import('~/features/containers/ContainerPage') },
  { path: 'settings/configuration', load: () => import('~/features/settings/ConfigurationPage') },
  { path: 'toolbox/$templateId', load: () => import('~/features/toolbox/TemplatePage') },
];

/** What the side bar lists: a page, or a section whose pages are tabs. */
export interface Entry {
  path: string;
  icon: LucideIcon;
  name: string;
  /** All pages behind it. */
  paths: string[];
}

export const ENTRIES: Entry[] = PLACES.flatMap((place, index) => {
  const { path, icon, name, section } = place;
  if (!section) return [{ path, icon, name, paths: [path] }];
  const first = PLACES.findIndex((other) => other.section === section);
  if (index !== first) return [];
  const paths = placesOf(section).map((other) => other.path);
  return [{ path, icon: SECTIONS[section], name: `app.section.${section}`, paths }];
});

/** Those that stand in the bar at the bottom of a phone; the rest is under "More". */
const IN_BAR = ['', 'containers', 'notifications'];
export const isInBar = ({ path }: Entry): boolean => IN_BAR.includes(path);

export function placesOf(section: Section): Place[] {
  return PLACES.filter((place) => place.section === section);
}

export const addressOf = (path: string): string => `/_gh/${path}`;

/** The first word of an address below `/_gh/`. */
export const pathOf = (pathname: string): string => pathname.split('/')[2] ?? '';
