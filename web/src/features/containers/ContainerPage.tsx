import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ArrowLeft, Compass, FileDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from '~/app/Link';
import { PageTabs } from '~/app/PageTabs';
import { bytes, percent } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Card, Empty } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Page } from '~/ui/Page';
import { Spark } from '~/ui/Spark';
import { Tag } from '~/ui/Status';
import { ActionButtons } from './ActionButtons';
import { Details } from './Details';
import { ExportDialog } from './ExportDialog';
import { Incidents } from './incidents/Incidents';
import { ContainerLog } from './log/ContainerLog';
import { type Container, containersQuery, statsQuery } from './queries';
import { isUp, stateText, toneOf } from './state';
import './containers.css';

export default function ContainerPage() {
  const { containerId } = useParams({ strict: false }) as { containerId: string };
  const containers = useQuery(containersQuery);
  return (
    <Loaded query={containers} height={400}>
      {(found) => {
        const container =
          found.find(({ name }) => name === containerId) ??
          found.find(({ id }) => id === containerId);
        return container ? <Found container={container} /> : <Gone />;
      }}
    </Loaded>
  );
}

function Back() {
  return (
    <Link to="containers" exact className="row small">
      <ArrowLeft size={15} aria-hidden />
      {t('containers.back')}
    </Link>
  );
}

function Gone() {
  return (
    <Page title={t('containers.gone')} about={<Back />}>
      <Empty icon={Compass} title={t('containers.gone')}>
        <p>{t('containers.goneAbout')}</p>
      </Empty>
    </Page>
  );
}

function Found({ container }: { container: Container }) {
  const [exporting, setExporting] = useState(false);
  const actions = (
    <>
      <ActionButtons container={container} named />
      <Button icon={FileDown} onClick={() => setExporting(true)}>
        {t('containers.export')}
      </Button>
    </>
  );
  return (
    <Page title={container.name} about={<Back />} actions={actions}>
      <Figures container={container} />
      <PageTabs
        label={container.name}
        tabs={[
          {
            value: 'logs',
            text: t('containers.logs'),
            content: <ContainerLog key={container.id} container={container} />,
          },
          {
            value: 'incidents',
            text: t('containers.incidents'),
            content: <Incidents container={container} />,
          },
          {
            value: 'details',
            text: t('containers.details'),
            content: <Details container={container} />,
          },
        ]}
      />
      {exporting && <ExportDialog containers={[container]} onClose={() => setExporting(false)} />}
    </Page>
  );
}

function Figures({ container }: { container: Container }) {
  const all = useQuery(statsQuery).data?.containers ?? [];
  const stats = isUp(container) ? all.find((each) => each.containerId === container.id) : undefined;
  return (
    <Card>
      <dl className="container-figures">
        <div>
          <dt>{t('containers.stateLabel')}</dt>
          <dd>
            <Tag tone={toneOf(container)}>{stateText(container)}</Tag>
          </dd>
        </div>
        <div>
          <dt>{t('containers.image')}</dt>
          <dd className="mono break">{container.image}</dd>
        </div>
        <div>
          <dt>{t('containers.cpu')}</dt>
          <dd className="numbers">
            {stats ? percent(stats.cpu.usage) : '–'}
            {stats && <Spark values={stats.trail.cpu} most={100} />}
          </dd>
        </div>
        <div>
          <dt>{t('containers.memory')}</dt>
          <dd className="numbers">
            {stats
              ? t('containers.ofLimit', {
                  used: bytes(stats.memory.used),
                  limit: bytes(stats.memory.limit),
                })
              : '–'}
            {stats && <Spark values={stats.trail.memory} most={100} />}
          </dd>
        </div>
        <div>
          <dt>{t('containers.network')}</dt>
          <dd className="numbers">
            {stats ? `↓ ${bytes(stats.network.rx)} ↑ ${bytes(stats.network.tx)}` : '–'}
          </dd>
        </div>
      </dl>
    </Card>
  );
}
