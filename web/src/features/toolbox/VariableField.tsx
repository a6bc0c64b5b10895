import type { Schemas } from '~/api/client';
import { SelectField, SwitchField, TextField } from '~/ui/Field';

type Variable = Schemas['ToolboxVariable'];

interface Props {
  variable: Variable;
  value: string;
  onChange: (value: string) => void;
  wrong: string | undefined;
}

/** What a template says before anybody typed. */
export function defaultsOf(variables: Variable[]): Record<string, string> {
  const known = variables.filter((variable) => variable.default != null);
  return Object.fromEntries(known.map((variable) => [variable.name, variable.default ?? '']));
}

export function VariableField({ variable, value, onChange, wrong }: Props) {
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
  return (
    <TextField
      {...common}
      value={value}
      required={required}
      type={type === 'password' ? 'password' : 'text'}
      inputMode={type === 'number' || type === 'port' ? 'numeric' : undefined}
      autoComplete={type === 'password' ? 'new-password' : 'off'}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
