import { PageTabs } from '~/app/PageTabs';
import { t } from '~/lib/i18n';
import { Page } from '~/ui/Page';
import { AuditLog } from './AuditLog';
import { Feed } from './Feed';
import './activity.css';

export default function ActivityPage() {
  return (
    <Page title={t('activity.name')} about={t('activity.about')}>
      <PageTabs
        label={t('activity.name')}
        tabs={[
          { value: 'feed', text: t('activity.feed'), content: <Feed /> },
          { value: 'audit', text: t('activity.audit'), content: <AuditLog /> },
        ]}
      />
    </Page>
  );
}
