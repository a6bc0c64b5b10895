import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Schemas } from '~/api/client';
import { messageOf, Problem } from '~/api/problem';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { SelectField, TextField } from '~/ui/Field';
import { Loaded } from '~/ui/Loaded';
import { availableQuery, useAddScript } from './queries';

/** Files in the folder of scripts become scripts that can be run. */
export function AddScript({ onClose }: { onClose: () => void }) {
  const available = useQuery(availableQuery);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('automation.addScript')}
      about={t('automation.addScriptAbout')}
    >
      <Loaded query={available} height={200}>
        {({ available }) =>
          available.length === 0 ? (
            <p className="notice">{t('automation.noFiles')}</p>
          ) : (
            <Form files={available} onClose={onClose} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

interface FormProps {
  files: Schemas['AvailableView'][];
  onClose: () => void;
}

function Form({ files, onClose }: FormProps) {
  const [path, setPath] = useState(files[0]?.path ?? '');
  const add = useAddScript();
  const wrong = (field: string) =>
    add.error instanceof Problem ? add.error.about(field) : undefined;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const body = {
      scriptPath: path,
      name: text('name'),
      description: text('description') || undefined,
      category: text('category') || undefined,
      timeoutSeconds: Number(text('timeout')) || undefined,
    };
    add.mutate(body, { onSuccess: onClose });
  };
  const file = files.find((each) => each.path === path);
  return (
    <form className="stack" onSubmit={submit}>
      {add.isError && (
        <p className="notice bad" role="alert">
          {messageOf(add.error)}
        </p>
      )}
      <SelectField
        label={t('automation.file')}
        value={path}
        onChange={(event) => setPath(event.target.value)}
        wrong={wrong('scriptPath')}
      >
        {files.map((each) => (
          <option key={each.path} value={each.path}>
            {each.path}
          </option>
        ))}
      </SelectField>
      <TextField
        key={path}
        label={t('automation.scriptName')}
        name="name"
        required
        maxLength={100}
        defaultValue={nameOf(file?.name ?? '')}
        wrong={wrong('name')}
      />
      <TextField
        label={t('automation.description')}
        name="description"
        maxLength={500}
        wrong={wrong('description')}
      />
      <div className="form-grid">
        <TextField label={t('automation.category')} name="category" wrong={wrong('category')} />
        <TextField
          label={t('automation.timeout')}
          name="timeout"
          inputMode="numeric"
          pattern="[0-9]*"
          wrong={wrong('timeoutSeconds')}
        />
      </div>
      <Button type="submit" look="primary" busy={add.isPending}>
        {t('automation.addScript')}
      </Button>
    </form>
  );
}

/** `backup-photos.sh` becomes `backup-photos`. */
const nameOf = (file: string): string => file.replace(/\.\w+$/, '');
