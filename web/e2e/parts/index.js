import { activity } from './activity.js';
import { apps } from './apps.js';
import { devices } from './devices.js';
import { discovery } from './discovery.js';
import { firstRun } from './first-run.js';
import { home } from './home.js';
import { keys } from './keys.js';
import { losses } from './losses.js';
import { settings } from './settings.js';
import { shell } from './shell.js';
import { signIn } from './sign-in.js';
import { stay } from './stay.js';
import { tabs } from './tabs.js';

/** In this order; those that are needed run always, as others stand on them. */
export const parts = [
  { name: 'first-run', needed: true, run: firstRun },
  { name: 'discovery', run: discovery },
  { name: 'home', run: home },
  { name: 'apps', run: apps },
  { name: 'devices', run: devices },
  { name: 'keys', run: keys },
  { name: 'activity', run: activity },
  { name: 'settings', run: settings },
  { name: 'shell', run: shell },
  { name: 'tabs', run: tabs },
  { name: 'losses', run: losses },
  { name: 'sign-in', run: signIn },
  { name: 'stay', run: stay },
];
