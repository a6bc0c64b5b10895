import { type FormEvent, useState } from 'react';
import { messageOf, Problem } from '~/api/problem';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { TextField } from '~/ui/Field';
import { DeclareParameters } from './DeclareParameters';
import { declared, rowOf } from './declared';
import { type Script, useChangeScript } from './queries';

interface Props {
  script: Script;
  onClose: () => void;
}

/** What a script is called, what it is asked for, and how it is tried out. */
export function EditScript({ script, onClose }: Props) {
  const [rows, setRows] = useState(() => script.parameters.map(rowOf));
  const change = useChangeScript(script.id);
  const wrong = (field: string) =>
    change.error instanceof Problem ? change.error.about(field) : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const body = {
      name: text('name'),
      description: text('description'),
      category: text('category'),
      timeoutSeconds: Number(text('timeout')) || undefined,
      dryRunCommand: text('dryRun'),
      parameters: declared(rows),
    };
    change.mutate(body, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('automation.changeName', { name: script.name })}
      about={<code>{script.scriptPath}</code>}
    >
      <form className="stack" onSubmit={submit}>
        {change.isError && (
          <p className="notice bad" role="alert">
            {messageOf(change.error)}
          </p>
        )}
        <TextField
          label={t('automation.scriptName')}
          name="name"
          required
          maxLength={100}
          defaultValue={script.name}
          wrong={wrong('name')}
        />
        <TextField
          label={t('automation.description')}
          name="description"
          maxLength={500}
          defaultValue={script.description}
          wrong={wrong('description')}
        />
        <div className="form-grid">
          <TextField
            label={t('automation.category')}
            name="category"
            defaultValue={script.category}
            wrong={wrong('category')}
          />
          <TextField
            label={t('automation.timeout')}
            name="timeout"
            inputMode="numeric"
            pattern="[0-9]*"
            defaultValue={script.timeoutSeconds}
            wrong={wrong('timeoutSeconds')}
          />
        </div>
        <TextField
          label={t('automation.dryRunCommand')}
          hint={t('automation.dryRunCommandAbout')}
          name="dryRun"
          placeholder="--check"
          autoComplete="off"
          spellCheck={false}
          defaultValue={script.dryRunCommand}
          wrong={wrong('dryRunCommand')}
        />
        <DeclareParameters rows={rows} onChange={setRows} wrong={wrong} />
        <Button type="submit" look="primary" busy={change.isPending}>
          {t('ui.save')}
        </Button>
      </form>
    </Dialog>
  );
}
