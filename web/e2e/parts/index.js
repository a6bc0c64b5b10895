import { activity } from './activity.js';
import { again } from './again.js';
import { apps } from './apps.js';
import { automation } from './automation.js';
import { backups } from './backups.js';
import { certificates } from './certificates.js';
import { containers } from './containers.js';
import { devices } from './devices.js';
import { discovery } from './discovery.js';
import { failures } from './failures.js';
import { federation } from './federation.js';
import { firstRun } from './first-run.js';
import { home } from './home.js';
import { keys } from './keys.js';
import { losses } from './losses.js';
import { many } from './many.js';
import { metrics } from './metrics.js';
import { newcomer } from './newcomer.js';
import { notifications } from './notifications.js';
import { sessions } from './sessions.js';
import { settings } from './settings.js';
import { shell } from './shell.js';
import { signIn } from './sign-in.js';
import { stay } from './stay.js';
import { tabs } from './tabs.js';
import { toolbox } from './toolbox.js';

/** In this order; those that are needed run always, as others stand on them. */
export const parts = [
  { name: 'first-run', needed: true, run: firstRun },
  { name: 'discovery', run: discovery },
  { name: 'newcomer', run: newcomer },
  { name: 'home', run: home },
  { name: 'apps', run: apps },
  { name: 'many', run: many },
  { name: 'containers', run: containers },
  { name: 'toolbox', run: toolbox },
  { name: 'automation', run: automation },
  { name: 'devices', run: devices },
  { name: 'notifications', run: notifications },
  { name: 'keys', run: keys },
  { name: 'sessions', run: sessions },
  { name: 'activity', run: activity },
  { name: 'metrics', run: metrics },
  { name: 'certificates', run: certificates },
  { name: 'backups', run: backups },
  { name: 'federation', run: federation },
  { name: 'settings', run: settings },
  { name: 'shell', run: shell },
  { name: 'tabs', run: tabs },
  { name: 'again', run: again },
  { name: 'failures', run: failures },
  { name: 'losses', run: losses },
  { name: 'sign-in', run: signIn },
  { name: 'stay', run: stay },
];
