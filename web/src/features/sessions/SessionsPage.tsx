import { useMutation, useQuery } from '@tanstack/react-query';
import { Cookie, LogOut, MonitorSmartphone } from 'lucide-react';
import { api, ok } from '~/api/client';
import { appsQuery, queryClient } from '~/api/queries';
import { browserName } from '~/lib/browserName';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Card, Empty } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Moment } from '~/ui/Moment';
import { Page } from '~/ui/Page';
import { complain } from '~/ui/toasts';

const browsersQuery = {
  queryKey: ['browser-sessions'],
  queryFn: () => ok(api.GET('/api/v1/auth/sessions')),
  staleTime: 0,
};

const cookiesQuery = {
  queryKey: ['session-cookies'],
  queryFn: () => ok(api.GET('/api/v1/session-cookies')),
  staleTime: 0,
};

/** Where one is signed in: browsers that stay so, and apps that keep a session for one. */
export default function SessionsPage() {
  return (
    <Page title={t('sessions.name')} about={t('sessions.about')}>
      <Browsers />
      <AppSessions />
    </Page>
  );
}

function Browsers() {
  const browsers = useQuery(browsersQuery);
  const end = useMutation({
    mutationFn: (id: string) =>
      ok(api.DELETE('/api/v1/auth/sessions/{id}', { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: browsersQuery.queryKey }),
    onError: complain,
  });
  return (
    <Card title={t('sessions.browsers')} flush>
      <Loaded query={browsers} height={120}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <Empty icon={MonitorSmartphone} title={t('sessions.noBrowsers')}>
              <p>{t('sessions.noBrowsersAbout')}</p>
            </Empty>
          ) : (
            <ul className="list">
              {sessions.map(({ id, userAgent, createdAt, lastUsed }) => {
                const name = browserName(userAgent) ?? t('sessions.unknown');
                return (
                  <li key={id} className="row wrap">
                    <div className="grow">
                      <h3>{name}</h3>
                      <p className="small muted">
                        {t('sessions.since')} <Moment at={createdAt} /> · {t('sessions.used')}{' '}
                        <Moment at={lastUsed} />
                      </p>
                    </div>
                    <Button
                      small
                      icon={LogOut}
                      aria-label={t('sessions.endName', { name })}
                      onClick={() => end.mutate(id)}
                    >
                      {t('sessions.end')}
                    </Button>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function AppSessions() {
  const cookies = useQuery(cookiesQuery);
  const apps = useQuery(appsQuery).data ?? [];
  const reread = () => queryClient.invalidateQueries({ queryKey: cookiesQuery.queryKey });
  const end = useMutation({
    mutationFn: (appId: string) =>
      ok(api.DELETE('/api/v1/session-cookies/{appId}', { params: { path: { appId } } })),
    onSuccess: reread,
    onError: complain,
  });
  return (
    <Card title={t('sessions.apps')} flush>
      <Loaded query={cookies} height={120}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <Empty icon={Cookie} title={t('sessions.noApps')}>
              <p>{t('sessions.noAppsAbout')}</p>
            </Empty>
          ) : (
            <ul className="list">
              {sessions.map(({ appId, cookieCount, lastUpdated }) => {
                const name = apps.find(({ id }) => id === appId)?.name ?? appId;
                return (
                  <li key={appId} className="row wrap">
                    <div className="grow">
                      <h3>{name}</h3>
                      <p className="small muted">
                        {t('sessions.cookies', { count: cookieCount })} · {t('sessions.used')}{' '}
                        <Moment at={lastUpdated} />
                      </p>
                    </div>
                    <Button
                      small
                      icon={LogOut}
                      aria-label={t('sessions.endName', { name })}
                      onClick={() => end.mutate(appId)}
                    >
                      {t('sessions.end')}
                    </Button>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
