import { type FormEvent, useState } from 'react';
import { messageOf, Problem } from '~/api/problem';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { TextField } from '~/ui/Field';
import { changedOf, isHidden, valuesOf } from './changed';
import { type Deployment, type Template, useRedeploy } from './queries';
import { VariableField } from './VariableField';

interface Props {
  deployment: Deployment;
  template: Template;
  onClose: () => void;
}

/** Makes a deployment anew with other settings; what it was made with is filled in. */
export function RedeployDialog({ deployment, template, onClose }: Props) {
  const before = valuesOf(deployment);
  const usual = deployment.custom_port ? String(deployment.custom_port) : '';
  const [values, setValues] = useState(before);
  const [port, setPort] = useState(usual);
  const redeploy = useRedeploy(deployment.id);
  const { error } = redeploy;
  const wrong = (field: string) => (error instanceof Problem ? error.about(field) : undefined);
  const changed = changedOf(before, values);
  const isSame = Object.keys(changed).length === 0 && (port === usual || port === '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const custom_port = port && port !== usual ? Number(port) : undefined;
    redeploy.mutate({ env_vars: changed, custom_port }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('toolbox.changeTitle', { name: deployment.service_name })}
      about={t('toolbox.changeAbout')}
    >
      <form className="stack" onSubmit={submit}>
        {error && (
          <p className="notice bad" role="alert">
            {messageOf(error)}
          </p>
        )}
        {template.env_vars.map((variable) => {
          const hidden = isHidden(variable, deployment);
          const description = hidden ? t('toolbox.stays') : variable.description;
          return (
            <VariableField
              key={variable.name}
              variable={{ ...variable, description, required: variable.required && !hidden }}
              value={values[variable.name] ?? ''}
              onChange={(value) => setValues({ ...values, [variable.name]: value })}
              wrong={wrong(`env_vars.${variable.name}`) ?? wrong(variable.name)}
            />
          );
        })}
        <TextField
          label={t('toolbox.port')}
          hint={t('toolbox.stays')}
          value={port}
          inputMode="numeric"
          pattern="[0-9]*"
          placeholder={template.default_port ? String(template.default_port) : undefined}
          onChange={(event) => setPort(event.target.value)}
          wrong={wrong('custom_port')}
        />
        <Button type="submit" look="primary" busy={redeploy.isPending} disabled={isSame}>
          {t('toolbox.redeploy')}
        </Button>
      </form>
    </Dialog>
  );
}
