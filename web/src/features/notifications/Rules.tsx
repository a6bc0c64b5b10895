import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { messageOf } from '~/api/problem';
import { devicesQuery } from '~/api/queries';
import { has, t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { CheckBox, SwitchField, TextField } from '~/ui/Field';
import { Loaded } from '~/ui/Loaded';
import { type Rule, rulesQuery, useChangeRule } from './queries';

/** Which events of the gateway become notifications, and how loud they are. */
export function Rules() {
  const rules = useQuery(rulesQuery);
  return (
    <Loaded query={rules} height={240}>
      {({ rules }) => (
        <ul className="card flush list rules">
          {rules.map((rule) => (
            <RuleRow key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}

const eventText = (event: string): string => {
  const key = `notifications.event.${event}`;
  return has(key) ? t(key) : event;
};

function RuleRow({ rule }: { rule: Rule }) {
  const [editing, setEditing] = useState(false);
  const change = useChangeRule(rule.id);
  const devices = useQuery(devicesQuery).data ?? [];
  const { deviceIds, quietHours, digestMinutes } = rule;
  const named = deviceIds.map(
    (id) => devices.find(({ deviceId }) => deviceId === id)?.deviceName ?? id,
  );
  const facts = [
    named.length === 0 ? t('notifications.toAll') : named.join(', '),
    quietHours && t('notifications.quiet', { from: quietHours.from, to: quietHours.to }),
    digestMinutes > 0 && t('notifications.digest', { count: digestMinutes }),
  ];
  const text = eventText(rule.event);
  return (
    <li className="row wrap">
      <div className="grow">
        <h2>{text}</h2>
        <p className="small muted">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <Button
        small
        look="quiet"
        icon={Pencil}
        iconOnly
        aria-label={t('notifications.editRule', { name: text })}
        onClick={() => setEditing(true)}
      >
        {t('notifications.edit')}
      </Button>
      <SwitchField
        bare
        label={t('notifications.tell', { name: text })}
        checked={rule.enabled}
        onChange={(on) => change.mutate({ enabled: on })}
      />
      {editing && <EditRule rule={rule} title={text} onClose={() => setEditing(false)} />}
    </li>
  );
}

interface EditProps {
  rule: Rule;
  title: string;
  onClose: () => void;
}

function EditRule({ rule, title, onClose }: EditProps) {
  const devices = useQuery(devicesQuery).data ?? [];
  const [chosen, setChosen] = useState(rule.deviceIds);
  const change = useChangeRule(rule.id);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const [from, to] = [text('from'), text('to')];
    const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const body = {
      deviceIds: chosen,
      digestMinutes: Number(text('digest')) || 0,
      quietHours: from && to ? { from, to, timezone } : null,
    };
    change.mutate(body, { onSuccess: onClose });
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <form className="stack" onSubmit={submit}>
        {change.isError && (
          <p className="notice bad" role="alert">
            {messageOf(change.error)}
          </p>
        )}
        <fieldset className="stack tight">
          <legend className="label">{t('notifications.whom')}</legend>
          <p className="small muted">{t('notifications.whomAbout')}</p>
          {devices.map(({ deviceId, deviceName }) => (
            <div key={deviceId} className="row">
              <CheckBox
                label={deviceName}
                checked={chosen.includes(deviceId)}
                onChange={(on) =>
                  setChosen(
                    on ? [...chosen, deviceId] : chosen.filter((other) => other !== deviceId),
                  )
                }
              />
              {deviceName}
            </div>
          ))}
        </fieldset>
        <div className="form-grid">
          <TextField
            label={t('notifications.quietFrom')}
            name="from"
            type="time"
            defaultValue={rule.quietHours?.from}
          />
          <TextField
            label={t('notifications.quietTo')}
            name="to"
            type="time"
            defaultValue={rule.quietHours?.to}
          />
        </div>
        <TextField
          label={t('notifications.collect')}
          hint={t('notifications.collectAbout')}
          name="digest"
          inputMode="numeric"
          pattern="[0-9]*"
          defaultValue={rule.digestMinutes || ''}
        />
        <Button type="submit" look="primary" busy={change.isPending}>
          {t('ui.save')}
        </Button>
      </form>
    </Dialog>
  );
}
