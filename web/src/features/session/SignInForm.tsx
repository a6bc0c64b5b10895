import { useMutation } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import type { FormEvent } from 'react';
import { messageOf } from '~/api/problem';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { TextField } from '~/ui/Field';
import { signIn } from './keep';

interface Props {
  notice: string | null;
  /** Whether this browser will stay signed in; who was signed in before knows. */
  stays?: boolean;
  /** Who was signed in before, over whose page this stands. */
  username?: string;
}

export function SignInForm({ notice, stays, username }: Props) {
  const again = username !== undefined;
  const signing = useMutation({ mutationFn: signIn });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    signing.mutate({
      username: String(fields.get('username')),
      password: String(fields.get('password')),
    });
  };
  return (
    <form className={again ? 'stack' : 'card stack'} onSubmit={submit}>
      {notice && !signing.isError && (
        <p className="notice" role="status">
          <Info size={17} aria-hidden />
          {notice}
        </p>
      )}
      {signing.isError && (
        <p className="notice bad" role="alert">
          {messageOf(signing.error)}
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
        defaultValue={username}
      />
      <TextField
        label={t('session.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={128}
        autoFocus={again}
      />
      <Button type="submit" look="primary" className="wide" busy={signing.isPending}>
        {t('session.signIn')}
      </Button>
      {stays !== undefined && (
        <p className="small muted">{t(stays ? 'session.stays' : 'session.tabOnly')}</p>
      )}
    </form>
  );
}
