import { useQuery } from '@tanstack/react-query';
import { PowerOff } from 'lucide-react';
import { PageTabs } from '~/app/PageTabs';
import { t } from '~/lib/i18n';
import { Empty } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Page } from '~/ui/Page';
import { Catalogue } from './Catalogue';
import { Deployments } from './Deployments';
import { templatesQuery } from './queries';
import './toolbox.css';

export default function ToolboxPage() {
  const templates = useQuery(templatesQuery);
  return (
    <Page title={t('toolbox.name')} about={t('toolbox.about')}>
      <Loaded query={templates} height={300}>
        {({ enabled, services }) =>
          enabled === false ? (
            <Empty icon={PowerOff} title={t('toolbox.off')}>
              <p>{t('toolbox.offAbout')}</p>
            </Empty>
          ) : (
            <PageTabs
              label={t('toolbox.name')}
              tabs={[
                {
                  value: 'catalogue',
                  text: t('toolbox.catalogue'),
                  content: <Catalogue templates={services} />,
                },
                {
                  value: 'deployments',
                  text: t('toolbox.deployments'),
                  content: <Deployments templates={services} />,
                },
              ]}
            />
          )
        }
      </Loaded>
    </Page>
  );
}
