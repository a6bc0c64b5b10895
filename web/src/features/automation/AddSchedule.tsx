import { type FormEvent, useState } from 'react';
import { messageOf } from '~/api/problem';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { SelectField, TextField } from '~/ui/Field';
import { NextRuns } from './NextRuns';
import { type Script, useAddSchedule, type Workflow } from './queries';

const USUAL = ['0 3 * * *', '*/15 * * * *', '0 * * * *', '0 4 * * SUN', '0 5 1 * *'];
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Props {
  scripts: Script[];
  workflows: Workflow[];
  onClose: () => void;
}

export function AddSchedule({ scripts, workflows, onClose }: Props) {
  const [what, setWhat] = useState(`script ${scripts[0]?.id ?? ''}`);
  const [cron, setCron] = useState(USUAL[0] ?? '');
  // Each letter would be a request.
  const [asked, setAsked] = useState(cron);
  const [overlap, setOverlap] = useState<'skip' | 'queue' | 'allow'>('skip');
  const add = useAddSchedule();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [kind, id] = what.split(' ');
    const target = kind === 'script' ? { scriptId: id } : { workflowId: id };
    const body = { ...target, cronExpression: cron, timezone: ZONE, overlap, enabled: true };
    add.mutate(body, { onSuccess: onClose });
  };
  return (
    <Dialog open onClose={onClose} title={t('automation.addSchedule')}>
      <form className="stack" onSubmit={submit}>
        {add.isError && (
          <p className="notice bad" role="alert">
            {messageOf(add.error)}
          </p>
        )}
        <SelectField
          label={t('automation.what')}
          value={what}
          onChange={(event) => setWhat(event.target.value)}
        >
          {scripts.map(({ id, name }) => (
            <option key={id} value={`script ${id}`}>
              {name}
            </option>
          ))}
          {workflows.map(({ id, name }) => (
            <option key={id} value={`workflow ${id}`}>
              {t('automation.workflowOption', { name })}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('automation.usual')}
          value={USUAL.includes(cron) ? cron : ''}
          onChange={(event) => {
            setCron(event.target.value);
            setAsked(event.target.value);
          }}
        >
          {USUAL.map((each, index) => (
            <option key={each} value={each}>
              {t(`automation.usual${index}`)}
            </option>
          ))}
          <option value="">{t('automation.own')}</option>
        </SelectField>
        <TextField
          label={t('automation.cron')}
          hint={t('automation.cronAbout', { zone: ZONE })}
          value={cron}
          required
          onChange={(event) => setCron(event.target.value)}
          onBlur={() => setAsked(cron)}
        />
        <NextRuns cron={asked} zone={ZONE} />
        <SelectField
          label={t('automation.overlap')}
          value={overlap}
          onChange={(event) => setOverlap(event.target.value as typeof overlap)}
        >
          <option value="skip">{t('automation.overlapSkip')}</option>
          <option value="queue">{t('automation.overlapQueue')}</option>
          <option value="allow">{t('automation.overlapAllow')}</option>
        </SelectField>
        <Button type="submit" look="primary" busy={add.isPending}>
          {t('ui.save')}
        </Button>
      </form>
    </Dialog>
  );
}
