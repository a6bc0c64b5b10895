// Approving takes effect at once and can be taken back by removing the route. Dismissing waits here
// for a moment before it is sent, because most regrets come at once.
import { api, ok, type Schemas } from '~/api/client';
import { proposalsQuery, queryClient } from '~/api/queries';
import { t } from '~/lib/i18n';
import { complain, toast } from '~/ui/toasts';

type Proposal = Schemas['Proposal'];

const REGRET = 6000;

const key = proposalsQuery.queryKey;
const hide = (ids: Set<string>) =>
  queryClient.setQueryData(key, (known) => known?.filter((each) => !ids.has(each.id)));
const reread = (...names: string[]) => {
  for (const name of names) void queryClient.invalidateQueries({ queryKey: [name] });
};

/** What is wanted otherwise than it is proposed. */
export interface Wishes {
  port: number;
  name?: string;
  /** The first tag of an app. */
  group?: string;
  /** Below `/apps/`, without slashes around it. */
  path?: string;
}

export interface Choice extends Wishes {
  proposal: Proposal;
}

/** What is sent with an approval: only what differs. */
export function wished({ proposal, port, name, group, path }: Choice): Schemas['ApproveInput'] {
  const { name: suggested, tags } = proposal.suggestedApp;
  const [first, ...others] = tags;
  const body: Schemas['ApproveInput'] = { port };
  if (name?.trim() && name.trim() !== suggested) body.name = name.trim();
  const wanted = group?.trim();
  if (wanted !== undefined && wanted !== (first ?? '')) {
    body.tags = wanted ? [wanted, ...others.filter((tag) => tag !== wanted)] : others;
  }
  const base = `/apps/${path?.trim()}/`;
  if (path?.trim() && base !== proposal.suggestedRoute.pathBase) body.pathBase = base;
  return body;
}

/** What stands between `/apps/` and the slash at the end. */
export const shortPath = (pathBase: string) => pathBase.replace(/^\/apps\/|\/$/g, '');

export async function approve(choices: Choice[]): Promise<void> {
  const made: string[] = [];
  // One after the other: the gateway's limits are for all of a browser's requests together.
  for (const choice of choices) {
    const { proposal } = choice;
    try {
      const params = { path: { proposalId: proposal.id } };
      const path = '/api/v1/discovery/proposals/{proposalId}/approve' as const;
      const { route } = await ok(api.POST(path, { params, body: wished(choice) }));
      made.push(route.routeId);
      hide(new Set([proposal.id]));
    } catch (error) {
      complain(error);
    }
  }
  reread('apps', 'routes', 'containers');
  if (made.length === 0) return;
  const first = choices[0]?.name?.trim() || choices[0]?.proposal.suggestedApp.name || '';
  const text = t('discovery.approved', { count: made.length, name: first });
  toast(text, { action: { text: t('ui.undo'), run: () => void takeBack(made) } });
}

async function takeBack(routes: string[]): Promise<void> {
  for (const routeId of routes) {
    await ok(api.DELETE('/api/v1/routes/{routeId}', { params: { path: { routeId } } })).catch(
      complain,
    );
  }
  reread('apps', 'routes', 'containers', 'proposals');
}

export function dismiss(proposals: Proposal[]): void {
  const ids = new Set(proposals.map((proposal) => proposal.id));
  hide(ids);
  let regretted = false;
  const run = () => {
    regretted = true;
    queryClient.setQueryData(key, (known) => [
      ...(known ?? []).filter((each) => !ids.has(each.id)),
      ...proposals,
    ]);
  };
  const name = proposals[0]?.suggestedApp.name ?? '';
  const text = t('discovery.dismissed', { count: proposals.length, name });
  toast(text, { action: { text: t('ui.undo'), run }, millis: REGRET });
  setTimeout(() => {
    if (!regretted) void send(ids);
  }, REGRET);
}

async function send(ids: Set<string>): Promise<void> {
  for (const proposalId of ids) {
    const path = '/api/v1/discovery/proposals/{proposalId}/dismiss' as const;
    await ok(api.POST(path, { params: { path: { proposalId } } })).catch((error) => {
      complain(error);
      reread('proposals');
    });
  }
  reread('dismissed');
}
