import { useQuery } from '@tanstack/react-query';
import { HeartPulse } from 'lucide-react';
import { useMemo } from 'react';
import { api, ok, type Schemas } from '~/api/client';
import { bytes } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Empty } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Moment } from '~/ui/Moment';
import { Plot } from '~/ui/Plot';
import { Tag } from '~/ui/Status';
import { type Container, placeOf } from './queries';

/** The ends that nobody wanted, each with its last words. */
export function Incidents({ container }: { container: Container }) {
  const incidents = useQuery({
    queryKey: ['incidents', container.runtime, container.namespace, container.name],
    queryFn: () => {
      const params = { path: { containerId: container.name }, query: placeOf(container) };
      return ok(api.GET('/api/v1/containers/{containerId}/incidents', { params }));
    },
    staleTime: 0,
  });
  return (
    <Loaded query={incidents} height={200}>
      {({ incidents }) =>
        incidents.length === 0 ? (
          <section className="card">
            <Empty icon={HeartPulse} title={t('containers.noIncidents')}>
              <p>{t('containers.noIncidentsAbout')}</p>
            </Empty>
          </section>
        ) : (
          <ul className="stack">
            {incidents.map((incident) => (
              <IncidentCard key={incident.id} incident={incident} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function IncidentCard({ incident }: { incident: Schemas['Incident'] }) {
  const { at, exitCode, outOfMemory, lines, stats } = incident;
  const times = useMemo(() => stats.map((each) => Date.parse(each.at) / 1000), [stats]);
  const memory = useMemo(
    () => [
      {
        name: t('containers.memory'),
        colour: 'accent',
        values: stats.map((each) => each.memoryUsed),
        fill: true,
      },
    ],
    [stats],
  );
  return (
    <li className="card stack">
      <p className="row wrap">
        <Tag tone="bad">
          {outOfMemory
            ? t('containers.outOfMemory')
            : t('containers.code', { code: exitCode ?? '?' })}
        </Tag>
        <span className="small muted">
          <Moment at={at} /> · {incident.image}
        </span>
      </p>
      {stats.length > 1 && (
        <>
          <p className="small muted">{t('containers.memoryBefore')}</p>
          <Plot
            label={t('containers.memoryBefore')}
            times={times}
            lines={memory}
            height={90}
            axes
            format={bytes}
          />
        </>
      )}
      {lines.length > 0 && (
        <details>
          <summary>{t('containers.lastLines', { count: lines.length })}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
          <pre className="code-block mono" tabIndex={0}>
            {lines.map((line) => line.message).join('\n')}
          </pre>
        </details>
      )}
    </li>
  );
}
