import { ExternalLink } from 'lucide-react';
import { memo, type RefCallback, useRef } from 'react';
import type { Schemas } from '~/api/client';
import { Link } from '~/app/Link';
import { millis } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Dot, Tag, type Tone } from '~/ui/Status';
import { usePageRows } from '~/ui/VirtualList';
import { AppIcon } from './AppIcon';

export interface Row {
  route: Schemas['RouteView'];
  app: Schemas['AppView'] | undefined;
}

export const routeTone = (status: Schemas['RouteStatus']): Tone =>
  (({ ACTIVE: 'good', UNHEALTHY: 'bad', UNKNOWN: 'plain' }) as const)[status];

/** A list of so many rows is in the page as a whole; of a longer one, what is in sight. */
const WHOLE = 60;
/** A guess; each row is measured when it is seen. */
const ROW_HEIGHT = 63;

export function RouteTable({ rows }: { rows: Row[] }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const long = rows.length > WHOLE;
  const virtual = usePageRows({
    items: rows,
    keyOf: ({ route }) => route.routeId,
    rowHeight: ROW_HEIGHT,
    place: body,
    overscan: long ? 12 : WHOLE,
  });
  const shown = virtual.getVirtualItems();
  const { scrollMargin } = virtual.options;
  const before = (shown[0]?.start ?? scrollMargin) - scrollMargin;
  const after = virtual.getTotalSize() - ((shown.at(-1)?.end ?? scrollMargin) - scrollMargin);
  return (
    <div className="card flush">
      {/* The header counts as a row. */}
      <table className={long ? 'routes long' : 'routes'} aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{t('apps.app')}</th>
            <th scope="col">{t('apps.to')}</th>
            <th scope="col">{t('apps.state')}</th>
            <th scope="col">{t('apps.origin')}</th>
            <th scope="col">
              <span className="hidden-text">{t('apps.open')}</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          <Gap height={before} />
          {shown.map(({ key, index }) => (
            <RouteRow
              key={key}
              {...(rows[index] as Row)}
              index={index}
              measure={virtual.measureElement}
            />
          ))}
          <Gap height={after} />
        </tbody>
      </table>
    </div>
  );
}

/** Room for rows that are not in the page. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className="gap">
      <td colSpan={5} style={{ height }} />
    </tr>
  );
}

interface RowProps extends Row {
  index: number;
  measure: RefCallback<HTMLTableRowElement>;
}

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
