import { since, type Unit } from '~/lib/format';
import { t } from '~/lib/i18n';
import type { Tone } from '~/ui/Status';
import type { Container, Verb } from './queries';

const PROJECT = 'com.docker.compose.project';

/** Containers that belong together: a compose project, or a namespace. */
export function stackOf({ labels, runtime, namespace }: Container): string {
  return runtime === 'kubernetes' ? namespace : (labels[PROJECT] ?? '');
}

export const isUp = ({ state }: Container): boolean =>
  ['running', 'restarting', 'paused'].includes(state);

/** What can be done to it as it is now. */
export const verbsFor = (container: Container): Verb[] =>
  isUp(container) ? ['restart', 'stop'] : ['start'];

export function toneOf({ state, status }: Container): Tone {
  if (state === 'running') return /unhealthy/.test(status) ? 'warn' : 'good';
  if (state === 'restarting' || state === 'pending') return 'warn';
  const code = exitCode(status);
  return state === 'failed' || (code !== null && ![0, 130, 143].includes(code)) ? 'bad' : 'plain';
}

export function exitCode(status: string): number | null {
  const found = status.match(/^Exited \((\d+)\)/);
  return found ? Number(found[1]) : null;
}

/** In words: "ended with 137: killed, or out of memory", "running, started 2 hours ago". */
export function stateText({ state, status }: Container): string {
  const code = exitCode(status);
  if (code !== null) return t('containers.ended', { code, why: exitWhy(code) });
  return upText(status) ?? (status || t(`containers.state.${state}`));
}

/** Docker's "Up About an hour (health: starting)". */
const UP =
  /^Up (Less than a|About an?|\d+) (second|minute|hour|day|week|month|year)s?(?: \((.+)\))?$/;

function upText(status: string): string | null {
  const [, amount, unit, more] = status.match(UP) ?? [];
  if (!amount || !unit) return null;
  const about = amount.startsWith('Less') ? 0 : 1;
  const ago = since(Number(amount) || about, unit as Unit);
  if (more === 'Paused') return t('containers.pausedSince', { ago });
  if (more === 'unhealthy') return t('containers.unhealthySince', { ago });
  if (more === 'health: starting') return t('containers.comingUp', { ago });
  return t('containers.upSince', { ago });
}

/** What an exit code mostly means. */
export function exitWhy(code: number): string {
  const known = [0, 1, 125, 126, 127, 137, 139, 143].includes(code);
  return known ? t(`containers.exit.${code}`) : t('containers.exit.other');
}
