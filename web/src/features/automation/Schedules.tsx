import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { dateTime, until } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Empty } from '~/ui/Card';
import { Confirm } from '~/ui/Dialog';
import { SwitchField } from '~/ui/Field';
import { Loaded } from '~/ui/Loaded';
import { Moment } from '~/ui/Moment';
import { AddSchedule } from './AddSchedule';
import { DayView } from './DayView';
import { NextRuns } from './NextRuns';
import {
  type Schedule,
  type Script,
  schedulesQuery,
  useChangeSchedule,
  useDelete,
  workflowsQuery,
} from './queries';
import { When } from './When';

export function Schedules({ scripts }: { scripts: Script[] }) {
  const schedules = useQuery(schedulesQuery);
  const workflows = useQuery(workflowsQuery).data?.workflows ?? [];
  const [adding, setAdding] = useState(false);
  const nameOf = ({ scriptId, workflowId }: Schedule): string => {
    const found = scriptId
      ? scripts.find(({ id }) => id === scriptId)
      : workflows.find(({ id }) => id === workflowId);
    return found?.name ?? scriptId ?? workflowId ?? '';
  };
  return (
    <>
      <div className="row wrap">
        <Button
          look="primary"
          icon={Plus}
          disabled={scripts.length === 0}
          title={scripts.length === 0 ? t('automation.scriptFirst') : undefined}
          onClick={() => setAdding(true)}
        >
          {t('automation.addSchedule')}
        </Button>
      </div>
      <Loaded query={schedules} height={160}>
        {({ schedules }) =>
          schedules.length === 0 ? (
            <section className="card">
              <Empty icon={CalendarClock} title={t('automation.noSchedules')}>
                <p>{t('automation.noSchedulesAbout')}</p>
              </Empty>
            </section>
          ) : (
            <>
              <DayView schedules={schedules} nameOf={nameOf} />
              <ul className="card flush list schedules">
                {schedules.map((schedule) => (
                  <ScheduleRow key={schedule.id} schedule={schedule} name={nameOf(schedule)} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {adding && (
        <AddSchedule scripts={scripts} workflows={workflows} onClose={() => setAdding(false)} />
      )}
    </>
  );
}

function ScheduleRow({ schedule, name }: { schedule: Schedule; name: string }) {
  const [asking, setAsking] = useState(false);
  const [opened, setOpened] = useState(false);
  const change = useChangeSchedule(schedule.id);
  const remove = useDelete('schedules', schedule.id);
  const { cronExpression, timezone, nextRunAt, lastRunAt, enabled } = schedule;
  return (
    <li className="row wrap">
      <div className="grow">
        <h2>{name}</h2>
        <p className="small muted">
          <When schedule={schedule} />
          {enabled && nextRunAt && (
            <span title={dateTime(nextRunAt)}>
              {' · '}
              {t('automation.next', { when: until(nextRunAt) })}
            </span>
          )}
          {lastRunAt && (
            <>
              {' · '}
              {t('automation.ran')} <Moment at={lastRunAt} />
            </>
          )}
        </p>
        <details className="small" onToggle={(event) => setOpened(event.currentTarget.open)}>
          <summary>{t('automation.nextRuns')}</summary>
          {opened && <NextRuns cron={cronExpression} zone={timezone} />}
        </details>
      </div>
      <SwitchField
        bare
        label={t('automation.enabled', { name })}
        checked={enabled}
        onChange={(on) => change.mutate({ enabled: on })}
      />
      <Button
        small
        look="quiet"
        icon={Trash2}
        iconOnly
        aria-label={t('automation.deleteName', { name })}
        onClick={() => setAsking(true)}
      >
        {t('ui.delete')}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('automation.deleteSchedule', { name })}
        about={t('automation.deleteScheduleAbout')}
        action={t('ui.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </li>
  );
}
