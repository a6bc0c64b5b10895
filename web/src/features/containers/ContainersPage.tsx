import { useQuery } from '@tanstack/react-query';
import { Box } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useParam } from '~/app/useParam';
import { t } from '~/lib/i18n';
import { rank } from '~/lib/search';
import { Empty } from '~/ui/Card';
import { Choices } from '~/ui/Choices';
import { SearchField } from '~/ui/Field';
import { Loaded } from '~/ui/Loaded';
import { Page } from '~/ui/Page';
import { toast } from '~/ui/toasts';
import { BulkBar } from './BulkBar';
import { ContainerTable } from './ContainerTable';
import { MOST, named, namesOf } from './log/chosen';
import { LogPanel } from './log/LogPanel';
import { type Container, containersQuery, type Stats, statsQuery } from './queries';
import { isUp, stackOf, toneOf } from './state';
import './containers.css';

const FILTERS = ['all', 'up', 'down', 'bad'] as const;
type Filter = (typeof FILTERS)[number];

const NONE: Container[] = [];
const NO_STATS: Stats[] = [];

const PASSES: Record<Filter, (container: Container) => boolean> = {
  all: () => true,
  up: isUp,
  down: (container) => !isUp(container),
  bad: (container) => ['bad', 'warn'].includes(toneOf(container)),
};

const RUNTIMES = ['all', 'docker', 'kubernetes'] as const;

export default function ContainersPage() {
  const containers = useQuery(containersQuery);
  const stats = useQuery(statsQuery).data?.containers ?? NO_STATS;
  const [question, setQuestion] = useParam('q');
  const [askedState, setFilter] = useParam('state', 'all');
  const filter = FILTERS.find((each) => each === askedState) ?? 'all';
  const [askedRuntime, setRuntime] = useParam('runtime', 'all');
  const runtime = RUNTIMES.find((each) => each === askedRuntime) ?? 'all';
  const [reading, setReading] = useParam('logs');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const all = containers.data ?? NONE;
  const shown = useMemo(
    () => all.filter(passing({ filter, runtime, question })),
    [all, filter, runtime, question],
  );
  const isMixed = useMemo(() => new Set(all.map((each) => each.runtime)).size > 1, [all]);
  const read = named(all, reading);
  const readThem = (wanted: Container[]) => {
    if (wanted.length > MOST) toast(t('containers.log.most', { count: MOST }));
    setReading(namesOf(wanted));
  };
  const running = all.filter(isUp).length;
  const about = t('containers.about', { count: all.length, running });
  const actions = all.length > 0 && (
    <>
      {(isMixed || runtime !== 'all') && (
        <Choices
          label={t('containers.runtime')}
          value={runtime}
          onChange={setRuntime}
          options={RUNTIMES.map((value) => ({ value, text: t(`containers.on.${value}`) }))}
        />
      )}
      <Choices
        label={t('containers.stateLabel')}
        value={filter}
        onChange={setFilter}
        options={FILTERS.map((value) => ({ value, text: t(`containers.filter.${value}`) }))}
      />
      <SearchField label={t('containers.search')} value={question} onChange={setQuestion} />
    </>
  );
  return (
    <Page title={t('containers.name')} about={about} actions={actions}>
      <Loaded query={containers} height={300}>
        {(found) => {
          if (found.length === 0) return <NoContainers />;
          if (shown.length === 0) {
            return <Empty icon={Box} title={t('containers.noneShown')} />;
          }
          return (
            <ContainerTable
              containers={shown}
              stats={stats}
              chosen={chosen}
              onChoose={setChosen}
              onRead={readThem}
            />
          );
        }}
      </Loaded>
      {read.length > 0 && (
        <LogPanel
          containers={read}
          onRemove={(name) => readThem(read.filter((each) => each.name !== name))}
          onClose={() => setReading('')}
        />
      )}
      <BulkBar
        containers={all.filter(({ id }) => chosen.has(id))}
        onRead={readThem}
        onClear={() => setChosen(new Set())}
      />
    </Page>
  );
}

interface Wanted {
  filter: Filter;
  runtime: (typeof RUNTIMES)[number];
  question: string;
}

function passing({ filter, runtime, question }: Wanted): (container: Container) => boolean {
  return (container) =>
    PASSES[filter](container) &&
    (runtime === 'all' || container.runtime === runtime) &&
    rank(`${container.name} ${container.image} ${stackOf(container)}`, question) !== null;
}

function NoContainers() {
  return (
    <section className="card">
      <Empty icon={Box} title={t('containers.none')}>
        <p>{t('containers.noneAbout')}</p>
      </Empty>
    </section>
  );
}
