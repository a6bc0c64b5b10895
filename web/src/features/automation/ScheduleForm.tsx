import { type FormEvent, useState } from 'react';
import { messageOf, Problem } from '~/api/problem';
import { dateTimeZone } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { SelectField, TextField } from '~/ui/Field';
import { answersTo, askedOf, givenTo } from './asked';
import { NextRuns } from './NextRuns';
import { ParameterFields } from './ParameterFields';
import {
  type Parameters,
  type Schedule,
  type Script,
  useSaveSchedule,
  type Workflow,
} from './queries';

const USUAL = ['0 3 * * *', '*/15 * * * *', '0 * * * *', '0 4 * * SUN', '0 5 1 * *'];

interface Props {
  /** The one to change; without it, a new one is made. */
  schedule?: Schedule;
  scripts: Script[];
  workflows: Workflow[];
  onClose: () => void;
}

/** `script backup` or `workflow nightly`: two kinds in one list of options. */
function targetOf(schedule: Schedule | undefined, scripts: Script[]): string {
  if (schedule?.workflowId) return `workflow ${schedule.workflowId}`;
  return `script ${schedule?.scriptId ?? scripts[0]?.id ?? ''}`;
}

export function ScheduleForm({ schedule, scripts, workflows, onClose }: Props) {
  const [target, setTarget] = useState(() => targetOf(schedule, scripts));
  const [cron, setCron] = useState(schedule?.cronExpression ?? USUAL[0] ?? '');
  // Each letter would be a request.
  const [asked, setAsked] = useState(cron);
  const [zone, setZone] = useState(schedule ? (schedule.timezone ?? '') : dateTimeZone());
  const [overlap, setOverlap] = useState<Schedule['overlap']>(schedule?.overlap ?? 'skip');
  const [missed, setMissed] = useState<Schedule['missed']>(schedule?.missed ?? 'once');
  const [parameters, setParameters] = useState<Parameters>(schedule?.parameters ?? {});
  const save = useSaveSchedule(schedule?.id);
  const problem = save.error instanceof Problem ? save.error : null;
  const [kind, id] = target.split(' ');
  const script = scripts.find((each) => kind === 'script' && each.id === id);
  const workflow = workflows.find((each) => kind === 'workflow' && each.id === id);
  const fields = workflow
    ? askedOf(workflow, scripts, schedule?.parameters)
    : (script?.parameters ?? []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      ...(kind === 'script' ? { scriptId: id } : { workflowId: id }),
      cronExpression: cron,
      timezone: zone,
      overlap,
      missed,
      parameters: workflow ? answersTo(fields, parameters) : givenTo(script, parameters),
      enabled: schedule?.enabled ?? true,
    };
    save.mutate(body, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={schedule ? t('automation.changeSchedule') : t('automation.addSchedule')}
    >
      <form className="stack" onSubmit={submit}>
        {save.isError && (
          <p className="notice bad" role="alert">
            {messageOf(save.error)}
          </p>
        )}
        <SelectField
          label={t('automation.what')}
          value={target}
          onChange={(event) => {
            setTarget(event.target.value);
            setParameters({});
          }}
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
          hint={t('automation.cronAbout')}
          value={cron}
          required
          onChange={(event) => setCron(event.target.value)}
          onBlur={() => setAsked(cron)}
          wrong={problem?.about('cronExpression')}
        />
        <ZoneField value={zone} before={schedule?.timezone} onChange={setZone} />
        <NextRuns cron={asked} zone={zone} />
        <ParameterFields
          fields={fields}
          values={parameters}
          onChange={setParameters}
          problem={problem}
        />
        <SelectField
          label={t('automation.overlap')}
          value={overlap}
          onChange={(event) => setOverlap(event.target.value as typeof overlap)}
        >
          <option value="skip">{t('automation.overlapSkip')}</option>
          <option value="queue">{t('automation.overlapQueue')}</option>
          <option value="allow">{t('automation.overlapAllow')}</option>
        </SelectField>
        <SelectField
          label={t('automation.missed')}
          value={missed}
          onChange={(event) => setMissed(event.target.value as typeof missed)}
        >
          <option value="once">{t('automation.missedOnce')}</option>
          <option value="skip">{t('automation.missedSkip')}</option>
        </SelectField>
        <Button type="submit" look="primary" busy={save.isPending}>
          {t('ui.save')}
        </Button>
      </form>
    </Dialog>
  );
}

interface ZoneProps {
  value: string;
  /** The schedule's own so far. */
  before: string | null | undefined;
  onChange: (zone: string) => void;
}

/** Whose clock counts: one's own, the gateway's, or the one that the schedule has already. */
function ZoneField({ value, before, onChange }: ZoneProps) {
  const zones = [...new Set([dateTimeZone(), before ?? ''])].filter(Boolean);
  return (
    <SelectField
      label={t('automation.zone')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {zone}
        </option>
      ))}
      <option value="">{t('automation.zoneGateway')}</option>
    </SelectField>
  );
}
