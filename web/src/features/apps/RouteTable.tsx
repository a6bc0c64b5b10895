import { ExternalLink } from 'lucide-react';
import { memo } from 'react';
import type { Schemas } from '~/api/client';
import { Link } from '~/app/Link';
import { millis } from '~/lib/format';
import { t } from '~/lib/i18n';
import { LongTable, type RowPlace } from '~/ui/LongTable';
import { Dot, Tag, type Tone } from '~/ui/Status';
import { AppIcon } from './AppIcon';

export interface Row {
  route: Schemas['RouteView'];
  app: Schemas['AppView'] | undefined;
}

export const routeTone = (status: Schemas['RouteStatus']): Tone =>
  (({ ACTIVE: 'good', UNHEALTHY: 'bad', UNKNOWN: 'plain' }) as const)[status];

const ROW_HEIGHT = 63;

const head = () => (
  <>
    <th scope="col">{t('apps.app')}</th>
    <th scope="col">{t('apps.to')}</th>
    <th scope="col">{t('apps.state')}</th>
    <th scope="col">{t('apps.origin')}</th>
    <th scope="col">
      <span className="hidden-text">{t('apps.open')}</span>
    </th>
  </>
);

export function RouteTable({ rows }: { rows: Row[] }) {
  return (
    <LongTable
      name="routes"
      head={head()}
      columns={5}
      items={rows}
      keyOf={({ route }) => route.routeId}
      rowHeight={ROW_HEIGHT}
      row={(row, { key, ...place }) => <RouteRow key={key} {...row} {...place} />}
    />
  );
}

interface RowProps extends Row, RowPlace {}

const RouteRow = memo(function RouteRow({ route, app, index, measure }: RowProps) {
  const name = app?.name ?? route.appId;
  const took = route.healthInfo?.responseTime;
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      <td>
        <div className="row">
          <AppIcon app={app ?? { id: route.appId, name, icon: '' }} size={34} />
          <div className="stack-plain">
            <Link to={`apps/${encodeURIComponent(route.routeId)}`} className="row-link strong cut">
              {name}
            </Link>
            <span className="small muted cut">{route.pathBase}</span>
          </div>
        </div>
      </td>
      <td className="wide-only">
        <code className="break">{route.to}</code>
      </td>
      <td>
        <span className="row">
          <Dot tone={routeTone(route.status)} text={t(`apps.status.${route.status}`)} />
          <span className="small wide-only">
            {t(`apps.status.${route.status}`)}
            {typeof took === 'number' && <span className="muted numbers"> · {millis(took)}</span>}
          </span>
        </span>
      </td>
      <td className="wide-only">
        <Tag>{t(`apps.from.${route.origin}`)}</Tag>
      </td>
      <td className="end">
        {app && (
          <a
            className="button quiet small icon above"
            href={app.url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('apps.openName', { name })}
            title={t('apps.openName', { name })}
          >
            <ExternalLink size={16} aria-hidden />
          </a>
        )}
      </td>
    </tr>
  );
});
