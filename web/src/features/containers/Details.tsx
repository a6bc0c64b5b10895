import { useQuery } from '@tanstack/react-query';
import { api, ok } from '~/api/client';
import { t } from '~/lib/i18n';
import { Card } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Moment } from '~/ui/Moment';
import { Tag } from '~/ui/Status';
import { Environment } from './Environment';
import { type Facts, factsOf, type Mount } from './inspected';
import { distinct, portAddress, portText } from './ports';
import { type Container, placeOf } from './queries';
import { maskedText } from './secrets';

export function Details({ container }: { container: Container }) {
  const inspected = useQuery({
    queryKey: ['container', container.id],
    queryFn: () => {
      const params = { path: { containerId: container.id }, query: placeOf(container) };
      return ok(api.GET('/api/v1/containers/{containerId}', { params }));
    },
    staleTime: 0,
  });
  return (
    <Loaded query={inspected} height={320}>
      {(found) => {
        const facts = factsOf(found);
        return (
          <>
            <About container={container} facts={facts} />
            <Ports container={container} />
            <Mounts mounts={facts.mounts} />
            <Environment variables={facts.environment} />
            <Labels labels={container.labels} />
            <details className="card">
              <summary>{t('containers.inspected')}</summary>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
              <pre className="code-block mono" tabIndex={0}>
                {maskedText(found)}
              </pre>
            </details>
          </>
        );
      }}
    </Loaded>
  );
}

const POLICIES = ['no', 'always', 'unless-stopped', 'on-failure'];

function About({ container, facts }: { container: Container; facts: Facts }) {
  const { command, workingDir, user, restart, restarts, networks } = facts;
  const rows: [string, string][] = [
    ['id', container.id],
    ['runtime', [container.runtime, container.namespace].filter(Boolean).join(' · ')],
    ['command', command],
    ['workingDir', workingDir],
    ['user', user],
    ['whenItEnds', POLICIES.includes(restart) ? t(`containers.policy.${restart}`) : restart],
    ['restarts', restarts > 0 ? String(restarts) : ''],
    ['networks', networks.map(({ name, addresses }) => [name, ...addresses].join(' ')).join(', ')],
  ];
  return (
    <Card title={t('containers.details')}>
      <dl className="facts">
        <dt>{t('containers.created')}</dt>
        <dd>
          <Moment at={container.created * 1000} />
        </dd>
        {rows.map(([name, value]) => value !== '' && <Row key={name} name={name} value={value} />)}
      </dl>
    </Card>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{t(`containers.${name}`)}</dt>
      <dd className={name === 'id' || name === 'command' ? 'mono' : undefined}>{value}</dd>
    </>
  );
}

function Ports({ container }: { container: Container }) {
  const ports = distinct(container.ports);
  if (ports.length === 0) return null;
  return (
    <Card title={t('containers.ports')} flush>
      <ul className="list">
        {ports.map((port) => {
          const address = portAddress(port, window.location.hostname);
          return (
            <li key={portText(port)} className="row wrap apart small">
              <span className="numbers">{portText(port)}</span>
              {address && (
                <a href={address} target="_blank" rel="noopener noreferrer" className="break">
                  {address}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Mounts({ mounts }: { mounts: Mount[] }) {
  if (mounts.length === 0) return null;
  return (
    <Card title={t('containers.mounts')} flush>
      <ul className="list">
        {mounts.map(({ source, target, readOnly }) => (
          <li key={target} className="row wrap apart small">
            <code className="break">
              {source} → {target}
            </code>
            {readOnly && <Tag>{t('containers.readOnly')}</Tag>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Labels({ labels }: { labels: Record<string, string> }) {
  const all = Object.entries(labels);
  if (all.length === 0) return null;
  return (
    <Card title={t('containers.labels')}>
      <ul className="small mono">
        {all.map(([name, value]) => (
          <li key={name} className="break">
            {name}={value}
          </li>
        ))}
      </ul>
    </Card>
  );
}
