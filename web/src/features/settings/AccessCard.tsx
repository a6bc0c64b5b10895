import { useSession } from '~/api/session';
import { signOut } from '~/features/session/keep';
import { dateTime } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Card } from '~/ui/Card';

/** How this tab came in, and what that lets it do. */
export function AccessCard() {
  const session = useSession();
  if (!session) return null;
  const { user, expiresAt } = session;
  const secure = window.location.protocol === 'https:';
  return (
    <Card title={t('settings.why')}>
      <div className="stack">
        <p>{t('settings.whyAbout', { name: user.username })}</p>
        <dl className="facts">
          <dt>{t('settings.until')}</dt>
          <dd>{dateTime(expiresAt)}</dd>
          <dt>{t('settings.may')}</dt>
          <dd className="row wrap">
            {user.scopes.map((scope) => (
              <code key={scope}>{scope}</code>
            ))}
          </dd>
          <dt>{t('settings.connection')}</dt>
          <dd>{secure ? t('settings.encrypted') : t('settings.plain')}</dd>
          <dt>{t('settings.apps')}</dt>
          <dd>{t('settings.cookie')}</dd>
        </dl>
        <div>
          <Button onClick={() => void signOut()}>{t('session.signOut')}</Button>
        </div>
      </div>
    </Card>
  );
}
