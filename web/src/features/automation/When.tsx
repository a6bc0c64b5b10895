import { dateTimeZone } from '~/lib/format';
import type { Schedule } from './queries';
import { sentence } from './sentence';

/** When something runs by itself, in words where there are some, and where that is another time. */
export function When({ schedule }: { schedule: Schedule }) {
  const { cronExpression, timezone } = schedule;
  const elsewhere = timezone && timezone !== dateTimeZone() ? ` (${timezone})` : '';
  const means = sentence(cronExpression);
  return (
    <span title={cronExpression}>
      {means ?? <code>{cronExpression}</code>}
      {elsewhere}
    </span>
  );
}
