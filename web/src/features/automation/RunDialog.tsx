import type { UseMutationResult } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { messageOf, Problem } from '~/api/problem';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { SwitchField } from '~/ui/Field';
import type { Parameter } from './declared';
import { ParameterFields } from './ParameterFields';
import type { Parameters, Wanted } from './queries';

interface Props<T> {
  title: string;
  about: string;
  fields: Parameter[];
  run: UseMutationResult<T, Error, Wanted>;
  onStarted: (started: T) => void;
  onClose: () => void;
}

export function RunDialog<T>({ title, about, fields, run, onStarted, onClose }: Props<T>) {
  const [parameters, setParameters] = useState<Parameters>({});
  const [dryRun, setDryRun] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run.mutate({ parameters, dryRun }, { onSuccess: onStarted });
  };
  return (
    <Dialog open onClose={onClose} title={title} about={about}>
      <form className="stack" onSubmit={submit}>
        {run.isError && (
          <p className="notice bad" role="alert">
            {messageOf(run.error)}
          </p>
        )}
        <ParameterFields
          fields={fields}
          values={parameters}
          onChange={setParameters}
          problem={run.error instanceof Problem ? run.error : null}
        />
        <SwitchField
          label={t('automation.dryRun')}
          hint={t('automation.dryRunAbout')}
          checked={dryRun}
          onChange={setDryRun}
        />
        <Button type="submit" look="primary" icon={Play} busy={run.isPending}>
          {t('automation.run')}
        </Button>
      </form>
    </Dialog>
  );
}
