import { useMutation } from '@tanstack/react-query';
import { api, ok, type Schemas } from '~/api/client';
import { queryClient } from '~/api/queries';
import { complain } from '~/ui/toasts';

const reread = () => queryClient.invalidateQueries({ queryKey: ['devices'] });

export function useChangeDevice(deviceId: string) {
  return useMutation({
    mutationFn: (body: Schemas['DeviceChange']) =>
      ok(api.PATCH('/api/v1/devices/{deviceId}', { params: { path: { deviceId } }, body })),
    onSuccess: reread,
    onError: complain,
  });
}

export function useRevokeDevice(deviceId: string) {
  return useMutation({
    mutationFn: () =>
      ok(api.DELETE('/api/v1/devices/{deviceId}', { params: { path: { deviceId } } })),
    onSuccess: reread,
    onError: complain,
  });
}
