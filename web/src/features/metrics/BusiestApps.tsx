import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '~/api/client';
import { appsQuery } from '~/api/queries';
import { bytes, millis } from '~/lib/format';
import { t } from '~/lib/i18n';

export function BusiestApps({ apps }: { apps: Schemas['AppShareBody'][] }) {
  const known = useQuery(appsQuery).data ?? [];
  if (apps.length === 0) return <p className="muted quiet">{t('metrics.quiet')}</p>;
  const most = Math.max(...apps.map(({ requests }) => requests), 1);
  return (
    <ol className="list busiest">
      {apps.map(({ appId, requests, failures, bytesSent, p95Ms }) => (
        <li key={appId}>
          <div className="row apart wrap">
            <strong>{known.find(({ id }) => id === appId)?.name ?? appId}</strong>
            <span className="row wrap small muted numbers">
              <span>{t('metrics.requestCount', { count: requests })}</span>
              {failures > 0 && (
                <span className="bad">{t('metrics.failureCount', { count: failures })}</span>
              )}
              <span>{t('metrics.within', { time: millis(p95Ms) })}</span>
              <span>{bytes(bytesSent)}</span>
            </span>
          </div>
          <div className="meter" aria-hidden>
            <span style={{ width: `${(requests / most) * 100}%` }} />
          </div>
        </li>
      ))}
    </ol>
  );
}
