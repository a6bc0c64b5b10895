import { useQuery } from '@tanstack/react-query';
import { Plus, RefreshCw, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Card, Empty } from '~/ui/Card';
import { Loaded } from '~/ui/Loaded';
import { Page } from '~/ui/Page';
import { Tag } from '~/ui/Status';
import { toast } from '~/ui/toasts';
import { InviteDialog } from './InviteDialog';
import { PeerMap } from './PeerMap';
import { PeerRow } from './PeerRow';
import { peersQuery, statusQuery, useSync } from './queries';
import './federation.css';

/** Other gateways that share apps with this one. */
export default function FederationPage() {
  const status = useQuery(statusQuery);
  const [inviting, setInviting] = useState(false);
  const sync = useSync();
  const enabled = status.data?.enabled ?? false;
  const run = () =>
    sync.mutate(undefined, {
      onSuccess: ({ peersContacted, servicesReceived, servicesSent }) =>
        toast(
          t('federation.synced', {
            peers: peersContacted,
            received: servicesReceived,
            sent: servicesSent,
          }),
        ),
    });
  const actions = enabled && (
    <>
      <Button icon={RefreshCw} busy={sync.isPending} onClick={run}>
        {t('federation.sync')}
      </Button>
      <Button look="primary" icon={Plus} onClick={() => setInviting(true)}>
        {t('federation.invite')}
      </Button>
    </>
  );
  return (
    <Page title={t('federation.name')} about={t('federation.about')} actions={actions}>
      <Loaded query={status} height={120}>
        {(status) =>
          status.enabled ? (
            <>
              <Card title={t('federation.here')}>
                <p className="row wrap">
                  <strong className="break">{status.local_peer_name}</strong>
                  <Tag tone={status.running ? 'good' : 'warn'}>
                    {t(status.running ? 'federation.running' : 'federation.waiting')}
                  </Tag>
                </p>
                <code className="small muted break">{status.local_peer_id}</code>
              </Card>
              <Peers here={status.local_peer_name} />
            </>
          ) : (
            <section className="card">
              <Empty icon={Waypoints} title={t('federation.off')}>
                <p>{t('federation.offAbout')}</p>
              </Empty>
            </section>
          )
        }
      </Loaded>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

function Peers({ here }: { here: string }) {
  const peers = useQuery(peersQuery);
  return (
    <Card title={t('federation.peers')} flush>
      <Loaded query={peers} height={120}>
        {({ peers }) =>
          peers.length === 0 ? (
            <Empty icon={Waypoints} title={t('federation.none')}>
              <p>{t('federation.noneAbout')}</p>
            </Empty>
          ) : (
            <>
              <PeerMap name={here} peers={peers} />
              <ul className="list" aria-label={t('federation.peers')}>
                {peers.map((peer) => (
                  <PeerRow key={peer.id} peer={peer} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </Card>
  );
}
