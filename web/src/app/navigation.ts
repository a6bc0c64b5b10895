import {
  Activity,
  Boxes,
  House,
  KeyRound,
  type LucideIcon,
  Radar,
  Settings,
  Smartphone,
} from 'lucide-react';
import type { ComponentType } from 'react';

export interface Place {
  /** Below `/_gh/`; also the first word of its texts. */
  path: string;
  icon: LucideIcon;
  /** The key of its name. */
  name: string;
  group: 'main' | 'people' | 'gateway';
  /** Whether it stands in the bar at the bottom of a phone; the rest is under "More". */
  bar?: boolean;
  /** The letter after `g` that leads there. */
  letter: string;
  load: () => Promise<{ default: ComponentType }>;
}

/** The pages, in the order of the side bar. A new page is a line here and a folder in features. */
export const PLACES: Place[] = [
  {
    path: '',
    icon: House,
    name: 'home.name',
    group: 'main',
    bar: true,
    letter: 'h',
    load: () => import('~/features/home/HomePage'),
  },
  {
    path: 'apps',
    icon: Boxes,
    name: 'apps.name',
    group: 'main',
    bar: true,
    letter: 'a',
    load: () => import('~/features/apps/AppsPage'),
  },
  {
    path: 'discovery',
    icon: Radar,
    name: 'discovery.name',
    group: 'main',
    bar: true,
    letter: 'd',
    load: () => import('~/features/discovery/DiscoveryPage'),
  },
  {
    path: 'devices',
    icon: Smartphone,
    name: 'devices.name',
    group: 'people',
    bar: true,
    letter: 'v',
    load: () => import('~/features/devices/DevicesPage'),
  },
  {
    path: 'keys',
    icon: KeyRound,
    name: 'keys.name',
    group: 'people',
    letter: 'k',
    load: () => import('~/features/keys/KeysPage'),
  },
  {
    path: 'activity',
    icon: Activity,
    name: 'activity.name',
    group: 'gateway',
    letter: 'y',
    load: () => import('~/features/activity/ActivityPage'),
  },
  {
    path: 'settings',
    icon: Settings,
    name: 'settings.name',
    group: 'gateway',
    letter: 's',
    load: () => import('~/features/settings/SettingsPage'),
  },
];

/** Pages that stand below another one, with a part of the address that changes. */
export const INNER: Pick<Place, 'path' | 'load'>[] = [
  { path: 'apps/$routeId', load: () => import('~/features/apps/RoutePage') },
];

export const addressOf = (path: string): string => `/_gh/${path}`;
