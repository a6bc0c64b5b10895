import { useQuery } from '@tanstack/react-query';
import { api, ok, type Schemas } from '~/api/client';
import { t } from '~/lib/i18n';
import { Card } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Moment } from '~/ui/Moment';
import { type Container, placeOf } from './queries';

const portText = ({ ip, publicPort, privatePort, type }: Schemas['ContainerPort']): string =>
  publicPort ? `${ip ?? ''}:${publicPort} → ${privatePort}/${type}` : `${privatePort}/${type}`;

export function Details({ container }: { container: Container }) {
  const inspected = useQuery({
    queryKey: ['container', container.id],
    queryFn: () => {
      const params = { path: { containerId: container.id }, query: placeOf(container) };
      return ok(api.GET('/api/v1/containers/{containerId}', { params }));
    },
    staleTime: 0,
  });
  const labels = Object.entries(container.labels);
  return (
    <>
      <Card title={t('containers.details')}>
        <dl className="facts">
          <dt>{t('containers.id')}</dt>
          <dd className="mono">{container.id}</dd>
          <dt>{t('containers.created')}</dt>
          <dd>
            <Moment at={container.created * 1000} />
          </dd>
          <dt>{t('containers.runtime')}</dt>
          <dd>{[container.runtime, container.namespace].filter(Boolean).join(' · ')}</dd>
          <dt>{t('containers.ports')}</dt>
          <dd>
            {container.ports.length === 0
              ? '–'
              : container.ports.map((port) => <div key={portText(port)}>{portText(port)}</div>)}
          </dd>
          <dt>{t('containers.labels')}</dt>
          <dd className="small">
            {labels.length === 0
              ? '–'
              : labels.map(([name, value]) => (
                  <div key={name} className="mono">
                    {name}={value}
                  </div>
                ))}
          </dd>
        </dl>
      </Card>
      <Card title={t('containers.inspected')}>
        <Loaded query={inspected} height={200}>
          {(found) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
            <pre className="code-block mono" tabIndex={0}>
              {JSON.stringify(found, null, 2)}
            </pre>
          )}
        </Loaded>
      </Card>
    </>
  );
}
