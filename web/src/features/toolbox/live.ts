import type { LiveHandlers } from '~/api/live/follow';
import { isOver, note, type Progress } from './progress';

export const handlers: LiveHandlers = {
  toolbox_progress: (progress: Progress, refresh) => {
    note(progress);
    if (isOver(progress)) refresh(['deployments'], ['apps'], ['routes'], ['containers']);
  },
};
