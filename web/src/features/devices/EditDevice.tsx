import { type FormEvent, useState } from 'react';
import type { Schemas } from '~/api/client';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { TextField } from '~/ui/Field';
import { ScopeField } from '~/ui/ScopeField';
import { useChangeDevice } from './changes';

interface Props {
  device: Schemas['DeviceView'];
  onClose: () => void;
}

export function EditDevice({ device, onClose }: Props) {
  const [name, setName] = useState(device.deviceName);
  const [scopes, setScopes] = useState(device.scopes);
  const change = useChangeDevice(device.deviceId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ deviceName: name, scopes }, { onSuccess: onClose });
  };
  return (
    <Dialog open onClose={onClose} title={t('devices.edit')}>
      <form className="stack" onSubmit={submit}>
        <TextField
          label={t('devices.deviceName')}
          value={name}
          required
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
        />
        <ScopeField label={t('devices.scopes')} value={scopes} onChange={setScopes} />
        <Button type="submit" look="primary" busy={change.isPending}>
          {t('ui.save')}
        </Button>
      </form>
    </Dialog>
  );
}
