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

/** In words: "ended with 137: killed, or out of memory". */
export function stateText({ state, status }: Container): string {
  const code = exitCode(status);
  if (code === null) return status || t(`containers.state.${state}`);
  return t('containers.ended', { code, why: exitWhy(code) });
}

/** What an exit code mostly means. */
export function exitWhy(code: number): string {
  const known = [0, 1, 125, 126, 127, 137, 139, 143].includes(code);
  return known ? t(`containers.exit.${code}`) : t('containers.exit.other');
}
