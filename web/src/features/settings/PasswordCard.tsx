import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { api, ok, type Schemas } from '~/api/client';
import { Problem } from '~/api/problem';
import { signedIn } from '~/api/session';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Card } from '~/ui/Card';
import { TextField } from '~/ui/Field';
import { complain, toast } from '~/ui/toasts';

/** Everything that the old password opened ends, so the answer is a new sign-in. */
async function change(body: Schemas['PasswordInput']): Promise<void> {
  const { token, expiresIn, user } = await ok(api.PUT('/api/v1/auth/password', { body }));
  signedIn(token, user, expiresIn);
  toast(t('settings.passwordChanged'));
}

export function PasswordCard() {
  const changing = useMutation({ mutationFn: change });
  const problem = changing.error instanceof Problem ? changing.error : null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const body = {
      currentPassword: String(fields.get('current')),
      newPassword: String(fields.get('new')),
    };
    changing.mutate(body, {
      onSuccess: () => form.reset(),
      onError: (error) => {
        if (!(error instanceof Problem) || error.fields.length === 0) complain(error);
      },
    });
  };
  return (
    <Card title={t('settings.password')}>
      <form className="stack" onSubmit={submit}>
        <TextField
          label={t('settings.currentPassword')}
          name="current"
          type="password"
          autoComplete="current-password"
          required
          maxLength={128}
          wrong={problem?.about('currentPassword')}
        />
        <TextField
          label={t('settings.newPassword')}
          name="new"
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={128}
          hint={t('settings.passwordAbout')}
          wrong={problem?.about('newPassword')}
        />
        <div>
          <Button type="submit" busy={changing.isPending}>
            {t('settings.changePassword')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
