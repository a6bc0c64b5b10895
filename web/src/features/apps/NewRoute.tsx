import { type FormEvent, useState } from 'react';
import { messageOf, Problem } from '~/api/problem';
import { go } from '~/app/router';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { SwitchField, TextField } from '~/ui/Field';
import { useCreateRoute } from './changes';

const idFrom = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);

/** The few things that a route needs; the rest has defaults and its own page. */
export function NewRoute({ onClose }: { onClose: () => void }) {
  const [id, setId] = useState('');
  const [to, setTo] = useState('http://');
  const [websocket, setWebsocket] = useState(true);
  const create = useCreateRoute();
  const wrong = (field: string) =>
    create.error instanceof Problem ? create.error.about(field) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const routeId = idFrom(id);
    create.mutate(
      { routeId, appId: routeId, to, websocket },
      {
        onSuccess: (route) => {
          onClose();
          go(`apps/${encodeURIComponent(route.routeId)}`);
        },
      },
    );
  };
  return (
    <Dialog open onClose={onClose} title={t('apps.add')} about={t('apps.addAbout')}>
      <form className="stack" onSubmit={submit}>
        {create.isError && (
          <p className="notice bad" role="alert">
            {messageOf(create.error)}
          </p>
        )}
        <TextField
          label={t('apps.id')}
          value={id}
          required
          maxLength={64}
          autoCapitalize="none"
          spellCheck={false}
          hint={idFrom(id) && t('apps.at', { path: `/apps/${idFrom(id)}/` })}
          wrong={wrong('routeId') ?? wrong('appId')}
          onChange={(event) => setId(event.target.value)}
        />
        <TextField
          label={t('apps.to')}
          type="url"
          value={to}
          required
          hint={t('apps.toHint')}
          wrong={wrong('to')}
          onChange={(event) => setTo(event.target.value)}
        />
        <SwitchField
          label={t('apps.field.websocket')}
          checked={websocket}
          onChange={setWebsocket}
        />
        <Button type="submit" look="primary" busy={create.isPending}>
          {t('apps.add')}
        </Button>
      </form>
    </Dialog>
  );
}
