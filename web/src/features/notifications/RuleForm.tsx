import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf, Problem } from '~/api/problem';
import { devicesQuery } from '~/api/queries';
import { dateTimeZone } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { CheckBox, SelectField, TextField } from '~/ui/Field';
import { type Rule, useSaveRule } from './queries';
import { eventText, nameOf, titleOf } from './rule';

interface Props {
  /** The one to change; without it, a new one is made. */
  rule?: Rule;
  /** What a rule can be about. */
  events: string[];
  onClose: () => void;
}

/** Which event is told of, to whom, and when not. */
export function RuleForm({ rule, events, onClose }: Props) {
  const [chosen, setChosen] = useState(rule?.deviceIds ?? []);
  const save = useSaveRule(rule?.id);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const [from, to] = [text('from'), text('to')];
    const timezone = rule?.quietHours?.timezone ?? dateTimeZone();
    const body = {
      event: text('event'),
      name: text('name') || text('event').replaceAll('_', ' '),
      deviceIds: chosen,
      digestMinutes: Number(text('digest')) || 0,
      quietHours: from && to ? { from, to, timezone } : null,
    };
    save.mutate(body, { onSuccess: onClose });
  };
  return (
    <Dialog open onClose={onClose} title={rule ? titleOf(rule) : t('notifications.addRule')}>
      <form className="stack" onSubmit={submit}>
        {save.isError && (
          <p className="notice bad" role="alert">
            {messageOf(save.error)}
          </p>
        )}
        <SelectField label={t('notifications.which')} name="event" defaultValue={rule?.event}>
          {events.map((event) => (
            <option key={event} value={event}>
              {eventText(event)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('notifications.ruleName')}
          hint={t('notifications.ruleNameAbout')}
          name="name"
          maxLength={128}
          defaultValue={rule && nameOf(rule)}
          wrong={save.error instanceof Problem ? save.error.about('name') : undefined}
        />
        <Devices chosen={chosen} onChange={setChosen} />
        <div className="form-grid">
          <TextField
            label={t('notifications.quietFrom')}
            name="from"
            type="time"
            defaultValue={rule?.quietHours?.from}
          />
          <TextField
            label={t('notifications.quietTo')}
            name="to"
            type="time"
            defaultValue={rule?.quietHours?.to}
          />
        </div>
        <TextField
          label={t('notifications.collect')}
          hint={t('notifications.collectAbout')}
          name="digest"
          inputMode="numeric"
          pattern="[0-9]*"
          defaultValue={rule?.digestMinutes || ''}
        />
        <Button type="submit" look="primary" busy={save.isPending}>
          {t('ui.save')}
        </Button>
      </form>
    </Dialog>
  );
}

interface DevicesProps {
  chosen: string[];
  onChange: (chosen: string[]) => void;
}

function Devices({ chosen, onChange }: DevicesProps) {
  const devices = useQuery(devicesQuery).data ?? [];
  const set = (id: string, on: boolean) =>
    onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <fieldset className="stack tight">
      <legend className="label">{t('notifications.whom')}</legend>
      <p className="small muted">{t('notifications.whomAbout')}</p>
      {devices.map(({ deviceId, deviceName }) => (
        <div key={deviceId} className="row">
          <CheckBox
            label={deviceName}
            checked={chosen.includes(deviceId)}
            onChange={(on) => set(deviceId, on)}
          />
          {deviceName}
        </div>
      ))}
    </fieldset>
  );
}
