import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Schemas } from '~/api/client';
import { messageOf, Problem } from '~/api/problem';
import { devicesQuery } from '~/api/queries';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { SelectField, TextField } from '~/ui/Field';
import { useAddChannel } from './queries';

interface Setting {
  name: keyof Schemas['Details'];
  required?: boolean;
  secret?: boolean;
  kind?: 'number' | 'list' | 'encryption';
  example?: string;
}

/** What each kind needs to know. A browser's own channel is made by its service worker. */
const SETTINGS: Record<string, Setting[]> = {
  ntfy: [
    { name: 'topic', required: true, example: 'house-7f3a' },
    { name: 'url', example: 'https://ntfy.sh' },
    { name: 'token', secret: true },
    { name: 'priority', kind: 'number', example: '3' },
  ],
  gotify: [
    { name: 'url', required: true, example: 'https://gotify.home.arpa' },
    { name: 'token', required: true, secret: true },
    { name: 'priority', kind: 'number', example: '5' },
  ],
  smtp: [
    { name: 'host', required: true, example: 'mail.example.org' },
    { name: 'encryption', kind: 'encryption' },
    { name: 'port', kind: 'number', example: '587' },
    { name: 'from', required: true, example: 'gatehouse@example.org' },
    { name: 'to', required: true, kind: 'list', example: 'ann@example.org' },
    { name: 'username' },
    { name: 'password', secret: true },
  ],
  webhook: [
    { name: 'url', required: true, example: 'https://example.org/hook' },
    { name: 'secret', required: true, secret: true },
  ],
};

type Details = Schemas['Details'];

/** What was typed, as the API wants it; what is empty is left out. */
export function settingsOf(kind: string, fields: FormData): Details {
  const settings: Record<string, unknown> = {};
  for (const { name, kind: as } of SETTINGS[kind] ?? []) {
    const text = String(fields.get(name) ?? '').trim();
    if (text === '') continue;
    if (as === 'number') settings[name] = Number(text);
    else settings[name] = as === 'list' ? text.split(/[\s,;]+/) : text;
  }
  return settings as Details;
}

export function AddChannel({ onClose }: { onClose: () => void }) {
  const devices = useQuery(devicesQuery).data ?? [];
  const [kind, setKind] = useState('ntfy');
  const add = useAddChannel();
  const wrong = (field: string) =>
    add.error instanceof Problem ? add.error.about(field) : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const body = {
      type: kind,
      name: String(fields.get('name')).trim(),
      deviceId: String(fields.get('device')) || undefined,
      settings: settingsOf(kind, fields),
    };
    add.mutate(body, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('notifications.addChannel')}
      about={t('notifications.addChannelAbout')}
    >
      <form className="stack" onSubmit={submit}>
        {add.isError && (
          <p className="notice bad" role="alert">
            {messageOf(add.error)}
          </p>
        )}
        <SelectField
          label={t('notifications.type')}
          value={kind}
          onChange={(event) => setKind(event.target.value)}
        >
          {Object.keys(SETTINGS).map((each) => (
            <option key={each} value={each}>
              {t(`notifications.kind.${each}`)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('notifications.channelName')}
          name="name"
          required
          maxLength={100}
          wrong={wrong('name')}
        />
        {SETTINGS[kind]?.map((setting) => (
          <SettingField
            key={`${kind}-${setting.name}`}
            setting={setting}
            wrong={wrong(`settings.${setting.name}`)}
          />
        ))}
        <SelectField label={t('notifications.carries')} name="device">
          <option value="">{t('notifications.everything')}</option>
          {devices.map(({ deviceId, deviceName }) => (
            <option key={deviceId} value={deviceId}>
              {t('notifications.only', { name: deviceName })}
            </option>
          ))}
        </SelectField>
        <Button type="submit" look="primary" busy={add.isPending}>
          {t('ui.save')}
        </Button>
      </form>
    </Dialog>
  );
}

function SettingField({ setting, wrong }: { setting: Setting; wrong: string | undefined }) {
  const { name, required, secret, kind, example } = setting;
  const label = t(`notifications.setting.${name}`);
  if (kind === 'encryption') {
    return (
      <SelectField label={label} name={name} wrong={wrong}>
        <option value="starttls">STARTTLS</option>
        <option value="tls">TLS</option>
        <option value="none">{t('notifications.unencrypted')}</option>
      </SelectField>
    );
  }
  return (
    <TextField
      label={label}
      name={name}
      required={required}
      placeholder={example}
      type={secret ? 'password' : 'text'}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      autoComplete={secret ? 'new-password' : 'off'}
      wrong={wrong}
    />
  );
}
