import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { Link } from '~/app/Link';
import { ContainerLog } from '~/features/containers/log/ContainerLog';
import { MOST } from '~/features/containers/log/chosen';
import { ManyLogs } from '~/features/containers/log/ManyLogs';
import { type Container, containersQuery } from '~/features/containers/queries';
import '~/features/containers/containers.css';
import { t } from '~/lib/i18n';
import { Empty } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';

/** What the containers say that a route leads to. */
export function AppLog({ routeId }: { routeId: string }) {
  const containers = useQuery(containersQuery);
  return (
    <Loaded query={containers} height={300}>
      {(all) => {
        const behind = all.filter(({ routes }) => routes.includes(routeId)).slice(0, MOST);
        const [only, ...others] = behind;
        if (!only) return <NoContainer />;
        return others.length > 0 ? (
          <ManyLogs containers={behind} />
        ) : (
          <LogOfOne key={only.id} container={only} />
        );
      }}
    </Loaded>
  );
}

function LogOfOne({ container }: { container: Container }) {
  const { name } = container;
  return (
    <>
      <p className="small">
        <Link to={`containers/${encodeURIComponent(name)}`}>{t('apps.containerOf', { name })}</Link>
      </p>
      <ContainerLog container={container} />
    </>
  );
}

function NoContainer() {
  return (
    <section className="card">
      <Empty icon={ScrollText} title={t('apps.noContainer')}>
        <p>{t('apps.noContainerAbout')}</p>
      </Empty>
    </section>
  );
}
