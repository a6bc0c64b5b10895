import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { messageOf } from '~/api/problem';
import { devicesQuery } from '~/api/queries';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { SelectField, TextField } from '~/ui/Field';
import { toast } from '~/ui/toasts';
import { useSend } from './queries';

/** Tells devices something by hand, as a script would. */
export function SendDialog({ onClose }: { onClose: () => void }) {
  const devices = useQuery(devicesQuery).data ?? [];
  const [message, setMessage] = useState('');
  const [device, setDevice] = useState('');
  const send = useSend();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      message,
      icon: 'Bell',
      iconClass: 'info',
      deviceIds: device ? [device] : undefined,
    };
    send.mutate(body as never, {
      onSuccess: () => {
        toast(t('notifications.sent'));
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('notifications.send')}
      about={t('notifications.sendAbout')}
    >
      <form className="stack" onSubmit={submit}>
        {send.isError && (
          <p className="notice bad" role="alert">
            {messageOf(send.error)}
          </p>
        )}
        <TextField
          label={t('notifications.message')}
          value={message}
          required
          maxLength={1000}
          onChange={(event) => setMessage(event.target.value)}
        />
        <SelectField
          label={t('notifications.device')}
          value={device}
          onChange={(event) => setDevice(event.target.value)}
        >
          <option value="">{t('notifications.allDevices')}</option>
          {devices.map(({ deviceId, deviceName }) => (
            <option key={deviceId} value={deviceId}>
              {deviceName}
            </option>
          ))}
        </SelectField>
        <Button type="submit" look="primary" icon={Send} busy={send.isPending}>
          {t('notifications.send')}
        </Button>
      </form>
    </Dialog>
  );
}
