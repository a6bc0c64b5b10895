import { dateTime, percent } from '~/lib/format';
import { t } from '~/lib/i18n';
import type { Traffic } from './traffic';

type Quarter = Traffic['lastDay']['quarters'][number];

/** All was well, some of it was, or nothing; `unseen` where nobody looked. */
export function lookOf({ healthy }: Pick<Quarter, 'healthy'>): 'good' | 'warn' | 'bad' | 'unseen' {
  if (healthy == null) return 'unseen';
  if (healthy >= 0.999) return 'good';
  return healthy < 0.5 ? 'bad' : 'warn';
}

/** The last 24 hours, a bar for each quarter of an hour. Height tells it as well as colour. */
export function HealthStrip({ day }: { day: Traffic['lastDay'] }) {
  const { healthy, quarters } = day;
  const text =
    healthy == null ? t('apps.dayUnseen') : t('apps.dayHealthy', { share: percent(healthy * 100) });
  return (
    <div className="stack tight">
      <div className="health-strip" role="img" aria-label={text}>
        {quarters.map((quarter) => (
          <span key={quarter.at} className={lookOf(quarter)} title={dateTime(quarter.at)} />
        ))}
      </div>
      <p className="small muted">{text}</p>
    </div>
  );
}
