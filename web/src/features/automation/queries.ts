import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, ok, type Schemas } from '~/api/client';
import { queryClient } from '~/api/queries';
import { complain } from '~/ui/toasts';

export type Script = Schemas['ScriptView'];
export type Workflow = Schemas['WorkflowView'];
export type Schedule = Schemas['ScheduleView'];
export type Execution = Schemas['ExecutionView'];
export type Run = Schemas['RunView'];
export type Parameters = Record<string, string>;

export const scriptsQuery = queryOptions({
  queryKey: ['scripts'],
  queryFn: () => ok(api.GET('/api/v1/scripts')),
});

export const availableQuery = queryOptions({
  queryKey: ['scripts-available'],
  queryFn: () => ok(api.GET('/api/v1/scripts/available')),
  staleTime: 0,
});

export const workflowsQuery = queryOptions({
  queryKey: ['workflows'],
  queryFn: () => ok(api.GET('/api/v1/workflows')),
});

export const schedulesQuery = queryOptions({
  queryKey: ['schedules'],
  queryFn: () => ok(api.GET('/api/v1/schedules')),
});

/** The next ten times; `after` is another one when the last of them has come. */
export const previewQuery = (
  cron: string,
  zone: string | null | undefined,
  after?: string | null,
) =>
  queryOptions({
    queryKey: ['cron', cron, zone ?? '', after ?? ''],
    queryFn: () => {
      const query = { cron, timezone: zone || undefined };
      return ok(api.GET('/api/v1/schedules/preview', { params: { query } }));
    },
    enabled: cron !== '',
    staleTime: 60_000,
    retry: false,
  });

export const executionsQuery = queryOptions({
  queryKey: ['executions'],
  queryFn: () => ok(api.GET('/api/v1/executions', { params: { query: { limit: 100 } } })),
});

export const executionQuery = (id: string) =>
  queryOptions({
    queryKey: ['execution', id],
    queryFn: () => ok(api.GET('/api/v1/executions/{id}', { params: { path: { id } } })),
  });

export const runsQuery = (id: string) =>
  queryOptions({
    queryKey: ['runs', id],
    queryFn: () =>
      ok(
        api.GET('/api/v1/workflows/{id}/executions', {
          params: { path: { id }, query: { limit: 10 } },
        }),
      ),
  });

const reread = (...keys: string[]) => {
  for (const key of keys) void queryClient.invalidateQueries({ queryKey: [key] });
};

export interface Wanted {
  parameters: Parameters;
  dryRun: boolean;
}

/** Answers as soon as the script is in the queue; the rest is told on the socket. */
export function useExecute(id: string) {
  return useMutation({
    mutationFn: ({ parameters, dryRun }: Wanted) => {
      const params = { path: { id }, query: { async: true } };
      const body = { parameters, dryRun };
      return ok(api.POST('/api/v1/scripts/{id}/execute', { params, body }));
    },
    onSuccess: () => reread('executions'),
  });
}

export function useRunWorkflow(id: string) {
  return useMutation({
    mutationFn: ({ parameters, dryRun }: Wanted) => {
      const params = { path: { id }, query: { async: true } };
      const body = { parameters, dryRun };
      return ok(api.POST('/api/v1/workflows/{id}/execute', { params, body }));
    },
    onSuccess: () => reread('executions', 'runs'),
  });
}

export function useCancel(id: string) {
  return useMutation({
    mutationFn: () => ok(api.POST('/api/v1/executions/{id}/cancel', { params: { path: { id } } })),
    onSuccess: () => reread('executions', 'execution'),
    onError: complain,
  });
}

export function useAddScript() {
  return useMutation({
    mutationFn: (body: Schemas['ScriptInput']) => ok(api.POST('/api/v1/scripts', { body })),
    onSuccess: () => reread('scripts', 'scripts-available'),
  });
}

export function useChangeScript(id: string) {
  return useMutation({
    mutationFn: (body: Schemas['ScriptInput']) =>
      ok(api.PUT('/api/v1/scripts/{id}', { params: { path: { id } }, body })),
    onSuccess: () => reread('scripts'),
  });
}

/** Without an id, a new one is made. */
export function useSaveWorkflow(id?: string) {
  return useMutation({
    mutationFn: (body: Schemas['WorkflowInput']) =>
      id === undefined
        ? ok(api.POST('/api/v1/workflows', { body }))
        : ok(api.PUT('/api/v1/workflows/{id}', { params: { path: { id } }, body })),
    onSuccess: () => reread('workflows'),
  });
}

/** Without an id, a new one is made. */
export function useSaveSchedule(id?: string) {
  return useMutation({
    mutationFn: (body: Schemas['ScheduleInput']) =>
      id === undefined
        ? ok(api.POST('/api/v1/schedules', { body }))
        : ok(api.PUT('/api/v1/schedules/{id}', { params: { path: { id } }, body })),
    onSuccess: () => reread('schedules'),
  });
}

const DELETED = {
  scripts: '/api/v1/scripts/{id}',
  workflows: '/api/v1/workflows/{id}',
  schedules: '/api/v1/schedules/{id}',
} as const;

export function useDelete(kind: keyof typeof DELETED, id: string) {
  return useMutation({
    mutationFn: () => ok(api.DELETE(DELETED[kind], { params: { path: { id } } })),
    onSuccess: () => reread(kind),
    onError: complain,
  });
}
