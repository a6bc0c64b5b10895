import { useMutation, useQuery } from '@tanstack/react-query';
import { Ban, KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api, ok, type Schemas } from '~/api/client';
import { queryClient } from '~/api/queries';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Empty } from '~/ui/Card';
import { Confirm } from '~/ui/Dialog';
import { Loaded } from '~/ui/Loaded';
import { Moment } from '~/ui/Moment';
import { Page } from '~/ui/Page';
import { Tag } from '~/ui/Status';
import { complain } from '~/ui/toasts';
import { CreateKey } from './CreateKey';
import './keys.css';

type Key = Schemas['KeyView'];

const keysQuery = { queryKey: ['keys'], queryFn: () => ok(api.GET('/api/v1/apikeys')) };

export default function KeysPage() {
  const keys = useQuery(keysQuery);
  const [creating, setCreating] = useState(false);
  const create = (
    <Button look="primary" icon={Plus} onClick={() => setCreating(true)}>
      {t('keys.create')}
    </Button>
  );
  return (
    <Page title={t('keys.name')} about={t('keys.about')} actions={create}>
      <Loaded query={keys} height={180}>
        {(found) =>
          found.length === 0 ? (
            <section className="card">
              <Empty icon={KeyRound} title={t('keys.none')}>
                <p>{t('keys.noneAbout')}</p>
              </Empty>
            </section>
          ) : (
            <ul className="card flush keys list">
              {found.map((key) => (
                <KeyRow key={key.id} entry={key} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {creating && <CreateKey onClose={() => setCreating(false)} />}
    </Page>
  );
}

type State = 'revoked' | 'expired' | 'active';

export function stateOf(key: Key, now: number): State {
  if (key.revokedAt) return 'revoked';
  return key.expiresAt && Date.parse(key.expiresAt) <= now ? 'expired' : 'active';
}

function KeyRow({ entry }: { entry: Key }) {
  const [asking, setAsking] = useState(false);
  const state = stateOf(entry, Date.now());
  const permanent = state === 'revoked';
  const remove = useMutation({
    mutationFn: () => {
      const params = { path: { keyId: entry.id }, query: { permanent } };
      return ok(api.DELETE('/api/v1/apikeys/{keyId}', { params }));
    },
    onSuccess: () => {
      setAsking(false);
      void queryClient.invalidateQueries({ queryKey: ['keys'] });
    },
    onError: complain,
  });
  const action = permanent ? t('keys.delete') : t('keys.revoke');
  return (
    <li className="row wrap">
      <div className="grow">
        <h2 className="row">
          <span className="cut">{entry.name}</span>
          {state !== 'active' && <Tag tone="bad">{t(`keys.${state}`)}</Tag>}
        </h2>
        <p className="small muted break">
          <code>{entry.prefix}…</code> · {entry.scopes.join(' ')}
        </p>
        <p className="small muted">
          {t('keys.by', { name: entry.createdBy })} <Moment at={entry.createdAt} /> ·{' '}
          {entry.lastUsedAt ? (
            <>
              {t('keys.used')} <Moment at={entry.lastUsedAt} />
            </>
          ) : (
            t('keys.neverUsed')
          )}
        </p>
      </div>
      <Button look="danger" small icon={permanent ? Trash2 : Ban} onClick={() => setAsking(true)}>
        {action}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`${action}: ${entry.name}`}
        about={permanent ? t('keys.deleteAbout') : t('keys.revokeAbout')}
        action={action}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </li>
  );
}
