import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Schemas } from '~/api/client';
import { messageOf, Problem } from '~/api/problem';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { SelectField, TextField } from '~/ui/Field';
import { type Script, useAddWorkflow } from './queries';

interface Step {
  key: number;
  scriptId: string;
  onFailure: Schemas['OnFailureName'];
}

/** The step at `index` one place up or down. */
export function moved<T>(steps: T[], index: number, by: -1 | 1): T[] {
  const next = [...steps];
  const [one, other] = [next[index], next[index + by]];
  if (one === undefined || other === undefined) return steps;
  [next[index], next[index + by]] = [other, one];
  return next;
}

interface Props {
  scripts: Script[];
  onClose: () => void;
}

export function AddWorkflow({ scripts, onClose }: Props) {
  const first = scripts[0]?.id ?? '';
  const [steps, setSteps] = useState<Step[]>([{ key: 0, scriptId: first, onFailure: 'stop' }]);
  const [name, setName] = useState('');
  const add = useAddWorkflow();
  const change = (key: number, changed: Partial<Step>) =>
    setSteps(steps.map((step) => (step.key === key ? { ...step, ...changed } : step)));
  const append = () =>
    setSteps([...steps, { key: Date.now(), scriptId: first, onFailure: 'stop' }]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { name, steps: steps.map(({ scriptId, onFailure }) => ({ scriptId, onFailure })) };
    add.mutate(body, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('automation.addWorkflow')}
      about={t('automation.addWorkflowAbout')}
    >
      <form className="stack" onSubmit={submit}>
        {add.isError && (
          <p className="notice bad" role="alert">
            {messageOf(add.error)}
          </p>
        )}
        <TextField
          label={t('automation.workflowName')}
          value={name}
          required
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
          wrong={add.error instanceof Problem ? add.error.about('name') : undefined}
        />
        <ol className="stack">
          {steps.map((step, index) => (
            <li key={step.key} className="step-form">
              <SelectField
                label={t('automation.step', { number: index + 1 })}
                value={step.scriptId}
                onChange={(event) => change(step.key, { scriptId: event.target.value })}
              >
                {scripts.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <SelectField
                label={t('automation.onFailure')}
                value={step.onFailure}
                onChange={(event) =>
                  change(step.key, { onFailure: event.target.value as Step['onFailure'] })
                }
              >
                <option value="stop">{t('automation.stop')}</option>
                <option value="continue">{t('automation.continue')}</option>
              </SelectField>
              <span className="row">
                <Button
                  small
                  icon={ArrowUp}
                  iconOnly
                  disabled={index === 0}
                  onClick={() => setSteps(moved(steps, index, -1))}
                >
                  {t('automation.up', { number: index + 1 })}
                </Button>
                <Button
                  small
                  icon={ArrowDown}
                  iconOnly
                  disabled={index === steps.length - 1}
                  onClick={() => setSteps(moved(steps, index, 1))}
                >
                  {t('automation.down', { number: index + 1 })}
                </Button>
                <Button
                  small
                  icon={X}
                  iconOnly
                  disabled={steps.length === 1}
                  onClick={() => setSteps(steps.filter(({ key }) => key !== step.key))}
                >
                  {t('automation.removeStep', { number: index + 1 })}
                </Button>
              </span>
            </li>
          ))}
        </ol>
        <div className="row wrap">
          <Button icon={Plus} onClick={append}>
            {t('automation.addStep')}
          </Button>
          <Button type="submit" look="primary" busy={add.isPending}>
            {t('ui.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
