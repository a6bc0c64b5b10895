import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, ok, type Schemas } from '~/api/client';
import { queryClient } from '~/api/queries';
import { complain } from '~/ui/toasts';

export type Peer = Schemas['PeerView'];

export const peersQuery = queryOptions({
  queryKey: ['federation', 'peers'],
  queryFn: () => ok(api.GET('/api/v1/federation/peers')),
});

export const statusQuery = queryOptions({
  queryKey: ['federation', 'status'],
  queryFn: () => ok(api.GET('/api/v1/federation/status')),
});

const reread = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['federation'] }),
    queryClient.invalidateQueries({ queryKey: ['apps'] }),
  ]);

export function useInvite() {
  return useMutation({
    mutationFn: (address: string) =>
      ok(api.POST('/api/v1/federation/peers', { body: { address } })),
    onSuccess: reread,
  });
}

export function useRemovePeer() {
  return useMutation({
    mutationFn: (id: string) =>
      ok(api.DELETE('/api/v1/federation/peers/{id}', { params: { path: { id } } })),
    onSuccess: reread,
    onError: complain,
  });
}

export function useSync() {
  return useMutation({
    mutationFn: () => ok(api.POST('/api/v1/federation/sync')),
    onSuccess: reread,
    onError: complain,
  });
}
