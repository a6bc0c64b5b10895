import { useMemo } from 'react';
import { useSamples } from '~/api/live/system';
import { bytes, number, percent } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Card, Skeleton } from '~/ui/Card';
import { Figure } from './Figure';
import { perSecond } from './rates';

const rate = (value: number) => `${number(value, value < 10 ? 1 : 0)}/s`;

/** The host over the last quarter of an hour, and on. */
export function MachineCard() {
  const samples = useSamples();
  const times = useMemo(() => samples.map(({ at }) => at / 1000), [samples]);
  const rates = useMemo(() => perSecond(samples), [samples]);
  const last = samples.at(-1);
  return (
    <Card title={t('metrics.machine')}>
      {!last ? (
        <Skeleton height={360} />
      ) : (
        <div className="plots">
          <Figure
            name={t('metrics.cpu')}
            now={percent(last.cpu)}
            times={times}
            lines={[
              { name: t('metrics.cpu'), colour: 'accent', values: samples.map((s) => s.cpu) },
            ]}
            most={100}
            format={percent}
          />
          <Figure
            name={t('metrics.ram')}
            now={percent(last.ram)}
            times={times}
            lines={[{ name: t('metrics.ram'), colour: 'good', values: samples.map((s) => s.ram) }]}
            most={100}
            format={percent}
          />
          <Figure
            name={t('metrics.network')}
            now={`↓ ${bytes(last.rx)}/s  ↑ ${bytes(last.tx)}/s`}
            times={times}
            lines={[
              { name: t('metrics.received'), colour: 'accent', values: samples.map((s) => s.rx) },
              { name: t('metrics.sent'), colour: 'good', values: samples.map((s) => s.tx) },
            ]}
            most={10_240}
            format={bytes}
          />
          <Figure
            name={t('metrics.requestsNow')}
            now={rate(rates.requests.at(-1) ?? 0)}
            times={times}
            lines={[
              { name: t('metrics.requests'), colour: 'accent', values: rates.requests },
              { name: t('metrics.failures'), colour: 'bad', values: rates.failures },
            ]}
            most={1}
            format={rate}
          />
        </div>
      )}
    </Card>
  );
}
