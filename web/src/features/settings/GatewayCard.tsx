import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '~/api/client';
import { healthQuery, infoQuery } from '~/api/queries';
import { Link } from '~/app/Link';
import { dateTime, duration } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Card } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Dot, type Tone } from '~/ui/Status';

const TONES: Record<Schemas['HealthStatus'], Tone> = {
  healthy: 'good',
  degraded: 'warn',
  unhealthy: 'bad',
};

export function GatewayCard() {
  const info = useQuery(infoQuery);
  const components = Object.entries(useQuery(healthQuery).data?.components ?? {});
  return (
    <Card title={t('settings.gateway')}>
      <Loaded query={info} height={180}>
        {(found) => (
          <div className="stack">
            <dl className="facts">
              <dt>{t('settings.version')}</dt>
              <dd>{found.version}</dd>
              <dt>{t('settings.built')}</dt>
              <dd>{dateTime(found.buildDate)}</dd>
              <dt>{t('settings.uptime')}</dt>
              <dd>{duration(found.uptimeSeconds)}</dd>
              <dt>{t('settings.address')}</dt>
              <dd>{found.baseUrl}</dd>
              <dt>{t('settings.instance')}</dt>
              <dd>
                <code>{found.instanceId}</code>
              </dd>
            </dl>
            <ul className="components small" aria-label={t('settings.parts')}>
              {components.map(([name, { status, message }]) => (
                <li key={name} className="row">
                  <Dot tone={TONES[status]} text={t(`settings.state.${status}`)} />
                  <span className="strong">{name}</span>
                  {message && <span className="muted break">{message}</span>}
                </li>
              ))}
            </ul>
            <p className="row wrap small">
              <Link to="settings/configuration">{t('settings.configuration')}</Link>
              <a href="/api/docs">{t('settings.api')}</a>
            </p>
          </div>
        )}
      </Loaded>
    </Card>
  );
}
