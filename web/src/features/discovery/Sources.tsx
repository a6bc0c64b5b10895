import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '~/api/client';
import { healthQuery } from '~/api/queries';
import { t } from '~/lib/i18n';
import { Dot, type Tone } from '~/ui/Status';

/** Their names among the parts of the gateway. */
const SOURCES = ['docker', 'mdns', 'kubernetes'];

const TONES: Record<Schemas['HealthStatus'], Tone> = {
  healthy: 'good',
  degraded: 'warn',
  unhealthy: 'bad',
};

/** Where services are looked for, and whether that works. */
export function Sources() {
  const components = Object.entries(useQuery(healthQuery).data?.components ?? {});
  const sources = components.filter(([name]) => SOURCES.includes(name));
  if (sources.length === 0) return null;
  return (
    <ul className="sources" aria-label={t('discovery.sources')}>
      {sources.map(([name, { status, message }]) => (
        <li key={name} className="row small">
          <Dot tone={TONES[status]} text={t(`discovery.state.${status}`)} />
          <span className="strong">{t(`discovery.source.${name}`)}</span>
          {message && <span className="muted break">{message}</span>}
        </li>
      ))}
    </ul>
  );
}
