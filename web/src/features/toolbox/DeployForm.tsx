import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ExternalLink, Rocket } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { messageOf, Problem } from '~/api/problem';
import { go } from '~/app/router';
import { t } from '~/lib/i18n';
import { useSettled } from '~/lib/useSettled';
import { Button } from '~/ui/Button';
import { Card } from '~/ui/Card';
import { TextField } from '~/ui/Field';
import { type Filled, inputOf, isComplete } from './filled';
import { KeepDialog } from './KeepDialog';
import { PlanCard } from './PlanCard';
import { madeFor } from './password';
import { type DeployInput, planQuery, type Template, useDeploy } from './queries';
import { defaultsOf, VariableField } from './VariableField';

const toDeployments = () => go('toolbox', { tab: 'deployments' });

/** What would be made, beside what is typed; and the button that makes just that. */
export function DeployForm({ template }: { template: Template }) {
  const [made] = useState(() => madeFor(template.env_vars));
  const [filled, setFilled] = useState<Filled>(() => ({
    name: template.name,
    port: '',
    values: { ...defaultsOf(template.env_vars), ...made },
  }));
  const deploy = useDeploy();
  const text = JSON.stringify(inputOf(template, filled));
  const settled = useSettled(text);
  const plan = useQuery({
    ...planQuery(JSON.parse(settled) as DeployInput),
    enabled: settled === text && isComplete(template, filled),
    placeholderData: keepPreviousData,
  });
  // A plan of other settings would promise what is not done.
  const isShown = settled === text && plan.isSuccess && !plan.isPlaceholderData;
  const change = (changed: Partial<Filled>) => {
    setFilled({ ...filled, ...changed });
    deploy.reset();
  };
  const isKept = (name: string) => made[name] !== undefined && made[name] === filled.values[name];
  const kept = template.env_vars.filter(({ name }) => isKept(name));
  const run = (event: FormEvent) => {
    event.preventDefault();
    deploy.mutate(JSON.parse(text), { onSuccess: () => kept.length === 0 && toDeployments() });
  };
  const error = deploy.error ?? plan.error;
  return (
    <div className="deploy">
      <form className="card stack" onSubmit={run}>
        {error && (
          <p className="notice bad" role="alert">
            {messageOf(error)}
          </p>
        )}
        <Fields
          template={template}
          filled={filled}
          made={made}
          onChange={change}
          problem={error instanceof Problem ? error : null}
          conflicts={isShown ? plan.data.conflicts : []}
        />
        <div className="row wrap">
          <Button
            type="submit"
            look="primary"
            icon={Rocket}
            busy={deploy.isPending}
            disabled={!isShown || !plan.data.deployable}
          >
            {t('toolbox.deploy')}
          </Button>
        </div>
      </form>
      <div className="stack" aria-busy={!isShown}>
        {plan.data && <PlanCard plan={plan.data} />}
        <About template={template} />
      </div>
      {deploy.isSuccess && kept.length > 0 && (
        <KeepDialog
          name={filled.name}
          passwords={kept.map(({ label, name }) => ({ label, value: made[name] ?? '' }))}
          onClose={toDeployments}
        />
      )}
    </div>
  );
}

interface FieldsProps {
  template: Template;
  filled: Filled;
  made: Filled['values'];
  onChange: (changed: Partial<Filled>) => void;
  problem: Problem | null;
  conflicts: { kind: string; message: string }[];
}

function Fields({ template, filled, made, onChange, problem, conflicts }: FieldsProps) {
  const { name, port, values } = filled;
  const wrong = (field: string) => problem?.about(field);
  const inTheWay = (kind: string) => conflicts.find((each) => each.kind === kind)?.message;
  return (
    <>
      <TextField
        label={t('toolbox.serviceName')}
        value={name}
        required
        maxLength={60}
        onChange={(event) => onChange({ name: event.target.value })}
        wrong={wrong('service_name') ?? inTheWay('name')}
      />
      {template.env_vars.map((variable) => (
        <VariableField
          key={variable.name}
          variable={variable}
          value={values[variable.name] ?? ''}
          onChange={(value) => onChange({ values: { ...values, [variable.name]: value } })}
          wrong={wrong(`env_vars.${variable.name}`) ?? wrong(variable.name)}
          made={variable.name in made && made[variable.name] === values[variable.name]}
        />
      ))}
      <TextField
        label={t('toolbox.port')}
        hint={t('toolbox.portAbout')}
        value={port}
        inputMode="numeric"
        pattern="[0-9]*"
        placeholder={template.default_port ? String(template.default_port) : undefined}
        onChange={(event) => onChange({ port: event.target.value })}
        wrong={wrong('custom_port') ?? inTheWay('port')}
      />
    </>
  );
}

function About({ template }: { template: Template }) {
  const { image, documentation, repository_url, security_notes } = template;
  return (
    <Card title={t('toolbox.aboutIt')}>
      <div className="stack">
        <p className="small">
          <code className="break">{image}</code>
        </p>
        {security_notes.map((note) => (
          <p key={note} className="notice warn">
            {note}
          </p>
        ))}
        {[documentation, repository_url].map(
          (address) =>
            address && (
              <a
                key={address}
                href={address}
                target="_blank"
                rel="noopener noreferrer"
                className="row small break"
              >
                <ExternalLink size={15} aria-hidden />
                {address}
              </a>
            ),
        )}
      </div>
    </Card>
  );
}
