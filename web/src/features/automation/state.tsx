import { t } from '~/lib/i18n';
import { Moment } from '~/ui/Moment';
import { Tag, type Tone } from '~/ui/Status';
import type { Execution } from './queries';

const TONES: Record<string, Tone> = {
  running: 'accent',
  failed: 'bad',
  timeout: 'bad',
  cancelled: 'warn',
};

export const isOver = (status: string): boolean => !['pending', 'running'].includes(status);

export function StatusTag({ status }: { status: string }) {
  return <Tag tone={TONES[status] ?? 'plain'}>{t(`automation.status.${status}`)}</Tag>;
}

/** How it went the last time; a run that went well needs no words. */
export function LastRun({ execution }: { execution: Execution | undefined }) {
  if (!execution) return <p className="small muted">{t('automation.neverRan')}</p>;
  return (
    <p className="row small muted">
      {execution.status !== 'completed' && <StatusTag status={execution.status} />}
      <span>
        {t('automation.ran')} <Moment at={execution.createdAt} />
      </span>
    </p>
  );
}

/** "3.2 s", or nothing while it has not begun. */
export function tookSeconds({ startedAt, completedAt }: Execution): number | null {
  if (!startedAt || !completedAt) return null;
  return (Date.parse(completedAt) - Date.parse(startedAt)) / 1000;
}
