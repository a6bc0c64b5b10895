import { type FormEvent, useState } from 'react';
import { messageOf } from '~/api/problem';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { TextField } from '~/ui/Field';
import { toast } from '~/ui/toasts';
import { useCreateBackup } from './queries';

export function CreateDialog({ onClose }: { onClose: () => void }) {
  const [description, setDescription] = useState('');
  const create = useCreateBackup();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = () => {
      toast(t('backups.made'));
      onClose();
    };
    create.mutate(description, { onSuccess });
  };
  return (
    <Dialog open onClose={onClose} title={t('backups.create')} about={t('backups.createAbout')}>
      <form className="stack" onSubmit={submit}>
        {create.isError && (
          <p className="notice bad" role="alert">
            {messageOf(create.error)}
          </p>
        )}
        <TextField
          label={t('backups.description')}
          hint={t('backups.descriptionAbout')}
          value={description}
          maxLength={500}
          onChange={(event) => setDescription(event.target.value)}
        />
        <Button type="submit" look="primary" busy={create.isPending}>
          {t('backups.create')}
        </Button>
      </form>
    </Dialog>
  );
}
