import { ClipboardList, ExternalLink, Rocket } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { messageOf, Problem } from '~/api/problem';
import { go } from '~/app/router';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Card } from '~/ui/Card';
import { TextField } from '~/ui/Field';
import { PlanCard } from './PlanCard';
import { type DeployInput, type Template, useDeploy, usePlan } from './queries';
import { defaultsOf, VariableField } from './VariableField';

/** First what would be made, then the button that makes it. */
export function DeployForm({ template }: { template: Template }) {
  const [name, setName] = useState(template.name);
  const [port, setPort] = useState('');
  const [values, setValues] = useState(() => defaultsOf(template.env_vars));
  const plan = usePlan();
  const deploy = useDeploy();
  const error = deploy.error ?? plan.error;
  const wrong = (field: string) => (error instanceof Problem ? error.about(field) : undefined);
  const body = (): DeployInput => ({
    service_id: template.id,
    service_name: name.trim(),
    custom_port: port ? Number(port) : undefined,
    env_vars: values,
  });
  // A plan of other settings would promise what is not done.
  const edited = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value);
      plan.reset();
      deploy.reset();
    };
  };
  const show = (event: FormEvent) => {
    event.preventDefault();
    plan.mutate(body());
  };
  const run = () =>
    deploy.mutate(body(), { onSuccess: () => go('toolbox', { tab: 'deployments' }) });
  const clash = plan.data?.conflicts.find(({ kind }) => kind === 'port');
  const taken = plan.data?.conflicts.find(({ kind }) => kind === 'name');
  return (
    <div className="deploy">
      <form className="card stack" onSubmit={show}>
        {error && (
          <p className="notice bad" role="alert">
            {messageOf(error)}
          </p>
        )}
        <TextField
          label={t('toolbox.serviceName')}
          value={name}
          required
          maxLength={60}
          onChange={(event) => edited(setName)(event.target.value)}
          wrong={wrong('service_name') ?? taken?.message}
        />
        {template.env_vars.map((variable) => (
          <VariableField
            key={variable.name}
            variable={variable}
            value={values[variable.name] ?? ''}
            onChange={(value) => edited(setValues)({ ...values, [variable.name]: value })}
            wrong={wrong(`env_vars.${variable.name}`) ?? wrong(variable.name)}
          />
        ))}
        <TextField
          label={t('toolbox.port')}
          hint={t('toolbox.portAbout')}
          value={port}
          inputMode="numeric"
          pattern="[0-9]*"
          placeholder={template.default_port ? String(template.default_port) : undefined}
          onChange={(event) => edited(setPort)(event.target.value)}
          wrong={wrong('custom_port') ?? clash?.message}
        />
        <div className="row wrap">
          <Button type="submit" icon={ClipboardList} busy={plan.isPending}>
            {t('toolbox.plan')}
          </Button>
          <Button
            look="primary"
            icon={Rocket}
            busy={deploy.isPending}
            disabled={!plan.data?.deployable}
            title={plan.data ? undefined : t('toolbox.planFirst')}
            onClick={run}
          >
            {t('toolbox.deploy')}
          </Button>
        </div>
      </form>
      <div className="stack">
        {plan.data ? <PlanCard plan={plan.data} /> : <About template={template} />}
      </div>
    </div>
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
