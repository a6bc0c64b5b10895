import { useQuery } from '@tanstack/react-query';
import { activityQuery } from '~/api/queries';
import { Link } from '~/app/Link';
import { ActivityRow } from '~/features/activity/ActivityRow';
import { t } from '~/lib/i18n';
import { Card } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';

export function Recent() {
  const activity = useQuery(activityQuery);
  const all = (
    <Link to="activity" className="small">
      {t('home.all')}
    </Link>
  );
  return (
    <Card title={t('home.recent')} actions={all}>
      <Loaded query={activity} height={180}>
        {(items) =>
          items.length === 0 ? (
            <p className="muted">{t('home.quiet')}</p>
          ) : (
            <ul className="list">
              {items.slice(0, 6).map((item) => (
                <li key={item.id}>
                  <ActivityRow item={item} small />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
