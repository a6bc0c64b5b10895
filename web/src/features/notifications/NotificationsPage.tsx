import { useQuery } from '@tanstack/react-query';
import { PowerOff, Send } from 'lucide-react';
import { useState } from 'react';
import { PageTabs } from '~/app/PageTabs';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Empty } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Page } from '~/ui/Page';
import { Channels } from './Channels';
import { Inbox } from './Inbox';
import { notificationsQuery } from './queries';
import { Rules } from './Rules';
import { SendDialog } from './SendDialog';
import { Webhooks } from './Webhooks';
import './notifications.css';

export default function NotificationsPage() {
  const notifications = useQuery(notificationsQuery);
  const [sending, setSending] = useState(false);
  const send = (
    <Button look="primary" icon={Send} onClick={() => setSending(true)}>
      {t('notifications.send')}
    </Button>
  );
  return (
    <Page title={t('notifications.name')} about={t('notifications.about')} actions={send}>
      <Loaded query={notifications} height={240}>
        {(found) => (
          <PageTabs
            label={t('notifications.name')}
            tabs={[
              {
                value: 'inbox',
                text: t('notifications.inbox'),
                content:
                  found.enabled === false ? (
                    <Empty icon={PowerOff} title={t('notifications.off')}>
                      <p>{t('notifications.offAbout')}</p>
                    </Empty>
                  ) : (
                    <Inbox notifications={found.notifications} total={found.total} />
                  ),
              },
              { value: 'channels', text: t('notifications.channels'), content: <Channels /> },
              { value: 'rules', text: t('notifications.rules'), content: <Rules /> },
              {
                value: 'webhooks',
                text: t('notifications.webhooks'),
                content: <Webhooks />,
              },
            ]}
          />
        )}
      </Loaded>
      {sending && <SendDialog onClose={() => setSending(false)} />}
    </Page>
  );
}
