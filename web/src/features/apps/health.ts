import { t } from '~/lib/i18n';
import type { Tone } from '~/ui/Status';

type Health = 'healthy' | 'unhealthy' | 'unknown';

export const healthTone = (status: Health): Tone =>
  ({ healthy: 'good', unhealthy: 'bad', unknown: 'plain' })[status] as Tone;

export const healthText = (status: Health): string => t(`apps.health.${status}`);
