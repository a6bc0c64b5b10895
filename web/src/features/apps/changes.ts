import { useMutation } from '@tanstack/react-query';
import { api, ok, type Schemas } from '~/api/client';
import { queryClient, routesQuery } from '~/api/queries';

export type RouteInput = Schemas['RouteInput'];

const reread = () => {
  void queryClient.invalidateQueries({ queryKey: ['routes'] });
  void queryClient.invalidateQueries({ queryKey: ['apps'] });
};

/** Also for what outlives the page that began it. */
export async function saveRoute(routeId: string, body: RouteInput) {
  const params = { path: { routeId } };
  const saved = await ok(api.PUT('/api/v1/routes/{routeId}', { params, body }));
  reread();
  return saved;
}

export function useSaveRoute() {
  return useMutation({
    mutationFn: ({ routeId, body }: { routeId: string; body: RouteInput }) =>
      saveRoute(routeId, body),
  });
}

export function useCreateRoute() {
  return useMutation({
    mutationFn: (body: RouteInput) => ok(api.POST('/api/v1/routes', { body })),
    onSuccess: reread,
  });
}

export function useDeleteRoute() {
  return useMutation({
    mutationFn: (routeId: string) =>
      ok(api.DELETE('/api/v1/routes/{routeId}', { params: { path: { routeId } } })),
    onSuccess: reread,
  });
}

/** Does not wait for the next answer to forget a route: its app has no picture any more. */
export function forgetRoute(routeId: string): void {
  queryClient.setQueryData(routesQuery.queryKey, (known) =>
    known?.filter((route) => route.routeId !== routeId),
  );
}
