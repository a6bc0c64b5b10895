import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { clock, dateTime } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Card } from '~/ui/Card';
import { DAY, type Line, lineOf } from './day';
import { previewQuery, type Script, schedulesQuery, workflowsQuery } from './queries';
import { targetName } from './targetName';

const MINUTE = 60_000;
const QUARTERS = [0, 1, 2, 3];

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** What runs when within a day, a line for each schedule, the next one first. */
export function DayView({ scripts }: { scripts: Script[] }) {
  const now = useNow();
  const schedules = useQuery(schedulesQuery).data?.schedules ?? [];
  const workflows = useQuery(workflowsQuery).data?.workflows ?? [];
  const coming = schedules
    .filter(({ enabled, nextRunAt }) => enabled && nextRunAt && Date.parse(nextRunAt) < now + DAY)
    .sort((a, b) => Date.parse(a.nextRunAt ?? '') - Date.parse(b.nextRunAt ?? ''));
  const previews = useQueries({
    queries: coming.map(({ cronExpression, timezone, nextRunAt }) =>
      previewQuery(cronExpression, timezone, nextRunAt),
    ),
  });
  if (coming.length === 0) return null;
  return (
    <Card title={t('automation.day')}>
      <ul className="stack tight">
        {coming.map((schedule, index) => (
          <Row
            key={schedule.id}
            name={targetName(schedule, scripts, workflows)}
            line={lineOf(previews[index]?.data?.nextRuns ?? [], now)}
          />
        ))}
      </ul>
      <div className="day-row small muted numbers" aria-hidden>
        <span className="wide-only" />
        <div className="day-hours">
          {QUARTERS.map((quarter) => (
            <span key={quarter}>
              {quarter === 0 ? t('automation.now') : clock(now + (quarter * DAY) / 4)}
            </span>
          ))}
        </div>
      </div>
    </Card>
  );
}

function Row({ name, line }: { name: string; line: Line }) {
  const { marks, more } = line;
  const times = marks.map(({ at }) => clock(Date.parse(at))).join(', ');
  const label = t(more === null ? 'automation.dayRuns' : 'automation.dayRunsOn', { name, times });
  return (
    <li className="day-row">
      <span className="cut small">{name}</span>
      <div className="day-line" role="img" aria-label={label}>
        {more !== null && <span className="day-more" style={{ left: `${more}%` }} />}
        {marks.map(({ at, share }) => (
          <span key={at} className="day-mark" style={{ left: `${share}%` }} title={dateTime(at)} />
        ))}
      </div>
    </li>
  );
}
