import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, ok } from '~/api/client';
import { type Share, useShare } from '~/api/live/system';
import { queryClient } from '~/api/queries';
import { withShare } from './traffic';

const trafficQuery = (appId: string) =>
  queryOptions({
    queryKey: ['traffic', appId],
    queryFn: () => ok(api.GET('/api/v1/apps/{appId}/traffic', { params: { path: { appId } } })),
    // Who used it is told by no event, so that each visit of the page asks.
    staleTime: 0,
  });

/** What goes through an app, as it goes. */
export function useTraffic(appId: string) {
  const hear = useCallback(
    (share: Share, at: number) =>
      queryClient.setQueryData(
        trafficQuery(appId).queryKey,
        (known) => known && withShare(known, share, at),
      ),
    [appId],
  );
  useShare(appId, hear);
  return useQuery(trafficQuery(appId));
}
