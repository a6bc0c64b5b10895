import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, ok, type Schemas } from '~/api/client';
import { queryClient } from '~/api/queries';
import { saveFile } from '~/lib/saveFile';
import { complain } from '~/ui/toasts';

export type Backup = Schemas['BackupView'];
export type RestoreAnswer = Schemas['RestoreAnswer'];
type RestoreInput = Schemas['RestoreInput'];

export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: () => ok(api.GET('/api/v1/backups')),
});

export const schedulerQuery = queryOptions({
  queryKey: ['backups', 'scheduler'],
  queryFn: () => ok(api.GET('/api/v1/backups/scheduler/status')),
});

const reread = () => queryClient.invalidateQueries({ queryKey: ['backups'] });

export function useCreateBackup() {
  return useMutation({
    mutationFn: (description: string) => ok(api.POST('/api/v1/backups', { body: { description } })),
    onSuccess: reread,
  });
}

export function useDeleteBackup() {
  return useMutation({
    mutationFn: (id: string) =>
      ok(api.DELETE('/api/v1/backups/{id}', { params: { path: { id } } })),
    onSuccess: reread,
    onError: complain,
  });
}

export function useDownload() {
  return useMutation({
    mutationFn: async ({ id, encrypted }: Backup) => {
      const params = { path: { id } };
      const file = api.GET('/api/v1/backups/{id}/download', { params, parseAs: 'blob' });
      const content = (await ok(file as never)) as Blob;
      saveFile(`${id}.tar.zst${encrypted ? '.enc' : ''}`, content);
    },
    onError: complain,
  });
}

/** To say what it would bring back, the gateway has to read all of it; nothing is changed. */
export function useCheckBackup() {
  return useMutation({
    mutationFn: (id: string) => {
      const params = { path: { id }, query: { plan: true } };
      // Whose it is, is asked when it is restored.
      const body = { acceptForeign: true };
      return ok(api.POST('/api/v1/backups/{id}/restore', { params, body }));
    },
    onError: complain,
  });
}

interface Restoring {
  id: string;
  body: RestoreInput;
  plan: boolean;
}

export function useRestore() {
  return useMutation({
    mutationFn: ({ id, body, plan }: Restoring) =>
      ok(
        api.POST('/api/v1/backups/{id}/restore', {
          params: { path: { id }, query: { plan } },
          body,
        }),
      ),
    // Everything may be another now.
    onSuccess: (_, { plan }) => (plan ? undefined : queryClient.invalidateQueries()),
  });
}
