import { useMutation } from '@tanstack/react-query';
import { Copy, TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api, ok } from '~/api/client';
import { messageOf, Problem } from '~/api/problem';
import { queryClient } from '~/api/queries';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { SelectField, TextField } from '~/ui/Field';
import { ScopeField } from '~/ui/ScopeField';
import { toast } from '~/ui/toasts';

const DAYS = ['', '7', '30', '90', '365'] as const;

const expiry = (days: string): string | undefined =>
  days === '' ? undefined : new Date(Date.now() + Number(days) * 86_400_000).toISOString();

export function CreateKey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState(['read:*']);
  const [days, setDays] = useState<string>('');
  const create = useMutation({
    mutationFn: () =>
      ok(api.POST('/api/v1/apikeys', { body: { name, scopes, expiresAt: expiry(days) } })),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['keys'] }),
  });
  if (create.data) return <Created value={create.data.key} onClose={onClose} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog open onClose={onClose} title={t('keys.create')} about={t('keys.createAbout')}>
      <form className="stack" onSubmit={submit}>
        {create.isError && (
          <p className="notice bad" role="alert">
            {messageOf(create.error)}
          </p>
        )}
        <TextField
          label={t('keys.keyName')}
          value={name}
          required
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
          wrong={create.error instanceof Problem ? create.error.about('name') : undefined}
        />
        <ScopeField label={t('keys.scopes')} value={scopes} onChange={setScopes} />
        <SelectField
          label={t('keys.expires')}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        >
          {DAYS.map((each) => (
            <option key={each} value={each}>
              {each === '' ? t('keys.never') : t('keys.days', { count: Number(each) })}
            </option>
          ))}
        </SelectField>
        <Button type="submit" look="primary" busy={create.isPending} disabled={scopes.length === 0}>
          {t('keys.create')}
        </Button>
      </form>
    </Dialog>
  );
}

function Created({ value, onClose }: { value: string; onClose: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    toast(t('ui.copied'));
  };
  return (
    <Dialog open onClose={onClose} title={t('keys.created')}>
      <div className="stack">
        <p className="notice warn">
          <TriangleAlert size={17} aria-hidden />
          {t('keys.once')}
        </p>
        <code className="key-value break">{value}</code>
        <div className="row">
          <Button look="primary" icon={Copy} onClick={() => void copy()}>
            {t('ui.copy')}
          </Button>
          <Button onClick={onClose}>{t('ui.close')}</Button>
        </div>
      </div>
    </Dialog>
  );
}
