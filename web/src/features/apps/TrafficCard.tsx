import { useMemo, useState } from 'react';
import { bytes, millis, number } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Card } from '~/ui/Card';
import { Choices } from '~/ui/Choices';
import { Loaded } from '~/ui/Loaded';
import { Plot } from '~/ui/Plot';
import { dayOf, hourOf, type Span } from './traffic';
import { useTraffic } from './useTraffic';

const SPANS = { hour: hourOf, day: dayOf };
type Name = keyof typeof SPANS;
const NAMES: Name[] = ['hour', 'day'];

export function TrafficCard({ appId }: { appId: string }) {
  const traffic = useTraffic(appId);
  const [name, setName] = useState<Name>('hour');
  const choice = (
    <Choices
      label={t('apps.span')}
      value={name}
      onChange={setName}
      options={NAMES.map((value) => ({ value, text: t(`apps.${value}`) }))}
    />
  );
  return (
    <Card title={t('apps.traffic')} actions={choice}>
      <Loaded query={traffic} height={200}>
        {(found) => <Figures key={name} span={SPANS[name](found)} name={name} />}
      </Loaded>
    </Card>
  );
}

function Figures({ span, name }: { span: Span; name: Name }) {
  const { points } = span;
  const times = useMemo(() => points.map(({ at }) => Date.parse(at) / 1000), [points]);
  const requests = useMemo(
    () => [
      {
        name: t('apps.requests'),
        colour: 'accent',
        values: points.map((point) => point.requests),
        fill: true,
      },
      {
        name: t('apps.failures'),
        colour: 'bad',
        values: points.map((point) => point.failures),
      },
    ],
    [points],
  );
  const latency = useMemo(() => {
    const values = points.map((point) => point.avgLatencyMs);
    return [{ name: t('apps.latency'), colour: 'good', values }];
  }, [points]);
  return (
    <div className="stack">
      <dl className="figures">
        <div>
          <dt>{t('apps.requests')}</dt>
          <dd>{number(span.requests)}</dd>
        </div>
        <div>
          <dt>{t('apps.half')}</dt>
          <dd>{millis(span.p50Ms)}</dd>
        </div>
        <div>
          <dt>{t('apps.most')}</dt>
          <dd>{millis(span.p95Ms)}</dd>
        </div>
        <div>
          <dt>{t('apps.sent')}</dt>
          <dd>{bytes(span.bytesSent)}</dd>
        </div>
      </dl>
      {span.outcomes.length > 0 && (
        <p className="row wrap small muted">
          {span.outcomes.map(([outcome, count]) => (
            <span key={outcome} className="numbers">
              {outcome}: {number(count)}
            </span>
          ))}
        </p>
      )}
      <div className="plots">
        <div>
          <h3 className="small muted">{t(`apps.requestsIn.${name}`)}</h3>
          <Plot
            label={t(`apps.requestsIn.${name}`)}
            times={times}
            lines={requests}
            height={150}
            most={5}
            axes
          />
        </div>
        <div>
          <h3 className="small muted">{t('apps.latency')}</h3>
          <Plot
            label={t('apps.latency')}
            times={times}
            lines={latency}
            height={150}
            most={10}
            axes
            format={millis}
          />
        </div>
      </div>
    </div>
  );
}
