import { useQuery } from '@tanstack/react-query';
import { PowerOff } from 'lucide-react';
import { PageTabs } from '~/app/PageTabs';
import { t } from '~/lib/i18n';
import { Empty } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Page } from '~/ui/Page';
import { Executions } from './Executions';
import { scriptsQuery } from './queries';
import { Schedules } from './Schedules';
import { Scripts } from './Scripts';
import { Workflows } from './Workflows';
import './automation.css';

export default function AutomationPage() {
  const scripts = useQuery(scriptsQuery);
  return (
    <Page title={t('automation.name')} about={t('automation.about')}>
      <Loaded query={scripts} height={240}>
        {({ enabled, scripts }) =>
          enabled === false ? (
            <Empty icon={PowerOff} title={t('automation.off')}>
              <p>{t('automation.offAbout')}</p>
            </Empty>
          ) : (
            <PageTabs
              label={t('automation.name')}
              tabs={[
                {
                  value: 'scripts',
                  text: t('automation.scripts'),
                  content: <Scripts scripts={scripts} />,
                },
                {
                  value: 'workflows',
                  text: t('automation.workflows'),
                  content: <Workflows scripts={scripts} />,
                },
                {
                  value: 'schedules',
                  text: t('automation.schedules'),
                  content: <Schedules scripts={scripts} />,
                },
                {
                  value: 'runs',
                  text: t('automation.runs'),
                  content: <Executions scripts={scripts} />,
                },
              ]}
            />
          )
        }
      </Loaded>
    </Page>
  );
}
