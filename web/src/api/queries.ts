// What the pages read. Nothing here grows stale by itself: events of the socket say what to read
// again, so that a page asks once and then only listens.
import { type DataTag, QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import { api, ok } from './client';
import { Problem } from './problem';

const again = (failures: number, error: Error) =>
  failures < 2 && error instanceof Problem && (error.status === 0 || error.status >= 500);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
      retry: again,
    },
    mutations: { networkMode: 'always' },
  },
});

/**
 * Changes what was read, as an event tells. An answer that is on its way may be older than the event
 * and would undo it: then it is read once more.
 */
export function change<T>(
  { queryKey }: { queryKey: DataTag<QueryKey, T, Error> },
  update: (known: T) => T,
  refresh: (...keys: QueryKey[]) => void,
): void {
  queryClient.setQueryData<T>(queryKey, (known) => known && update(known));
  if (queryClient.isFetching({ queryKey }) > 0) refresh(queryKey);
}

export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: () => ok(api.GET('/api/v1/apps')),
});

export const routesQuery = queryOptions({
  queryKey: ['routes'],
  queryFn: () => ok(api.GET('/api/v1/routes')),
});

export const proposalsQuery = queryOptions({
  queryKey: ['proposals'],
  queryFn: () => ok(api.GET('/api/v1/discovery/proposals')),
});

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: async () => {
    const devices = await ok(api.GET('/api/v1/devices'));
    return Array.isArray(devices) ? devices : devices.devices;
  },
});

export const appsOriginQuery = queryOptions({
  queryKey: ['apps-origin'],
  queryFn: () => ok(api.GET('/api/v1/admin/apps-origin')),
});

export const configurationQuery = queryOptions({
  queryKey: ['configuration'],
  queryFn: () => ok(api.GET('/api/v1/config')),
});

export const infoQuery = queryOptions({
  queryKey: ['info'],
  queryFn: () => ok(api.GET('/api/v1/admin/info')),
});

export const healthQuery = queryOptions({
  queryKey: ['health'],
  // An unhealthy gateway answers 503 with the same content.
  queryFn: async () => {
    const { data, error } = await api.GET('/healthz');
    if (data) return data;
    if (error && 'components' in error) return error;
    throw new Problem(503, '', 'healthz');
  },
});

export const activityQuery = queryOptions({
  queryKey: ['activity'],
  queryFn: async () => {
    const found = await ok(
      api.GET('/api/v1/activity/recent', { params: { query: { limit: 1000 } } }),
    );
    return Array.isArray(found) ? found : found.activities;
  },
});
