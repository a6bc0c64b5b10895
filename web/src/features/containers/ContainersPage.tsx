import { useQuery } from '@tanstack/react-query';
import { Box } from 'lucide-react';
import { useState } from 'react';
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
import { type Container, containersQuery, statsQuery } from './queries';
import { isUp, stackOf, toneOf } from './state';
import './containers.css';

const FILTERS = ['all', 'up', 'down', 'bad'] as const;
type Filter = (typeof FILTERS)[number];

const PASSES: Record<Filter, (container: Container) => boolean> = {
  all: () => true,
  up: isUp,
  down: (container) => !isUp(container),
  bad: (container) => ['bad', 'warn'].includes(toneOf(container)),
};

export default function ContainersPage() {
  const containers = useQuery(containersQuery);
  const stats = useQuery(statsQuery).data?.containers ?? [];
  const [question, setQuestion] = useParam('q');
  const [asked, setFilter] = useParam('state', 'all');
  const filter = FILTERS.find((each) => each === asked) ?? 'all';
  const [reading, setReading] = useParam('logs');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const all = containers.data ?? [];
  const read = named(all, reading);
  const readThem = (wanted: Container[]) => {
    if (wanted.length > MOST) toast(t('containers.log.most', { count: MOST }));
    setReading(namesOf(wanted));
  };
  const running = all.filter(isUp).length;
  const about = t('containers.about', { count: all.length, running });
  const actions = all.length > 0 && (
    <>
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
          const shown = found.filter(
            (each) =>
              PASSES[filter](each) &&
              rank(`${each.name} ${each.image} ${stackOf(each)}`, question) !== null,
          );
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

function NoContainers() {
  return (
    <section className="card">
      <Empty icon={Box} title={t('containers.none')}>
        <p>{t('containers.noneAbout')}</p>
      </Empty>
    </section>
  );
}
