import type { LiveHandlers, Refresh } from '~/api/live/follow';
import { toast } from '~/ui/toasts';
import { ended, succeeded } from './acting';

interface Told {
  containerId: string;
  message: string;
}

const reread = (refresh: Refresh) => refresh(['containers'], ['container-stats']);

const done = ({ containerId }: Told, refresh: Refresh) => {
  succeeded(containerId);
  reread(refresh);
};

const failed = ({ containerId, message }: Told, refresh: Refresh) => {
  ended(containerId);
  reread(refresh);
  toast(message, { bad: true });
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
