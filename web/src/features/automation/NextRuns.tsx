import { useQuery } from '@tanstack/react-query';
import { messageOf } from '~/api/problem';
import { dateTime } from '~/lib/format';
import { t } from '~/lib/i18n';
import { previewQuery } from './queries';
import { sentence } from './sentence';

interface Props {
  cron: string;
  zone: string | null | undefined;
}

/** What an expression means: in words, and when it comes the next ten times. */
export function NextRuns({ cron, zone }: Props) {
  const preview = useQuery(previewQuery(cron, zone));
  if (preview.isError) return <p className="small bad">{messageOf(preview.error)}</p>;
  const means = sentence(cron);
  return (
    <div className="stack tight small" role="status">
      {means && <p className="strong">{means}</p>}
      <ol className="next-runs muted numbers" aria-label={t('automation.nextRuns')}>
        {preview.data?.nextRuns.map((run) => (
          <li key={run}>
            <time dateTime={run}>{dateTime(run)}</time>
          </li>
        ))}
      </ol>
    </div>
  );
}
