import { useQuery } from '@tanstack/react-query';
import { Boxes, Plus } from 'lucide-react';
import { useState } from 'react';
import { appsQuery, routesQuery } from '~/api/queries';
import { useParam } from '~/app/useParam';
import { t } from '~/lib/i18n';
import { ranked } from '~/lib/search';
import { Button } from '~/ui/Button';
import { Empty } from '~/ui/Card';
import { SearchField } from '~/ui/Field';
import { Loaded } from '~/ui/Loaded';
import { Page } from '~/ui/Page';
import { NewRoute } from './NewRoute';
import { RouteTable, type Row } from './RouteTable';
import './apps.css';

export default function AppsPage() {
  const routes = useQuery(routesQuery);
  const apps = useQuery(appsQuery).data ?? [];
  const [question, setQuestion] = useParam('q');
  const [adding, setAdding] = useState(false);
  const actions = (
    <>
      {(routes.data?.length ?? 0) > 5 && (
        <SearchField label={t('apps.search')} value={question} onChange={setQuestion} />
      )}
      <Button look="primary" icon={Plus} onClick={() => setAdding(true)}>
        {t('apps.add')}
      </Button>
    </>
  );
  return (
    <Page title={t('apps.title')} about={t('apps.about')} actions={actions}>
      <Loaded query={routes} height={240}>
        {(found) => {
          if (found.length === 0) return <NoRoutes />;
          const byId = new Map(apps.map((app) => [app.id, app]));
          const rows = found.map((route) => ({ route, app: byId.get(route.appId) }));
          const textOf = ({ route, app }: Row) =>
            [app?.name, route.routeId, route.to, route.pathBase].join(' ');
          return <RouteTable rows={ranked(rows, question, textOf)} />;
        }}
      </Loaded>
      {adding && <NewRoute onClose={() => setAdding(false)} />}
    </Page>
  );
}

function NoRoutes() {
  return (
    <section className="card">
      <Empty icon={Boxes} title={t('apps.none')}>
        <p>{t('apps.noneAbout')}</p>
      </Empty>
    </section>
  );
}
