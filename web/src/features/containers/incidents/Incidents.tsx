import { useQuery } from '@tanstack/react-query';
import { HeartPulse } from 'lucide-react';
import { api, ok } from '~/api/client';
import { exactClock } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Empty } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Ansi } from '~/ui/log/Ansi';
import { lastWritten, levelOf } from '~/ui/log/line';
import { Moment } from '~/ui/Moment';
import { Tag } from '~/ui/Status';
import { type Container, placeOf } from '../queries';
import { IncidentPicture } from './IncidentPicture';
import { endText, type Incident } from './picture';
import './incidents.css';

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
            {incidents.map((incident, index) => (
              <IncidentCard key={incident.id} incident={incident} open={index === 0} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

interface CardProps {
  incident: Incident;
  /** The newest is what one came for. */
  open: boolean;
}

function IncidentCard({ incident, open }: CardProps) {
  const { at, image, lines } = incident;
  const end = endText(incident);
  return (
    <li className="card stack">
      <p className="row wrap incident-end">
        <Tag tone="bad">{end}</Tag>
        <span className="small muted">
          <Moment at={at} /> · {image}
        </span>
      </p>
      <IncidentPicture incident={incident} />
      {lines.length > 0 && (
        <details open={open}>
          <summary>{t('containers.lastLines', { count: lines.length })}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
          <ol className="incident-lines" tabIndex={0}>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change
              <li key={index} className={levelOf(line.message)}>
                <time dateTime={line.timestamp}>{exactClock(Date.parse(line.timestamp))}</time>
                <span>
                  <Ansi text={lastWritten(line.message)} question="" />
                </span>
              </li>
            ))}
            <li className="end">
              <time dateTime={at}>{exactClock(Date.parse(at))}</time>
              <span>{end}</span>
            </li>
          </ol>
        </details>
      )}
    </li>
  );
}
