import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '~/api/client';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { SelectField, SwitchField, TextField } from '~/ui/Field';

type Variable = Schemas['ToolboxVariable'];

interface Props {
  variable: Variable;
  value: string;
  onChange: (value: string) => void;
  wrong: string | undefined;
  /** Nobody typed what stands there. */
  made?: boolean;
}

/** What a template says before anybody typed. */
export function defaultsOf(variables: Variable[]): Record<string, string> {
  const known = variables.filter((variable) => variable.default != null);
  return Object.fromEntries(known.map((variable) => [variable.name, variable.default ?? '']));
}

export function VariableField(props: Props) {
  const { variable, value, onChange, wrong } = props;
  const { label, description, type, required, options = [] } = variable;
  const common = { label, hint: description ?? undefined, wrong };
  if (type === 'boolean') {
    const set = (checked: boolean) => onChange(String(checked));
    return <SwitchField {...common} checked={value === 'true'} onChange={set} />;
  }
  if (type === 'select') {
    return (
      <SelectField
        {...common}
        value={value}
        required={required}
        onChange={(event) => onChange(event.target.value)}
      >
        {!required && <option value="" />}
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </SelectField>
    );
  }
  if (type === 'password') return <PasswordField {...props} />;
  return (
    <TextField
      {...common}
      value={value}
      required={required}
      inputMode={type === 'number' || type === 'port' ? 'numeric' : undefined}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function PasswordField({ variable, value, onChange, wrong, made }: Props) {
  const { label, description, required } = variable;
  const [shown, setShown] = useState(false);
  return (
    <div className="stack tight">
      <TextField
        label={label}
        hint={[description, made && t('toolbox.made')].filter(Boolean).join(' ') || undefined}
        wrong={wrong}
        value={value}
        required={required}
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <div>
          <Button
            small
            look="quiet"
            icon={shown ? EyeOff : Eye}
            aria-label={t(shown ? 'toolbox.hideIt' : 'toolbox.showIt', { label })}
            onClick={() => setShown(!shown)}
          >
            {t(shown ? 'toolbox.hide' : 'toolbox.show')}
          </Button>
        </div>
      )}
    </div>
  );
}
