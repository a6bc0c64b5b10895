import { useQuery } from '@tanstack/react-query';
import { BellOff, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { devicesQuery } from '~/api/queries';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Empty } from '~/ui/Card';
import { Confirm } from '~/ui/Dialog';
import { SwitchField } from '~/ui/Field';
import { Loaded } from '~/ui/Loaded';
import { complain } from '~/ui/toasts';
import { type Rule, rulesQuery, useDeleteRule, useSaveRule } from './queries';
import { RuleForm } from './RuleForm';
import { eventText, titleOf } from './rule';

/** Which events of the gateway become notifications, and how loud they are. */
export function Rules() {
  const rules = useQuery(rulesQuery);
  const [adding, setAdding] = useState(false);
  return (
    <Loaded query={rules} height={240}>
      {({ rules, events }) => (
        <>
          <div className="row wrap">
            <Button look="primary" icon={Plus} onClick={() => setAdding(true)}>
              {t('notifications.addRule')}
            </Button>
          </div>
          {rules.length === 0 ? (
            <section className="card">
              <Empty icon={BellOff} title={t('notifications.noRules')}>
                <p>{t('notifications.noRulesAbout')}</p>
              </Empty>
            </section>
          ) : (
            <ul className="card flush list rules">
              {rules.map((rule) => (
                <RuleRow key={rule.id} rule={rule} events={events} />
              ))}
            </ul>
          )}
          {adding && <RuleForm events={events} onClose={() => setAdding(false)} />}
        </>
      )}
    </Loaded>
  );
}

function RuleRow({ rule, events }: { rule: Rule; events: string[] }) {
  const [editing, setEditing] = useState(false);
  const [asking, setAsking] = useState(false);
  const change = useSaveRule(rule.id);
  const remove = useDeleteRule(rule.id);
  const devices = useQuery(devicesQuery).data ?? [];
  const { deviceIds, quietHours, digestMinutes } = rule;
  const named = deviceIds.map(
    (id) => devices.find(({ deviceId }) => deviceId === id)?.deviceName ?? id,
  );
  const text = titleOf(rule);
  const facts = [
    text !== eventText(rule.event) && eventText(rule.event),
    named.length === 0 ? t('notifications.toAll') : named.join(', '),
    quietHours && t('notifications.quiet', { from: quietHours.from, to: quietHours.to }),
    digestMinutes > 0 && t('notifications.digest', { count: digestMinutes }),
  ];
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
        onChange={(on) => change.mutate({ enabled: on }, { onError: complain })}
      />
      <Button
        small
        look="quiet"
        icon={Trash2}
        iconOnly
        aria-label={t('notifications.deleteName', { name: text })}
        onClick={() => setAsking(true)}
      >
        {t('ui.delete')}
      </Button>
      {editing && <RuleForm rule={rule} events={events} onClose={() => setEditing(false)} />}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('notifications.deleteName', { name: text })}
        about={t('notifications.deleteRuleAbout')}
        action={t('ui.delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </li>
  );
}
