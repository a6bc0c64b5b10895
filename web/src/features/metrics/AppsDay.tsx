import { useMemo } from 'react';
import type { Schemas } from '~/api/client';
import { bytes, millis, number } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Figure } from './Figure';

/** All apps together, quarter of an hour by quarter. */
export function AppsDay({ day }: { day: Schemas['DayBody'] }) {
  const { quarters } = day;
  const times = useMemo(() => quarters.map(({ at }) => Date.parse(at) / 1000), [quarters]);
  const failures = quarters.reduce((sum, quarter) => sum + quarter.failures, 0);
  return (
    <div className="stack">
      <dl className="figures">
        <div>
          <dt>{t('metrics.requests')}</dt>
          <dd>{number(day.requests)}</dd>
        </div>
        <div>
          <dt>{t('metrics.failures')}</dt>
          <dd>{number(failures)}</dd>
        </div>
        <div>
          <dt>{t('metrics.half')}</dt>
          <dd>{millis(day.p50Ms)}</dd>
        </div>
        <div>
          <dt>{t('metrics.most')}</dt>
          <dd>{millis(day.p95Ms)}</dd>
        </div>
        <div>
          <dt>{t('metrics.sentBytes')}</dt>
          <dd>{bytes(day.bytesSent)}</dd>
        </div>
      </dl>
      <div className="plots">
        <Figure
          name={t('metrics.requestsDay')}
          now={number(quarters.at(-1)?.requests ?? 0)}
          times={times}
          lines={[
            {
              name: t('metrics.requests'),
              colour: 'accent',
              values: quarters.map(({ requests }) => requests),
            },
            {
              name: t('metrics.failures'),
              colour: 'bad',
              values: quarters.map(({ failures }) => failures),
            },
          ]}
          most={5}
          format={number}
        />
        <Figure
          name={t('metrics.latency')}
          now={millis(quarters.at(-1)?.p95Ms ?? 0)}
          times={times}
          lines={[
            {
              name: t('metrics.most'),
              colour: 'accent',
              values: quarters.map(({ p95Ms }) => p95Ms),
            },
            {
              name: t('metrics.mean'),
              colour: 'good',
              values: quarters.map(({ avgLatencyMs }) => avgLatencyMs),
            },
          ]}
          most={10}
          format={millis}
        />
      </div>
    </div>
  );
}
