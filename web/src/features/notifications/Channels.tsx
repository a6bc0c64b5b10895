import { useQuery } from '@tanstack/react-query';
import { Plus, Radio, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Empty } from '~/ui/Card';
import { Confirm } from '~/ui/Dialog';
import { SwitchField } from '~/ui/Field';
import { Loaded } from '~/ui/Loaded';
import { Moment } from '~/ui/Moment';
import { Tag } from '~/ui/Status';
import { toast } from '~/ui/toasts';
import { AddChannel } from './AddChannel';
import {
  type Channel,
  channelsQuery,
  useChangeChannel,
  useDeleteChannel,
  useTestChannel,
} from './queries';
import { ThisBrowser } from './ThisBrowser';

export function Channels() {
  const channels = useQuery(channelsQuery);
  const [adding, setAdding] = useState(false);
  return (
    <>
      <div className="row wrap">
        <Button look="primary" icon={Plus} onClick={() => setAdding(true)}>
          {t('notifications.addChannel')}
        </Button>
      </div>
      <Loaded query={channels} height={160}>
        {({ channels }) => (
          <>
            <ThisBrowser channels={channels} />
            <ChannelList channels={channels} />
          </>
        )}
      </Loaded>
      {adding && <AddChannel onClose={() => setAdding(false)} />}
    </>
  );
}

function ChannelList({ channels }: { channels: Channel[] }) {
  if (channels.length === 0) {
    return (
      <section className="card">
        <Empty icon={Radio} title={t('notifications.noChannels')}>
          <p>{t('notifications.noChannelsAbout')}</p>
        </Empty>
      </section>
    );
  }
  return (
    <ul className="card flush list channels">
      {channels.map((channel) => (
        <ChannelRow key={channel.id} channel={channel} />
      ))}
    </ul>
  );
}

function whereTo({ settings }: Channel): string {
  const { url, topic, host, to } = settings;
  return [url ?? host, topic, to?.join(', ')].filter(Boolean).join(' · ');
}

function ChannelRow({ channel }: { channel: Channel }) {
  const [asking, setAsking] = useState(false);
  const { id, name, type, enabled, queued, lastError, lastFailureAt, lastSuccessAt } = channel;
  const change = useChangeChannel(id);
  const test = useTestChannel(id);
  const remove = useDeleteChannel(id);
  const tryIt = () =>
    test.mutate(undefined, {
      onSuccess: ({ success, error }) =>
        toast(success ? t('notifications.arrived', { name }) : (error ?? t('notifications.lost')), {
          bad: !success,
        }),
    });
  const broken = lastFailureAt && (!lastSuccessAt || lastFailureAt > lastSuccessAt);
  return (
    <li className="row wrap">
      <div className="grow">
        <h2 className="row">
          <span className="cut">{name}</span>
          <Tag>{t(`notifications.kind.${type}`)}</Tag>
          {queued > 0 && <Tag tone="accent">{t('notifications.queued', { count: queued })}</Tag>}
        </h2>
        <p className="small muted break">{whereTo(channel)}</p>
        {broken && (
          <p className="small bad break">
            <Moment at={lastFailureAt} />: {lastError}
          </p>
        )}
      </div>
      <Button
        small
        icon={Send}
        busy={test.isPending}
        aria-label={t('notifications.testName', { name })}
        onClick={tryIt}
      >
        {t('notifications.test')}
      </Button>
      <SwitchField
        bare
        label={t('notifications.use', { name })}
        checked={enabled}
        onChange={(on) => change.mutate({ enabled: on })}
      />
      <Button
        small
        look="quiet"
        icon={Trash2}
        iconOnly
        aria-label={t('notifications.deleteName', { name })}
        onClick={() => setAsking(true)}
      >
        {t('ui.delete')}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('notifications.deleteName', { name })}
        about={t('notifications.deleteAbout', { count: queued })}
        action={t('ui.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </li>
  );
}
