import type { Schemas } from '~/api/client';
import type { Problem } from '~/api/problem';
import { SelectField, SwitchField, TextField } from '~/ui/Field';
import type { Parameters } from './queries';

type Parameter = Schemas['ParameterView'];

interface Props {
  fields: Parameter[];
  values: Parameters;
  onChange: (values: Parameters) => void;
  problem: Problem | null;
}

/** What a script is given before anybody typed. */
export function defaultsOf(fields: Parameter[]): Parameters {
  const known = fields.filter((field) => field.default != null);
  return Object.fromEntries(known.map((field) => [field.name, field.default ?? '']));
}

export function ParameterFields({ fields, values, onChange, problem }: Props) {
  const set = (name: string, value: string) => {
    const next = { ...values, [name]: value };
    // Nothing typed is nothing said: the script's own default counts then.
    if (value === '') delete next[name];
    onChange(next);
  };
  return fields.map((field) => (
    <ParameterField
      key={field.name}
      field={field}
      value={values[field.name] ?? ''}
      onChange={(value) => set(field.name, value)}
      wrong={problem?.about(`parameters.${field.name}`) ?? problem?.about(field.name)}
    />
  ));
}

interface FieldProps {
  field: Parameter;
  value: string;
  onChange: (value: string) => void;
  wrong: string | undefined;
}

function ParameterField({ field, value, onChange, wrong }: FieldProps) {
  const { name, description, options = [], required = false, type = 'text' } = field;
  const common = { label: field.label || name, hint: description || undefined, wrong };
  if (type === 'boolean') {
    const set = (checked: boolean) => onChange(String(checked));
    return <SwitchField {...common} checked={value === 'true'} onChange={set} />;
  }
  if (type === 'select' || options.length > 0) {
    return (
      <SelectField
        {...common}
        value={value}
        required={required}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="" />
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
      inputMode={type === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
