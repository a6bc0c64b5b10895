import { useQuery } from '@tanstack/react-query';
import { Unplug } from 'lucide-react';
import { useState } from 'react';
import { appsQuery } from '~/api/queries';
import { t } from '~/lib/i18n';
import { noteOpened } from '~/lib/open';
import { Button } from '~/ui/Button';
import { Confirm } from '~/ui/Dialog';
import { Moment } from '~/ui/Moment';
import { Tag } from '~/ui/Status';
import { type Peer, useRemovePeer } from './queries';
import { sharedBy } from './shared';

/** Another gateway. Whatever it says of itself is text. */
export function PeerRow({ peer }: { peer: Peer }) {
  const { id, name, address, status, lastSeen, serviceCount, remoteRoutes } = peer;
  const [asking, setAsking] = useState(false);
  const remove = useRemovePeer();
  const connected = status === 'connected';
  return (
    <li className="row wrap">
      <div className="grow">
        <h3 className="row wrap">
          <span className="break">{name}</span>
          <Tag tone={connected ? 'good' : 'warn'}>{t(`federation.${status}`)}</Tag>
        </h3>
        <p className="small muted break">
          <a href={address} target="_blank" rel="noopener noreferrer">
            {address}
          </a>{' '}
          · {t('federation.apps', { count: serviceCount })} ·{' '}
          {t(remoteRoutes ? 'federation.opensHere' : 'federation.opensThere')}
          {!connected && (
            <>
              {' '}
              · {t('federation.seen')} <Moment at={lastSeen} />
            </>
          )}
        </p>
        <Shared peerId={id} name={name} />
        <code className="small muted break">{id}</code>
      </div>
      <Button
        small
        icon={Unplug}
        aria-label={t('federation.removeName', { name })}
        onClick={() => setAsking(true)}
      >
        {t('federation.remove')}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('federation.removeTitle', { name })}
        about={t('federation.removeAbout')}
        action={t('federation.remove')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(id, { onSettled: () => setAsking(false) })}
      />
    </li>
  );
}

/** What it shares, each a way to it. */
function Shared({ peerId, name }: { peerId: string; name: string }) {
  const apps = useQuery(appsQuery).data ?? [];
  const shared = sharedBy(apps, peerId);
  if (shared.length === 0) return null;
  return (
    <ul className="row wrap small" aria-label={t('federation.shares', { name })}>
      {shared.map((app) => (
        <li key={app.id}>
          <a
            className="tag"
            href={app.url}
            target="_blank"
            rel="noopener noreferrer"
            onClick={noteOpened}
          >
            {app.name}
          </a>
        </li>
      ))}
    </ul>
  );
}
