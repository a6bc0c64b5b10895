import type { LiveHandlers } from '~/api/live/follow';
import { activityQuery, queryClient } from '~/api/queries';

interface Told {
  newestActivity: string | null;
}

const numberOf = (id: string | undefined) => id?.match(/\d+$/)?.[0];

// The gateway says with each sample which entry is the newest: only when there is a newer one than
// those that were read is there anything to read.
export const handlers: LiveHandlers = {
  'system.sample': ({ newestActivity }: Told, refresh) => {
    const known = queryClient.getQueryData(activityQuery.queryKey);
    if (!known || newestActivity === null) return;
    if (numberOf(known[0]?.id) !== newestActivity) refresh(['activity'], ['audit']);
  },
};
