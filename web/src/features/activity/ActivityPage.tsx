import * as Tabs from '@radix-ui/react-tabs';
import { t } from '~/lib/i18n';
import { Page } from '~/ui/Page';
import { AuditLog } from './AuditLog';
import { Feed } from './Feed';
import './activity.css';

export default function ActivityPage() {
  return (
    <Page title={t('activity.name')} about={t('activity.about')}>
      <Tabs.Root defaultValue="feed" className="stack">
        <div>
          <Tabs.List className="choices" aria-label={t('activity.name')}>
            <Tabs.Trigger value="feed">{t('activity.feed')}</Tabs.Trigger>
            <Tabs.Trigger value="audit">{t('activity.audit')}</Tabs.Trigger>
          </Tabs.List>
        </div>
        <Tabs.Content value="feed" className="stack">
          <Feed />
        </Tabs.Content>
        <Tabs.Content value="audit" className="stack">
          <AuditLog />
        </Tabs.Content>
      </Tabs.Root>
    </Page>
  );
}
