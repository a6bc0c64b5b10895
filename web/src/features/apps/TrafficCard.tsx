import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { api, ok } from '~/api/client';
import { type Share, useShare } from '~/api/live/system';
import { queryClient } from '~/api/queries';
import { bytes, millis, number } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Card } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Plot } from '~/ui/Plot';
import { type Traffic, withShare } from './traffic';

export function TrafficCard({ appId }: { appId: string }) {
  const traffic = useQuery({
    queryKey: ['traffic', appId],
    queryFn: () => ok(api.GET('/api/v1/apps/{appId}/traffic', { params: { path: { appId } } })),
  });
  const hear = useCallback(
    (share: Share, at: number) =>
      queryClient.setQueryData<Traffic>(
        ['traffic', appId],
        (known) => known && withShare(known, share, at),
      ),
    [appId],
  );
  useShare(appId, hear);
  return (
    <Card title={t('apps.traffic')}>
      <Loaded query={traffic} height={200}>
        {(found) => <Figures traffic={found} />}
      </Loaded>
    </Card>
  );
}

function Figures({ traffic }: { traffic: Traffic }) {
  const { series } = traffic;
  const times = useMemo(() => series.map((minute) => Date.parse(minute.at) / 1000), [series]);
  const requests = useMemo(
    () => [
      {
        name: t('apps.requests'),
        colour: 'accent',
        values: series.map((m) => m.requests),
        fill: true,
      },
      { name: t('apps.failures'), colour: 'bad', values: series.map((m) => m.failures) },
    ],
    [series],
  );
  const latency = useMemo(
    () => [{ name: t('apps.latency'), colour: 'good', values: series.map((m) => m.avgLatencyMs) }],
    [series],
  );
  return (
    <div className="stack">
      <dl className="figures">
        <div>
          <dt>{t('apps.requests')}</dt>
          <dd>{number(traffic.requests)}</dd>
        </div>
        <div>
          <dt>{t('apps.half')}</dt>
          <dd>{millis(traffic.p50Ms)}</dd>
        </div>
        <div>
          <dt>{t('apps.most')}</dt>
          <dd>{millis(traffic.p95Ms)}</dd>
        </div>
        <div>
          <dt>{t('apps.sent')}</dt>
          <dd>{bytes(traffic.bytesSent)}</dd>
        </div>
      </dl>
      <p className="small muted">{t('apps.perMinute')}</p>
      <Plot label={t('apps.perMinute')} times={times} lines={requests} height={120} most={5} axes />
      <p className="small muted">{t('apps.latency')}</p>
      <Plot
        label={t('apps.latency')}
        times={times}
        lines={latency}
        height={100}
        most={10}
        axes
        format={millis}
      />
    </div>
  );
}
