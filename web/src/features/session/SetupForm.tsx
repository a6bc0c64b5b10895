import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ok } from '~/api/client';
import { messageOf, Problem } from '~/api/problem';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { TextField } from '~/ui/Field';
import { type Credentials, signIn } from './keep';

const isHere = (): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname);

interface Input extends Credentials {
  setupCode?: string;
}

async function setUp({ setupCode, ...credentials }: Input): Promise<void> {
  await ok(api.POST('/api/v1/auth/setup', { body: { ...credentials, setupCode } }));
  await signIn(credentials);
}

export function SetupForm({ onTaken }: { onTaken: () => void }) {
  const [askCode, setAskCode] = useState(!isHere());
  const making = useMutation({
    mutationFn: setUp,
    onError: (error) => {
      if (!(error instanceof Problem)) return;
      if (error.status === 403) setAskCode(true);
      if (error.status === 409) onTaken();
    },
  });
  const wrong = (field: string) =>
    making.error instanceof Problem ? making.error.about(field) : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '');
    const setupCode = text('setupCode').trim() || undefined;
    making.mutate({ username: text('username'), password: text('password'), setupCode });
  };
  return (
    <form className="card stack" onSubmit={submit}>
      {making.isError && (
        <p className="notice bad" role="alert">
          {messageOf(making.error)}
        </p>
      )}
      <TextField
        label={t('session.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={64}
        pattern="[A-Za-z0-9_.\-]+"
        title={t('session.usernameHint')}
        wrong={wrong('username')}
      />
      <TextField
        label={t('session.password')}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={8}
        maxLength={128}
        hint={t('session.passwordHint')}
        wrong={wrong('password')}
      />
      {askCode && (
        <TextField
          label={t('session.setupCode')}
          name="setupCode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={t('session.setupCodeHint')}
          wrong={wrong('setupCode')}
        />
      )}
      <Button type="submit" look="primary" className="wide" busy={making.isPending}>
        {t('session.create')}
      </Button>
    </form>
  );
}
