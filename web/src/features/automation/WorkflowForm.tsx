import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { messageOf, Problem } from '~/api/problem';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { SelectField, TextField } from '~/ui/Field';
import { ParameterFields } from './ParameterFields';
import { type Script, useSaveWorkflow, type Workflow } from './queries';
import { inputOf, moved, newStep, type Step, stepsOf } from './steps';

interface Props {
  /** The one to change; without it, a new one is made. */
  workflow?: Workflow;
  scripts: Script[];
  onClose: () => void;
}

export function WorkflowForm({ workflow, scripts, onClose }: Props) {
  const first = scripts[0]?.id ?? '';
  const [steps, setSteps] = useState(() => (workflow ? stepsOf(workflow) : [newStep(0, first)]));
  const [name, setName] = useState(workflow?.name ?? '');
  const [description, setDescription] = useState(workflow?.description ?? '');
  const save = useSaveWorkflow(workflow?.id);
  const problem = save.error instanceof Problem ? save.error : null;
  const change = (key: number, changed: Partial<Step>) =>
    setSteps(steps.map((step) => (step.key === key ? { ...step, ...changed } : step)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ name, description, steps: inputOf(steps, scripts) }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={
        workflow ? t('automation.changeName', { name: workflow.name }) : t('automation.addWorkflow')
      }
      about={t('automation.addWorkflowAbout')}
    >
      <form className="stack" onSubmit={submit}>
        {save.isError && (
          <p className="notice bad" role="alert">
            {messageOf(save.error)}
          </p>
        )}
        <div className="form-grid">
          <TextField
            label={t('automation.workflowName')}
            value={name}
            required
            maxLength={100}
            onChange={(event) => setName(event.target.value)}
            wrong={problem?.about('name')}
          />
          <TextField
            label={t('automation.description')}
            value={description}
            maxLength={500}
            onChange={(event) => setDescription(event.target.value)}
            wrong={problem?.about('description')}
          />
        </div>
        <ol className="stack">
          {steps.map((step, index) => (
            <li key={step.key} className="stack tight">
              <div className="step-form">
                <SelectField
                  label={t('automation.step', { number: index + 1 })}
                  value={step.scriptId}
                  onChange={(event) =>
                    change(step.key, { scriptId: event.target.value, parameters: {} })
                  }
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
              </div>
              <StepParameters
                step={step}
                number={index + 1}
                scripts={scripts}
                problem={problem}
                onChange={(parameters) => change(step.key, { parameters })}
              />
            </li>
          ))}
        </ol>
        <div className="row wrap">
          <Button icon={Plus} onClick={() => setSteps([...steps, newStep(Date.now(), first)])}>
            {t('automation.addStep')}
          </Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            {t('ui.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface StepProps {
  step: Step;
  number: number;
  scripts: Script[];
  problem: Problem | null;
  onChange: (parameters: Step['parameters']) => void;
}

/** What a step's script is given each time; what is left open is asked before the workflow runs. */
function StepParameters({ step, number, scripts, problem, onChange }: StepProps) {
  const script = scripts.find(({ id }) => id === step.scriptId);
  const fields = (script?.parameters ?? []).map((field) => ({ ...field, required: false }));
  const [opened] = useState(Object.keys(step.parameters).length > 0);
  if (fields.length === 0) return null;
  return (
    <details className="declared" open={opened}>
      <summary className="small">{t('automation.stepParameters', { number })}</summary>
      <div className="stack tight">
        <p className="small muted">{t('automation.stepParametersAbout')}</p>
        <ParameterFields
          fields={fields}
          values={step.parameters}
          onChange={onChange}
          problem={problem}
        />
      </div>
    </details>
  );
}
