import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Compass, ExternalLink, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '~/api/client';
import { appsQuery, routesQuery } from '~/api/queries';
import { Link } from '~/app/Link';
import { PageTabs } from '~/app/PageTabs';
import { go } from '~/app/router';
import { t } from '~/lib/i18n';
import { openApp } from '~/lib/open';
import { Button } from '~/ui/Button';
import { Empty } from '~/ui/Card';
import { Confirm } from '~/ui/Dialog';
import { Loaded } from '~/ui/Loaded';
import { Page } from '~/ui/Page';
import { complain, toast } from '~/ui/toasts';
import { AppIcon } from './AppIcon';
import { AppLog } from './AppLog';
import { CallersCard } from './CallersCard';
import { CheckCard } from './CheckCard';
import { forgetRoute, saveRoute, useDeleteRoute } from './changes';
import { inputOf } from './draft';
import { HealthCard } from './HealthCard';
import { RouteForm } from './RouteForm';
import { TrafficCard } from './TrafficCard';
import './apps.css';

export default function RoutePage() {
  const { routeId } = useParams({ strict: false }) as { routeId: string };
  const routes = useQuery(routesQuery);
  return (
    <Loaded query={routes} height={400}>
      {(found) => {
        // An app's first route mostly has its id.
        const route =
          found.find((each) => each.routeId === routeId) ??
          found.find((each) => each.appId === routeId);
        return route ? <Details key={routeId} route={route} /> : <Gone />;
      }}
    </Loaded>
  );
}

function Gone() {
  return (
    <Page title={t('apps.goneTitle')}>
      <Empty icon={Compass} title={t('apps.gone')}>
        <Link to="apps" className="button">
          {t('apps.back')}
        </Link>
      </Empty>
    </Page>
  );
}

function Overview({ route }: { route: Schemas['RouteView'] }) {
  return (
    <div className="stack">
      <HealthCard route={route} />
      <TrafficCard appId={route.appId} />
      <div className="plots">
        <CallersCard appId={route.appId} />
        <CheckCard route={route} />
      </div>
    </div>
  );
}

function Details({ route }: { route: Schemas['RouteView'] }) {
  const app = useQuery(appsQuery).data?.find((each) => each.id === route.appId);
  const [asking, setAsking] = useState(false);
  const remove = useDeleteRoute();
  const name = app?.name ?? route.appId;
  const ours = route.origin !== 'config';
  // What discovery or the toolbox made follows its service; made again by hand it would not.
  const canReturn = route.origin === 'manual';
  const destroy = () =>
    remove.mutate(route.routeId, {
      onSuccess: () => {
        const run = () =>
          saveRoute(route.routeId, inputOf(route)).then(
            () => toast(t('apps.restored', { name })),
            complain,
          );
        const action = canReturn ? { text: t('ui.undo'), run: () => void run() } : undefined;
        toast(t('apps.deleted', { name }), { action });
        forgetRoute(route.routeId);
        go('apps');
      },
      onError: complain,
    });
  const actions = (
    <>
      {app && (
        <Button icon={ExternalLink} onClick={() => openApp(app.url)}>
          {t('apps.open')}
        </Button>
      )}
      {ours && (
        <Button
          look="danger"
          icon={Trash2}
          busy={remove.isPending}
          onClick={() => (canReturn ? destroy() : setAsking(true))}
        >
          {t('apps.delete')}
        </Button>
      )}
    </>
  );
  return (
    <Page
      title={name}
      icon={<AppIcon app={app ?? { id: route.appId, name, icon: '' }} size={48} />}
      about={
        <span className="small break">
          <code>{route.pathBase}</code> → <code>{route.to}</code>
        </span>
      }
      actions={actions}
    >
      <PageTabs
        label={name}
        tabs={[
          { value: 'overview', text: t('apps.overview'), content: <Overview route={route} /> },
          { value: 'log', text: t('apps.log'), content: <AppLog routeId={route.routeId} /> },
          {
            value: 'settings',
            text: t('apps.settingsTab'),
            content: <RouteForm route={route} fixed={!ours} />,
            keep: true,
          },
        ]}
      />
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('apps.deleteTitle', { name })}
        about={t('apps.deleteAbout', { path: route.pathBase })}
        action={t('apps.delete')}
        busy={remove.isPending}
        onConfirm={destroy}
      />
    </Page>
  );
}
