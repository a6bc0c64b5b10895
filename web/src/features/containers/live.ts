import type { LiveHandlers, Refresh } from '~/api/live/follow';
import { toast } from '~/ui/toasts';
import { ended } from './acting';

interface Told {
  containerId: string;
  message: string;
}

const done = ({ containerId }: Told, refresh: Refresh) => {
  ended(containerId);
  refresh(['containers'], ['container-stats']);
};

const failed = (told: Told, refresh: Refresh) => {
  done(told, refresh);
  toast(told.message, { bad: true });
};

export const handlers: LiveHandlers = {
  'container.start.completed': done,
  'container.stop.completed': done,
  'container.restart.completed': done,
  'container.start.failed': failed,
  'container.stop.failed': failed,
  'container.restart.failed': failed,
  health_change: (_: unknown, refresh) => refresh(['containers']),
};
