import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { clock, dateTime } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Card } from '~/ui/Card';
import { recall } from './lastSeen';
import type { Seen } from './seen';

const LOOK_EVERY = 5000;

const seenQuery = { queryKey: ['last-seen'], queryFn: recall, gcTime: 0, staleTime: 0 };

/** While the gateway is away: what it said last, until it is back. */
export function Away({ onBack }: { onBack: () => void }) {
  const seen = useQuery(seenQuery).data;
  useEffect(() => {
    const look = async () => {
      if (document.hidden) return;
      const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
      if (answer) onBack();
    };
    const timer = setInterval(() => void look(), LOOK_EVERY);
    return () => clearInterval(timer);
  }, [onBack]);
  return seen && seen.apps.length > 0 ? <SeenApps seen={seen} /> : null;
}

function SeenApps({ seen }: { seen: Seen }) {
  const { at, apps } = seen;
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const time = isToday ? clock(at) : dateTime(at);
  const broken = apps.filter((app) => app.broken).length;
  return (
    <Card title={t('session.asOf', { time })} className="stale">
      <p className="small muted">
        {t('session.apps', { count: apps.length })}
        {broken > 0 && ` · ${t('session.broken', { count: broken })}`}
      </p>
      <ul className="last-seen muted" aria-label={t('session.asOf', { time })}>
        {apps.map((app) => (
          <li key={app.id} className="row">
            <span className="cut grow">{app.name}</span>
            {app.broken && <span className="small">{t('apps.health.unhealthy')}</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
