import { useMemo } from 'react';
import { type Sample, useSamples } from '~/api/live/system';
import { Link } from '~/app/Link';
import { bytes, percent } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Card, Skeleton } from '~/ui/Card';
import { type Line, Plot } from '~/ui/Plot';

interface Figure {
  name: string;
  now: string;
  lines: Line[];
  most: number;
}

function figures(samples: Sample[]): Figure[] {
  const last = samples.at(-1);
  if (!last) return [];
  const share = (key: 'cpu' | 'ram', colour: string): Figure => {
    const name = t(`home.${key}`);
    const values = samples.map((sample) => sample[key]);
    return {
      name,
      now: percent(last[key]),
      most: 100,
      lines: [{ name, colour, values, fill: true }],
    };
  };
  const network = {
    name: t('home.network'),
    now: `↓ ${bytes(last.rx)}/s  ↑ ${bytes(last.tx)}/s`,
    most: 10_240,
    lines: [
      {
        name: t('home.received'),
        colour: 'accent',
        values: samples.map(({ rx }) => rx),
        fill: true,
      },
      { name: t('home.sent'), colour: 'good', values: samples.map(({ tx }) => tx) },
    ],
  };
  return [share('cpu', 'accent'), share('ram', 'good'), network];
}

/** The host, over the last quarter of an hour and as it is now. */
export function SystemCard() {
  const samples = useSamples();
  const times = useMemo(() => samples.map((sample) => sample.at / 1000), [samples]);
  const shown = useMemo(() => figures(samples), [samples]);
  const disk = samples.at(-1)?.disk;
  return (
    <Card title={t('home.system')} actions={<Link to="metrics">{t('home.more')}</Link>}>
      {shown.length === 0 ? (
        <Skeleton height={260} />
      ) : (
        <div className="stack">
          {shown.map(({ name, now, lines, most }) => (
            <div key={name} className="figure">
              <div className="row apart small">
                <span className="muted">{name}</span>
                <span className="strong numbers">{now}</span>
              </div>
              <Plot label={`${name}: ${now}`} times={times} lines={lines} most={most} height={52} />
            </div>
          ))}
          {disk !== undefined && (
            <div className="stack tight">
              <div className="row apart small">
                <span className="muted">{t('home.disk')}</span>
                <span className="strong numbers">{percent(disk)}</span>
              </div>
              <div className="meter" aria-hidden>
                <span style={{ width: `${disk}%` }} />
              </div>
            </div>
          )}
        </div>
      )}
    </Card>
  );
}
