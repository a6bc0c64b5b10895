import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { messageOf, Problem } from '~/api/problem';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { Dialog } from '~/ui/Dialog';
import { CheckBox, SelectField, TextField } from '~/ui/Field';
import { suggestQuery, useGenerate } from './queries';

/** Names apart by spaces or commas. */
export const namesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

export function GenerateDialog({ onClose }: { onClose: () => void }) {
  const suggestions = useQuery(suggestQuery).data?.suggestions ?? [];
  const [chosen, setChosen] = useState<string[]>([]);
  const [others, setOthers] = useState('');
  const [provider, setProvider] = useState('');
  const generate = useGenerate();
  const domains = [...chosen, ...namesIn(others)];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    generate.mutate({ domains, provider: provider || undefined }, { onSuccess: onClose });
  };
  const wrong =
    generate.error instanceof Problem
      ? (generate.error.about('domains') ?? generate.error.fields[0]?.reason)
      : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('certificates.generate')}
      about={t('certificates.generateAbout')}
    >
      <form className="stack" onSubmit={submit}>
        {generate.isError && (
          <p className="notice bad" role="alert">
            {messageOf(generate.error)}
          </p>
        )}
        {suggestions.length > 0 && (
          <fieldset className="stack tight">
            <legend className="label">{t('certificates.suggested')}</legend>
            {suggestions.map((name) => (
              <div key={name} className="row">
                <CheckBox
                  label={name}
                  checked={chosen.includes(name)}
                  onChange={(on) =>
                    setChosen(on ? [...chosen, name] : chosen.filter((other) => other !== name))
                  }
                />
                <code className="break">{name}</code>
              </div>
            ))}
          </fieldset>
        )}
        <TextField
          label={t('certificates.others')}
          hint={t('certificates.othersAbout')}
          value={others}
          placeholder="gateway.lan, 192.168.1.10"
          onChange={(event) => setOthers(event.target.value)}
          wrong={wrong}
        />
        <SelectField
          label={t('certificates.provider')}
          value={provider}
          onChange={(event) => setProvider(event.target.value)}
        >
          <option value="">{t('certificates.local')}</option>
          <option value="acme">{t('certificates.acme')}</option>
        </SelectField>
        <Button
          type="submit"
          look="primary"
          busy={generate.isPending}
          disabled={domains.length === 0}
        >
          {t('certificates.generate')}
        </Button>
      </form>
    </Dialog>
  );
}
