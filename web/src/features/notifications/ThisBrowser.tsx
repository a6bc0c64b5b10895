import { useQuery } from '@tanstack/react-query';
import { BellOff, BellRing } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '~/api/problem';
import { queryClient } from '~/api/queries';
import { t } from '~/lib/i18n';
import { usePrefs } from '~/lib/prefs';
import { Button } from '~/ui/Button';
import { toast } from '~/ui/toasts';
import { canPush, startPush, stopPush } from './push';
import { type Channel, channelsQuery } from './queries';

const canPushQuery = { queryKey: ['can-push'], queryFn: canPush };

/** Switches the notifications of this very browser on and off. */
export function ThisBrowser({ channels }: { channels: Channel[] }) {
  const can = useQuery(canPushQuery).data ?? false;
  const { pushChannel } = usePrefs();
  const [busy, setBusy] = useState(false);
  const on = channels.some(({ id }) => id === pushChannel);
  const act = async (action: () => Promise<void>) => {
    setBusy(true);
    try {
      await action();
    } catch (error) {
      toast(messageOf(error), { bad: true });
    }
    setBusy(false);
    void queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey });
  };
  return (
    <section className="card row wrap">
      <div className="grow">
        <h2>{t('notifications.push.name')}</h2>
        <p className="small muted">
          {t(can ? 'notifications.push.about' : 'notifications.push.impossible')}
        </p>
      </div>
      {on ? (
        <Button icon={BellOff} busy={busy} onClick={() => act(stopPush)}>
          {t('notifications.push.stop')}
        </Button>
      ) : (
        <Button icon={BellRing} busy={busy} disabled={!can} onClick={() => act(startPush)}>
          {t('notifications.push.start')}
        </Button>
      )}
    </section>
  );
}
