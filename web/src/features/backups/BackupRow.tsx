import { Download, Ellipsis, FileCheck, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { bytes, dateTime } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Confirm } from '~/ui/Dialog';
import { Menu } from '~/ui/Menu';
import { Moment } from '~/ui/Moment';
import { Tag } from '~/ui/Status';
import { toast } from '~/ui/toasts';
import { counted } from './counted';
import { type Backup, useCheckBackup, useDeleteBackup, useDownload } from './queries';
import { RestoreDialog } from './RestoreDialog';

export function BackupRow({ backup }: { backup: Backup }) {
  const { id, description, createdAt, sizeBytes, counts, trigger, encrypted } = backup;
  const [open, setOpen] = useState<'restore' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const download = useDownload();
  const check = useCheckBackup();
  const remove = useDeleteBackup();
  const name = dateTime(createdAt);
  const verify = () =>
    check.mutate(id, {
      onSuccess: ({ restored }) => toast(t('backups.whole', { name, what: counted(restored) })),
    });
  return (
    <li className="row wrap">
      <div className="grow">
        <h2 className="row wrap">
          <span>{name}</span>
          <Tag tone="plain">{t(`backups.trigger.${trigger}`)}</Tag>
          {encrypted && <Tag tone="accent">{t('backups.encrypted')}</Tag>}
        </h2>
        {description && trigger === 'manual' && <p className="break">{description}</p>}
        <p className="small muted">
          <Moment at={createdAt} /> · {bytes(sizeBytes)} · {counted(counts)}
        </p>
        <details className="small">
          <summary>{t('backups.details')}</summary>
          <code className="break">{id}</code>
          <p>
            SHA-256 <code className="break">{backup.sha256}</code>
          </p>
        </details>
      </div>
      <Button small icon={RotateCcw} onClick={() => setOpen('restore')}>
        {t('backups.restore')}
      </Button>
      <Menu
        items={[
          { text: t('backups.check'), icon: FileCheck, run: verify },
          { text: t('backups.download'), icon: Download, run: () => download.mutate(backup) },
          { text: t('ui.delete'), icon: Trash2, danger: true, run: () => setOpen('delete') },
        ]}
      >
        <Button
          small
          look="quiet"
          icon={Ellipsis}
          iconOnly
          busy={download.isPending || check.isPending}
        >
          {t('backups.actions', { name })}
        </Button>
      </Menu>
      {open === 'restore' && <RestoreDialog backup={backup} onClose={close} />}
      <Confirm
        open={open === 'delete'}
        onClose={close}
        title={t('backups.deleteTitle', { name })}
        about={t('backups.deleteAbout')}
        action={t('ui.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(id, { onSettled: close })}
      />
    </li>
  );
}
