import { Check, Ellipsis, Laptop, Monitor, Pencil, ShieldX, Smartphone, X } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '~/api/client';
import { number } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Confirm } from '~/ui/Dialog';
import { Menu } from '~/ui/Menu';
import { Moment } from '~/ui/Moment';
import { Tag, type Tone } from '~/ui/Status';
import { useChangeDevice, useRevokeDevice } from './changes';
import { EditDevice } from './EditDevice';

type Device = Schemas['DeviceView'];

const TONES: Record<string, Tone> = { online: 'good', pending: 'warn' };
const iconOf = (platform: string) => {
  if (['ios', 'android'].includes(platform)) return Smartphone;
  return platform === 'web' ? Monitor : Laptop;
};

export function DeviceCard({ device }: { device: Device }) {
  const [open, setOpen] = useState<'edit' | 'revoke' | null>(null);
  const change = useChangeDevice(device.deviceId);
  const revoke = useRevokeDevice(device.deviceId);
  const pending = device.status === 'pending';
  const Icon = iconOf(device.platform);
  return (
    <li className="card device">
      <div className="row">
        <span className="device-icon">
          <Icon size={22} strokeWidth={1.7} aria-hidden />
        </span>
        <div className="grow">
          <h2 className="cut">{device.deviceName}</h2>
          <p className="small muted cut">
            {[device.model, device.platform].filter(Boolean).join(' · ')}
          </p>
        </div>
        <Tag tone={TONES[device.status] ?? 'plain'}>{t(`devices.status.${device.status}`)}</Tag>
        {!pending && (
          <Menu
            items={[
              { text: t('devices.edit'), icon: Pencil, run: () => setOpen('edit') },
              {
                text: t('devices.revoke'),
                icon: ShieldX,
                danger: true,
                run: () => setOpen('revoke'),
              },
            ]}
          >
            <Button look="quiet" small icon={Ellipsis} iconOnly>
              {t('devices.actions', { name: device.deviceName })}
            </Button>
          </Menu>
        )}
      </div>
      {pending ? (
        <div className="stack tight">
          <p className="small">{t('devices.asks')}</p>
          <div className="row">
            <Button
              look="primary"
              small
              icon={Check}
              busy={change.isPending}
              onClick={() => change.mutate({ status: 'approved' })}
            >
              {t('devices.approve')}
            </Button>
            <Button small icon={X} busy={revoke.isPending} onClick={() => revoke.mutate()}>
              {t('devices.decline')}
            </Button>
          </div>
        </div>
      ) : (
        <Facts device={device} />
      )}
      {open === 'edit' && <EditDevice device={device} onClose={() => setOpen(null)} />}
      <Confirm
        open={open === 'revoke'}
        onClose={() => setOpen(null)}
        title={t('devices.revokeTitle', { name: device.deviceName })}
        about={t('devices.revokeAbout')}
        action={t('devices.revoke')}
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate(undefined, { onSuccess: () => setOpen(null) })}
      />
    </li>
  );
}

function Facts({ device }: { device: Device }) {
  return (
    <dl className="facts small">
      <dt>{t('devices.seen')}</dt>
      <dd>
        <Moment at={device.lastSeen} />
      </dd>
      <dt>{t('devices.pairedAt')}</dt>
      <dd>
        <Moment at={device.pairedAt} />
      </dd>
      <dt>{t('devices.requests')}</dt>
      <dd className="numbers">{number(device.requestsToday)}</dd>
      <dt>{t('devices.scopes')}</dt>
      <dd className="scopes">
        {device.scopes.map((scope) => (
          <code key={scope}>{scope}</code>
        ))}
      </dd>
    </dl>
  );
}
