import { useQuery } from '@tanstack/react-query';
import { api, ok } from '~/api/client';
import { t } from '~/lib/i18n';
import { Card } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Page } from '~/ui/Page';
import { AppsDay } from './AppsDay';
import { BusiestApps } from './BusiestApps';
import { MachineCard } from './MachineCard';
import './metrics.css';

const trafficQuery = {
  queryKey: ['all-traffic'],
  queryFn: () => ok(api.GET('/api/v1/traffic')),
  staleTime: 0,
};

/** How much is going on: on this machine now, through all apps within a day. */
export default function MetricsPage() {
  const traffic = useQuery(trafficQuery);
  return (
    <Page title={t('metrics.name')} about={t('metrics.about')}>
      <MachineCard />
      <Card title={t('metrics.apps')}>
        <Loaded query={traffic} height={320}>
          {({ lastDay }) => <AppsDay day={lastDay} />}
        </Loaded>
      </Card>
      <Card title={t('metrics.busiest')} flush>
        <Loaded query={traffic} height={160}>
          {({ apps }) => <BusiestApps apps={apps} />}
        </Loaded>
      </Card>
      <p className="small muted">{t('metrics.prometheus')}</p>
    </Page>
  );
}
