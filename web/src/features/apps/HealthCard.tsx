import type { Schemas } from '~/api/client';
import { millis } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Card } from '~/ui/Card';
import { Moment } from '~/ui/Moment';
import { Tag } from '~/ui/Status';
import { HealthStrip } from './HealthStrip';
import { routeTone } from './RouteTable';
import { useTraffic } from './useTraffic';

export function HealthCard({ route }: { route: Schemas['RouteView'] }) {
  const info = route.healthInfo;
  const traffic = useTraffic(route.appId).data;
  const state = <Tag tone={routeTone(route.status)}>{t(`apps.status.${route.status}`)}</Tag>;
  return (
    <Card title={t('apps.healthTitle')} actions={state}>
      <div className="stack">
        {traffic && <HealthStrip day={traffic.lastDay} />}
        {info ? (
          <dl className="facts">
            {info.lastCheck && (
              <>
                <dt>{t('apps.checked')}</dt>
                <dd>
                  <Moment at={info.lastCheck} />
                </dd>
              </>
            )}
            {info.lastSuccess && info.consecutiveFailures > 0 && (
              <>
                <dt>{t('apps.lastGood')}</dt>
                <dd>
                  <Moment at={info.lastSuccess} />
                </dd>
              </>
            )}
            {typeof info.responseTime === 'number' && (
              <>
                <dt>{t('apps.took')}</dt>
                <dd>{millis(info.responseTime)}</dd>
              </>
            )}
            {info.statusCode && (
              <>
                <dt>{t('apps.answer')}</dt>
                <dd>{info.statusCode}</dd>
              </>
            )}
            {info.message && (
              <>
                <dt>{t('apps.message')}</dt>
                <dd>{info.message}</dd>
              </>
            )}
          </dl>
        ) : (
          <p className="muted">{t('apps.notChecked')}</p>
        )}
      </div>
    </Card>
  );
}
