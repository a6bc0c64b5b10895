// What the palette does to things, beside opening apps and pages. It is loaded with the first letter
// that is typed, as the first screen needs none of it.
import { Check, type LucideIcon, PackagePlus, Play, ScrollText } from 'lucide-react';
import { proposalsQuery, queryClient } from '~/api/queries';
import { scriptsQuery } from '~/features/automation/queries';
import { ICONS } from '~/features/containers/ActionButtons';
import { isActing } from '~/features/containers/acting';
import { act, type Container, containersQuery, type Verb } from '~/features/containers/queries';
import { verbsFor } from '~/features/containers/state';
import { approve } from '~/features/discovery/decide';
import { templatesQuery } from '~/features/toolbox/queries';
import { t } from '~/lib/i18n';
import { rank } from '~/lib/search';
import { toast } from '~/ui/toasts';
import type { Entry } from './Palette';
import { go } from './router';

/** The gateway counts requests, and the page behind needs some, too. */
const MOST_ASKED = 2;
/** What the engine does by itself is not told on the socket. */
const FRESH = 30_000;

const once = { retry: false } as const;
const containersOnce = { ...containersQuery, ...once, staleTime: FRESH };

/** Proposals are not among them: the side bar has them always. */
const SOURCES = [
  {
    begins: '',
    isKnown: () => isKnown(containersQuery.queryKey, FRESH),
    ask: () => queryClient.fetchQuery(containersOnce),
  },
  {
    begins: 'automation.runName',
    isKnown: () => isKnown(scriptsQuery.queryKey),
    ask: () => queryClient.fetchQuery({ ...scriptsQuery, ...once }),
  },
  {
    begins: 'toolbox.deployName',
    isKnown: () => isKnown(templatesQuery.queryKey),
    ask: () => queryClient.fetchQuery({ ...templatesQuery, ...once }),
  },
];

function isKnown(queryKey: readonly unknown[], fresh = Number.POSITIVE_INFINITY): boolean {
  return queryClient.getQueryCache().find({ queryKey })?.isStaleByTime(fresh) === false;
}

/** What is asked for when there is more to ask than may be: what the typed verb is about, first. */
export function askedFirst<T extends { begins: string }>(sources: T[], text: string): T[] {
  const isMeant = ({ begins }: T) => begins !== '' && rank(t(begins, { name: '' }), text) === 0;
  const meant = sources.filter(isMeant);
  return [...meant, ...sources.filter((each) => !meant.includes(each))].slice(0, MOST_ASKED);
}

/** Shows what is known at once, and what is asked for as it comes. */
export function findVerbs(text: string, show: (verbs: Entry[]) => void): void {
  const update = () => show(verbs());
  update();
  const missing = SOURCES.filter((source) => !source.isKnown());
  // Whoever sees no containers, or has no toolbox, finds none here: their pages say why.
  for (const { ask } of askedFirst(missing, text)) ask().then(update, () => {});
}

function verbs(): Entry[] {
  const containers = queryClient.getQueryData(containersQuery.queryKey) ?? [];
  const proposals = queryClient.getQueryData(proposalsQuery.queryKey) ?? [];
  const { scripts } = queryClient.getQueryData(scriptsQuery.queryKey) ?? { scripts: [] };
  const { services } = queryClient.getQueryData(templatesQuery.queryKey) ?? { services: [] };
  return [
    ...proposals.map((proposal) => {
      const text = t('discovery.approveName', { name: proposal.suggestedApp.name });
      const run = () => void approve([{ proposal, port: proposal.detectedPort }]);
      return entry(`approve-${proposal.id}`, text, 'discovery', Check, run);
    }),
    ...containers.flatMap(forContainer),
    ...scripts.map(({ id, name }) => {
      const run = () => go('automation', { run: id });
      return entry(`run-${id}`, t('automation.runName', { name }), 'automation', Play, run);
    }),
    ...services
      .filter(({ broken }) => !broken)
      .map(({ id, name }) => {
        const run = () => go(`toolbox/${encodeURIComponent(id)}`);
        const text = t('toolbox.deployName', { name });
        return entry(`deploy-${id}`, text, 'toolbox', PackagePlus, run);
      }),
  ];
}

function forContainer(container: Container): Entry[] {
  const { id, name } = container;
  const doIt = (verb: Verb) => {
    void act(container, verb);
    toast(`${name}: ${t(`containers.doing.${verb}`)}`);
  };
  const acts = (isActing(id) ? [] : verbsFor(container)).map((verb) => {
    const text = t(`containers.do.${verb}`, { name });
    return entry(`${verb}-${id}`, text, 'containers', ICONS[verb], () => doIt(verb));
  });
  const read = () => go(`containers/${encodeURIComponent(name)}`);
  const log = t('containers.logOf', { name });
  return [...acts, entry(`log-${id}`, log, 'containers', ScrollText, read)];
}

/** Beside it stands the page where it could be done as well. */
function entry(id: string, text: string, place: string, icon: LucideIcon, run: () => void): Entry {
  return { id, text, hint: t(`${place}.name`), icon, run };
}
