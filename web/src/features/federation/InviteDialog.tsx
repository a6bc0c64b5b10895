import { type FormEvent, useState } from 'react';
import { messageOf, Problem } from '~/api/problem';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { TextField } from '~/ui/Field';
import { toast } from '~/ui/toasts';
import { useInvite } from './queries';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [address, setAddress] = useState('');
  const invite = useInvite();
  const done = () => {
    toast(t('federation.invited', { address }));
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate(address, { onSuccess: done });
  };
  const wrong = invite.error instanceof Problem ? invite.error.about('address') : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('federation.invite')}
      about={t('federation.inviteAbout')}
    >
      <form className="stack" onSubmit={submit}>
        {invite.isError && !wrong && (
          <p className="notice bad" role="alert">
            {messageOf(invite.error)}
          </p>
        )}
        <TextField
          label={t('federation.address')}
          hint={t('federation.addressAbout')}
          value={address}
          placeholder="192.168.1.20:7946"
          onChange={(event) => setAddress(event.target.value)}
          wrong={wrong}
        />
        <Button type="submit" look="primary" busy={invite.isPending} disabled={!address.trim()}>
          {t('federation.invite')}
        </Button>
      </form>
    </Dialog>
  );
}
