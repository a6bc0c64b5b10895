import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { dateTime, until } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Empty } from '~/ui/Card';
import { Confirm } from '~/ui/Dialog';
import { SwitchField } from '~/ui/Field';
import { Loaded } from '~/ui/Loaded';
import { Moment } from '~/ui/Moment';
import { complain } from '~/ui/toasts';
import { DayView } from './DayView';
import { NextRuns } from './NextRuns';
import {
  type Schedule,
  type Script,
  schedulesQuery,
  useDelete,
  useSaveSchedule,
  type Workflow,
  workflowsQuery,
} from './queries';
import { ScheduleForm } from './ScheduleForm';
import { targetName } from './targetName';
import { When } from './When';

export function Schedules({ scripts }: { scripts: Script[] }) {
  const schedules = useQuery(schedulesQuery);
  const workflows = useQuery(workflowsQuery).data?.workflows ?? [];
  const [adding, setAdding] = useState(false);
  return (
    <>
      <DayView scripts={scripts} />
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
            <ul className="card flush list schedules">
              {schedules.map((schedule) => (
                <ScheduleRow
                  key={schedule.id}
                  schedule={schedule}
                  scripts={scripts}
                  workflows={workflows}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {adding && (
        <ScheduleForm scripts={scripts} workflows={workflows} onClose={() => setAdding(false)} />
      )}
    </>
  );
}

interface RowProps {
  schedule: Schedule;
  scripts: Script[];
  workflows: Workflow[];
}

function ScheduleRow({ schedule, scripts, workflows }: RowProps) {
  const [asking, setAsking] = useState(false);
  const [changing, setChanging] = useState(false);
  const [opened, setOpened] = useState(false);
  const name = targetName(schedule, scripts, workflows);
  const change = useSaveSchedule(schedule.id);
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
        onChange={(on) => change.mutate({ enabled: on }, { onError: complain })}
      />
      <Button
        small
        look="quiet"
        icon={Pencil}
        iconOnly
        aria-label={t('automation.changeName', { name })}
        onClick={() => setChanging(true)}
      >
        {t('automation.change')}
      </Button>
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
      {changing && (
        <ScheduleForm
          schedule={schedule}
          scripts={scripts}
          workflows={workflows}
          onClose={() => setChanging(false)}
        />
      )}
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
