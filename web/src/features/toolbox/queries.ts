import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, ok, type Schemas } from '~/api/client';
import { queryClient } from '~/api/queries';
import { complain, toast } from '~/ui/toasts';

export type Template = Schemas['ToolboxTemplate'];
export type Deployment = Schemas['ToolboxDeployment'];
export type Plan = Schemas['ToolboxPlan'];
export type DeployInput = Schemas['ToolboxDeployInput'];

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: () => ok(api.GET('/api/v1/toolbox/services')),
});

export const deploymentsQuery = queryOptions({
  queryKey: ['deployments'],
  queryFn: () => ok(api.GET('/api/v1/toolbox/deployments')),
});

const reread = () => {
  for (const key of ['deployments', 'apps', 'routes']) {
    void queryClient.invalidateQueries({ queryKey: [key] });
  }
};

/** What a deployment would make. What is in its way changes with all that happens on the machine. */
export const planQuery = (body: DeployInput) =>
  queryOptions({
    queryKey: ['plan', body],
    queryFn: async () => {
      const params = { query: { plan: true } };
      return (await ok(api.POST('/api/v1/toolbox/deploy', { params, body }))) as Plan;
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** The names of what a deployment has kept: volumes, and a folder of its own. */
export const dataQuery = (id: string) =>
  queryOptions({
    queryKey: ['deployment-data', id],
    queryFn: () =>
      ok(api.GET('/api/v1/toolbox/deployments/{id}/data', { params: { path: { id } } })),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export function useDeploy() {
  return useMutation({
    mutationFn: (body: DeployInput) => ok(api.POST('/api/v1/toolbox/deploy', { body })),
    onSuccess: reread,
  });
}

const PATHS = {
  start: '/api/v1/toolbox/deployments/{id}/start',
  stop: '/api/v1/toolbox/deployments/{id}/stop',
  update: '/api/v1/toolbox/deployments/{id}/update',
} as const;

export function useChange(id: string) {
  return useMutation({
    mutationFn: (what: keyof typeof PATHS) =>
      ok(api.POST(PATHS[what], { params: { path: { id } } })),
    onSuccess: reread,
    onError: complain,
  });
}

/** What is left out stays as it is. */
export function useRedeploy(id: string) {
  return useMutation({
    mutationFn: (body: Schemas['ToolboxRedeployInput']) => {
      const params = { path: { id } };
      return ok(api.POST('/api/v1/toolbox/deployments/{id}/redeploy', { params, body }));
    },
    onSuccess: reread,
  });
}

export function useRemove({ id, service_name: name }: Deployment) {
  return useMutation({
    mutationFn: (removeVolumes: boolean) => {
      const params = { path: { id }, query: { removeVolumes } };
      return ok(api.DELETE('/api/v1/toolbox/deployments/{id}', { params }));
    },
    // The row that asked may be gone by now. What stays is named: that takes a while to read.
    onSuccess: ({ message }) => {
      toast(`${name}: ${message}`, { millis: 15_000 });
      reread();
    },
    onError: complain,
  });
}
