import { queryOptions, useMutation } from '@tanstack/react-query';
import { api, ok, type Schemas } from '~/api/client';
import { queryClient } from '~/api/queries';
import { grouped } from '~/lib/group';
import { t } from '~/lib/i18n';
import { complain, toast } from '~/ui/toasts';
import { began, ended } from './acting';
import { remembered } from './trail';

export type Container = Schemas['ListedView'];
export type { Stats } from './trail';
export type Verb = 'start' | 'stop' | 'restart';

/** What the engine does by itself is not told on the socket, so a page in sight looks again. */
const LOOK_AGAIN = 30_000;
const COUNT_AGAIN = 10_000;

/** Of every engine that is switched on. */
const EVERYWHERE = { runtime: 'all' };

export const containersQuery = queryOptions({
  queryKey: ['containers'],
  queryFn: () => ok(api.GET('/api/v1/containers', { params: { query: EVERYWHERE } })),
  refetchInterval: LOOK_AGAIN,
});

export const statsQuery = queryOptions({
  queryKey: ['container-stats'],
  queryFn: async () => {
    const params = { query: EVERYWHERE };
    const { containers } = await ok(api.GET('/api/v1/containers/stats', { params }));
    return { containers: remembered(containers) };
  },
  // Each count is another one: comparing thousands with those before finds nothing that stays.
  structuralSharing: false,
  refetchInterval: COUNT_AGAIN,
});

/** Where a container is, as the API asks for it. */
export const placeOf = ({ runtime, namespace }: Container) => ({
  runtime,
  namespace: runtime === 'kubernetes' ? namespace : undefined,
});

const PATHS = {
  start: '/api/v1/containers/{containerId}/start',
  stop: '/api/v1/containers/{containerId}/stop',
  restart: '/api/v1/containers/{containerId}/restart',
} as const;

/** What takes it back. A restart is over when it is done. */
const BACK: Partial<Record<Verb, Verb>> = { start: 'stop', stop: 'start' };

/** Answers as soon as the engine was told; how it ended comes on the socket. */
export function act(container: Container, verb: Verb): Promise<void> {
  return ask(container, verb, () => offerUndo(container, verb));
}

/** Taking it back is not offered to be taken back. */
function offerUndo(container: Container, verb: Verb): void {
  const back = BACK[verb];
  if (!back) return;
  const run = () => void ask(container, back);
  const text = t(`containers.did.${verb}`, { name: container.name });
  toast(text, { action: { text: t('ui.undo'), run } });
}

async function ask(container: Container, verb: Verb, then?: () => void): Promise<void> {
  began(container.id, verb, then);
  const params = { path: { containerId: container.id }, query: placeOf(container) };
  try {
    await ok(api.POST(PATHS[verb], { params }));
  } catch (error) {
    ended(container.id);
    complain(error);
  }
}

export interface BulkResult {
  verb: Verb;
  results: Schemas['OutcomeView'][];
}

/** One call for each engine and namespace; the results are put together. */
export function useActOnAll() {
  return useMutation({
    mutationFn: async ({ verb, containers }: { verb: Verb; containers: Container[] }) => {
      const results: BulkResult['results'] = [];
      for (const group of byPlace(containers)) {
        const body = { action: verb, containerIds: group.map(({ id }) => id) };
        const query = placeOf(group[0] as Container);
        const done = await ok(api.POST('/api/v1/containers/batch', { params: { query }, body }));
        results.push(...done.results);
      }
      return { verb, results };
    },
    onSuccess: ({ verb, results }) => {
      const count = results.filter(({ success }) => success).length;
      if (count === results.length) toast(t(`containers.allDone.${verb}`, { count }));
    },
    onError: complain,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['containers'] }),
  });
}

function byPlace(containers: Container[]): Container[][] {
  const key = (container: Container) => JSON.stringify(placeOf(container));
  return [...grouped(containers, key).values()];
}
