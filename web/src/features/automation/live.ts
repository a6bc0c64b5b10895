import type { LiveHandlers, Refresh } from '~/api/live/follow';
import { forget, heard } from './output';

const runs = (_: unknown, refresh: Refresh) => refresh(['executions'], ['runs'], ['schedules']);

interface Ended {
  executionId: string;
}

export const handlers: LiveHandlers = {
  execution_started: runs,
  execution_output: heard,
  execution_completed: ({ executionId }: Ended, refresh) => {
    forget(executionId);
    refresh(['execution', executionId], ['executions'], ['runs'], ['schedules']);
  },
  workflow_started: runs,
  workflow_completed: runs,
};
