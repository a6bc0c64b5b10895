import { useState } from 'react';
import { messageOf } from '~/api/problem';
import { dateTime } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { CheckBox, SwitchField } from '~/ui/Field';
import { toast } from '~/ui/toasts';
import { counted } from './counted';
import { type Backup, type RestoreAnswer, useRestore } from './queries';
import { PARTS, type PartName, wished } from './wished';

interface Props {
  backup: Backup;
  onClose: () => void;
}

/** What to bring back is chosen, then what that would do is shown, and then it is done. */
export function RestoreDialog({ backup, onClose }: Props) {
  const [parts, setParts] = useState<PartName[]>([...PARTS]);
  const [revoked, setRevoked] = useState(false);
  const [foreign, setForeign] = useState(false);
  const [plan, setPlan] = useState<RestoreAnswer | null>(null);
  const restore = useRestore();
  const body = wished(parts, revoked, foreign);
  const look = () =>
    restore.mutate({ id: backup.id, body, plan: true }, { onSuccess: (answer) => setPlan(answer) });
  const run = () => {
    const onSuccess = ({ restored }: RestoreAnswer) => {
      toast(t('backups.restored', { what: counted(restored) }));
      onClose();
    };
    restore.mutate({ id: backup.id, body, plan: false }, { onSuccess });
  };
  const footer = plan ? (
    <>
      <Button onClick={() => setPlan(null)}>{t('backups.back')}</Button>
      <Button look="danger primary" busy={restore.isPending} onClick={run}>
        {t('backups.restoreNow')}
      </Button>
    </>
  ) : (
    <>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
      <Button look="primary" busy={restore.isPending} disabled={!parts.length} onClick={look}>
        {t('backups.plan')}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('backups.restoreTitle', { name: dateTime(backup.createdAt) })}
      about={t('backups.restoreAbout')}
      footer={footer}
    >
      <div className="stack">
        {restore.isError && (
          <p className="notice bad" role="alert">
            {messageOf(restore.error)}
          </p>
        )}
        {plan ? (
          <Plan plan={plan} />
        ) : (
          <>
            <Choice parts={parts} onChange={setParts} />
            <SwitchField
              label={t('backups.revoked')}
              hint={t('backups.revokedAbout')}
              checked={revoked}
              onChange={setRevoked}
            />
            <SwitchField
              label={t('backups.foreign')}
              hint={t('backups.foreignAbout')}
              checked={foreign}
              onChange={setForeign}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

function Plan({ plan }: { plan: RestoreAnswer }) {
  return (
    <>
      <p>{t('backups.would', { what: counted(plan.restored) })}</p>
      {plan.warnings.map((warning) => (
        <p key={warning} className="notice warn">
          {warning}
        </p>
      ))}
    </>
  );
}

interface ChoiceProps {
  parts: PartName[];
  onChange: (parts: PartName[]) => void;
}

function Choice({ parts, onChange }: ChoiceProps) {
  return (
    <fieldset className="stack tight">
      <legend className="label">{t('backups.parts')}</legend>
      {PARTS.map((part) => (
        <div key={part} className="row">
          <CheckBox
            label={t(`backups.part.${part}`)}
            checked={parts.includes(part)}
            onChange={(on) =>
              onChange(on ? [...parts, part] : parts.filter((other) => other !== part))
            }
          />
          <span aria-hidden>{t(`backups.part.${part}`)}</span>
        </div>
      ))}
    </fieldset>
  );
}
