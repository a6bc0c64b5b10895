import { BellOff, Eraser, RotateCw, X } from 'lucide-react';
import { useParam } from '~/app/useParam';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Empty } from '~/ui/Card';
import { Choices } from '~/ui/Choices';
import { Moment } from '~/ui/Moment';
import { Tag, type Tone } from '~/ui/Status';
import { VirtualList } from '~/ui/VirtualList';
import { type Notification, useClearDelivered, useDismiss, useRetry } from './queries';

const FILTERS = ['all', 'pending', 'delivered', 'failed'] as const;
const TONES: Record<string, Tone> = { failed: 'bad', pending: 'accent' };

interface Props {
  notifications: Notification[];
  total: number;
}

/** What was sent to devices, and what became of it. */
export function Inbox({ notifications, total }: Props) {
  const [asked, setFilter] = useParam('status', 'all');
  const filter = FILTERS.find((each) => each === asked) ?? 'all';
  const clear = useClearDelivered();
  const shown = notifications.filter(({ status }) => filter === 'all' || status === filter);
  const arrived = notifications.some(({ status }) => status === 'delivered');
  return (
    <>
      <div className="row wrap apart">
        <Choices
          label={t('notifications.status')}
          value={filter}
          onChange={setFilter}
          options={FILTERS.map((value) => ({ value, text: t(`notifications.filter.${value}`) }))}
        />
        {arrived && (
          <Button icon={Eraser} busy={clear.isPending} onClick={() => clear.mutate()}>
            {t('notifications.clear')}
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <section className="card">
          <Empty icon={BellOff} title={t('notifications.none')}>
            <p>{t('notifications.noneAbout')}</p>
          </Empty>
        </section>
      ) : (
        <div className="card flush">
          <VirtualList
            items={shown}
            keyOf={({ id }) => id}
            rowHeight={74}
            label={t('notifications.inbox')}
          >
            {(notification) => <Row notification={notification} />}
          </VirtualList>
        </div>
      )}
      {total > notifications.length && (
        <p className="small muted">
          {t('notifications.newest', { count: notifications.length, total })}
        </p>
      )}
    </>
  );
}

/** What it says, wherever its sender put that. */
export function textOf({ payload, type }: Pick<Notification, 'payload' | 'type'>): string {
  const body = payload as { message?: unknown; data?: { message?: unknown; title?: unknown } };
  const found = [body.message, body.data?.message, body.data?.title];
  return String(found.find((each) => typeof each === 'string' && each !== '') ?? type);
}

function Row({ notification }: { notification: Notification }) {
  const { id, status, deviceName, createdAt, errorMessage, isStale, attempts } = notification;
  const retry = useRetry(id);
  const dismiss = useDismiss(id);
  return (
    <div className="row wrap log-row notification">
      <div className="grow">
        <p className="break">{textOf(notification)}</p>
        <p className="row wrap small muted">
          {status !== 'delivered' && (
            <Tag tone={isStale ? 'warn' : (TONES[status] ?? 'plain')}>
              {isStale ? t('notifications.stale') : t(`notifications.is.${status}`)}
            </Tag>
          )}
          <span>
            {t('notifications.to', { name: deviceName })} · <Moment at={createdAt} />
            {attempts > 1 && ` · ${t('notifications.attempts', { count: attempts })}`}
          </span>
          {errorMessage && <span className="bad break">{errorMessage}</span>}
        </p>
      </div>
      {(status === 'failed' || status === 'dismissed') && (
        <Button small icon={RotateCw} busy={retry.isPending} onClick={() => retry.mutate()}>
          {t('notifications.retry')}
        </Button>
      )}
      {(status === 'pending' || status === 'failed') && (
        <Button
          small
          look="quiet"
          icon={X}
          iconOnly
          busy={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          {t('notifications.dismiss')}
        </Button>
      )}
    </div>
  );
}
