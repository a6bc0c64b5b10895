import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '~/api/client';
import { devicesQuery } from '~/api/queries';
import { dateTime } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Card } from '~/ui/Card';
import { Moment } from '~/ui/Moment';
import { useTraffic } from './useTraffic';

/** Who used an app. Whoever may not know is not shown the card. */
export function CallersCard({ appId }: { appId: string }) {
  const callers = useTraffic(appId).data?.callers;
  if (!callers) return null;
  return (
    <Card title={t('apps.callers')}>
      {callers.length === 0 ? (
        <p className="muted">{t('apps.noCallers')}</p>
      ) : (
        <div className="stack tight">
          <p className="small muted">{t('apps.callersAbout')}</p>
          <ul className="plain-list">
            {callers.map((caller) => (
              <Caller key={`${caller.kind} ${caller.id}`} caller={caller} />
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

function Caller({ caller }: { caller: Schemas['CallerBody'] }) {
  const devices = useQuery(devicesQuery).data;
  const { kind, id = '', requests, since, lastUsed } = caller;
  const device = kind === 'device' && devices?.find(({ deviceId }) => deviceId === id);
  return (
    <li>
      <div className="row apart">
        <strong className="cut">
          {device ? device.deviceName : t(`apps.caller.${kind}`, { id: id ?? '' })}
        </strong>
        <span className="small">
          <Moment at={lastUsed} />
        </span>
      </div>
      <p className="small muted">
        {t('apps.callerUses', { count: requests, since: dateTime(since) })}
      </p>
    </li>
  );
}
