import { useQuery } from '@tanstack/react-query';
import { HeartCrack, type LucideIcon, Radar, Smartphone, TriangleAlert } from 'lucide-react';
import type { Schemas } from '~/api/client';
import { appsQuery, devicesQuery, healthQuery, proposalsQuery } from '~/api/queries';
import { Link } from '~/app/Link';
import { useChangeDevice, useRevokeDevice } from '~/features/devices/changes';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { type Concern, concerns } from './concerns';

const ICONS: Record<Concern['kind'], LucideIcon> = {
  component: TriangleAlert,
  app: HeartCrack,
  apps: HeartCrack,
  device: Smartphone,
  proposals: Radar,
};

/** That a part of the gateway is not well, or is again, is not told on the socket. */
const LOOK_AGAIN = 15_000;

/** What somebody should look at, why, and what can be done. It goes by itself when it is mended. */
export function Attention() {
  const apps = useQuery(appsQuery).data ?? [];
  const devices = useQuery(devicesQuery).data ?? [];
  const proposals = useQuery(proposalsQuery).data ?? [];
  const health = useQuery({ ...healthQuery, refetchInterval: LOOK_AGAIN }).data;
  const found = concerns({ apps, devices, proposals, health });
  if (found.length === 0) return null;
  return (
    <section className="card flush attention" aria-label={t('home.attention')}>
      <ul className="list">
        {found.map((concern) => (
          <Line key={concern.id} concern={concern} />
        ))}
      </ul>
    </section>
  );
}

function Line({ concern }: { concern: Concern }) {
  const { kind, tone, text, cause, to, device } = concern;
  const Icon = ICONS[kind];
  return (
    <li className="row wrap">
      <span className={`concern-icon ${tone}`}>
        <Icon size={17} aria-hidden />
      </span>
      <div className="grow">
        <h2 className="break">{text}</h2>
        {cause && <p className="small muted break">{cause}</p>}
      </div>
      {device ? (
        <Answer device={device} />
      ) : (
        <Link to={to} className="button small">
          {t(`home.look.${kind}`)}
        </Link>
      )}
    </li>
  );
}

function Answer({ device }: { device: Schemas['DeviceView'] }) {
  const change = useChangeDevice(device.deviceId);
  const revoke = useRevokeDevice(device.deviceId);
  return (
    <div className="row">
      <Button small look="quiet" busy={revoke.isPending} onClick={() => revoke.mutate()}>
        {t('devices.decline')}
      </Button>
      <Button
        small
        look="primary"
        busy={change.isPending}
        onClick={() => change.mutate({ status: 'approved' })}
      >
        {t('devices.approve')}
      </Button>
    </div>
  );
}
