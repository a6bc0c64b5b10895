import { useQuery } from '@tanstack/react-query';
import { Boxes, Radar } from 'lucide-react';
import { useState } from 'react';
import { appsQuery } from '~/api/queries';
import { useSession } from '~/api/session';
import { Link } from '~/app/Link';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Empty } from '~/ui/Card';
import { SearchField } from '~/ui/Field';
import { Loaded } from '~/ui/Loaded';
import { Page } from '~/ui/Page';
import { AppGroups } from './AppGroups';
import { Attention } from './Attention';
import { FirstSteps, useFirstSteps } from './FirstSteps';
import { Recent } from './Recent';
import { SystemCard } from './SystemCard';
import './home.css';

function greeting(name: string): string {
  const hour = new Date().getHours();
  const part = hour < 5 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'day' : 'evening';
  return t(`home.good.${part}`, { name });
}

export default function HomePage() {
  const apps = useQuery(appsQuery);
  const name = useSession()?.user.username ?? '';
  const [question, setQuestion] = useState('');
  const steps = useFirstSteps();
  const [arranging, setArranging] = useState(false);
  const count = apps.data?.length ?? 0;
  const actions = (
    <>
      {count > 5 && (
        <SearchField label={t('home.search')} value={question} onChange={setQuestion} />
      )}
      {count > 0 && (
        <Button
          look={arranging ? 'primary' : 'quiet'}
          aria-pressed={arranging}
          onClick={() => setArranging(!arranging)}
        >
          {t(arranging ? 'home.arranged' : 'home.arrange')}
        </Button>
      )}
    </>
  );
  return (
    <Page title={greeting(name)} about={t('home.about')} actions={actions}>
      <div className="home">
        <div className="stack wide">
          <Attention />
          <FirstSteps steps={steps} />
          <Loaded query={apps} height={220}>
            {(found) => {
              if (found.length > 0) {
                return <AppGroups apps={found} question={question} arranging={arranging} />;
              }
              // The first of the steps says the same.
              return steps.length > 0 ? null : <NoApps />;
            }}
          </Loaded>
        </div>
        <div className="stack aside">
          <SystemCard />
          <Recent />
        </div>
      </div>
    </Page>
  );
}

function NoApps() {
  return (
    <section className="card">
      <Empty icon={Boxes} title={t('home.noApps')}>
        <p>{t('home.noAppsAbout')}</p>
        <div className="row wrap">
          <Link to="discovery" className="button primary">
            <Radar size={17} aria-hidden />
            {t('home.seeFound')}
          </Link>
          <Link to="apps" className="button">
            {t('home.addByHand')}
          </Link>
        </div>
      </Empty>
    </section>
  );
}
