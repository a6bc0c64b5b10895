import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { api, ok, type Schemas } from '~/api/client';
import { queryClient } from '~/api/queries';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Card } from '~/ui/Card';
import { Moment } from '~/ui/Moment';
import { Tag, type Tone } from '~/ui/Status';
import { complain, toast } from '~/ui/toasts';
import { type RouteInput, useSaveRoute } from './changes';

type Report = Schemas['CheckReport'];

const TONES: Record<Report['verdict'], Tone> = {
  works: 'good',
  'works with rewriting': 'good',
  'needs its own host name': 'warn',
};
const TEXTS: Record<Report['verdict'], string> = {
  works: 'works',
  'works with rewriting': 'rewriting',
  'needs its own host name': 'host',
};

/** Whether the app works below its path: the gateway opens it as a browser would. */
export function CheckCard({ route }: { route: Schemas['RouteView'] }) {
  const params = { path: { routeId: route.routeId } };
  const key = ['check', route.routeId];
  // Not asked for: the gateway has no report before the first check, and its pages ask for nothing
  // that is not there.
  const report = useQuery<Report>({ queryKey: key, queryFn: skipToken });
  const check = useMutation({
    mutationFn: () => ok(api.POST('/api/v1/routes/{routeId}/check', { params })),
    onSuccess: (fresh) => queryClient.setQueryData(key, fresh),
    onError: complain,
  });
  const button = (
    <Button small icon={FlaskConical} busy={check.isPending} onClick={() => check.mutate()}>
      {t('apps.check')}
    </Button>
  );
  return (
    <Card title={t('apps.checkTitle')} actions={button}>
      {report.data ? (
        <Verdict report={report.data} />
      ) : (
        <p className="muted">{t('apps.checkAbout')}</p>
      )}
    </Card>
  );
}

function Verdict({ report }: { report: Report }) {
  const save = useSaveRoute();
  const take = () => {
    const body = Object.fromEntries(report.suggestions.map(({ field, value }) => [field, value]));
    const change = { routeId: report.routeId, body: body as RouteInput };
    save.mutate(change, { onSuccess: () => void toast(t('apps.saved')), onError: complain });
  };
  return (
    <div className="stack">
      <div className="row wrap">
        <Tag tone={TONES[report.verdict]}>{t(`apps.verdict.${TEXTS[report.verdict]}`)}</Tag>
        <span className="small muted">
          <Moment at={report.checkedAt} />
        </span>
      </div>
      {report.suggestions.length > 0 && (
        <div className="stack tight">
          <h3>{t('apps.suggestions')}</h3>
          <ul className="plain-list small">
            {report.suggestions.map(({ field, value, why }) => (
              <li key={field}>
                <code>
                  {field} = {String(value)}
                </code>{' '}
                <span className="muted">{why}</span>
              </li>
            ))}
          </ul>
          <Button small busy={save.isPending} onClick={take}>
            {t('apps.take')}
          </Button>
        </div>
      )}
      {report.evidence.length > 0 && (
        <details className="small">
          <summary>{t('apps.seen', { count: report.evidence.length })}</summary>
          <ul className="plain-list">
            {report.evidence.map(({ kind, url, detail }) => (
              <li key={`${kind} ${url} ${detail}`} className="break">
                {detail} <span className="muted">{url}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
