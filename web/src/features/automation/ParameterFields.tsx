import type { Problem } from '~/api/problem';
import { t } from '~/lib/i18n';
import { SelectField, SwitchField, TextField } from '~/ui/Field';
import type { Parameter } from './declared';
import type { Parameters } from './queries';

interface Props {
  fields: Parameter[];
  values: Parameters;
  onChange: (values: Parameters) => void;
  problem: Problem | null;
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
  const { name, description, options = [], type = 'text' } = field;
  // What is left empty is the script's own default.
  const usual = field.default ?? '';
  const required = (field.required ?? false) && usual === '';
  const common = { label: field.label || name, hint: description || undefined, wrong };
  if (type === 'boolean') {
    const set = (checked: boolean) => onChange(String(checked));
    return <SwitchField {...common} checked={(value || usual) === 'true'} onChange={set} />;
  }
  if (type === 'select' || options.length > 0) {
    return (
      <SelectField
        {...common}
        value={value}
        required={required}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{usual && t('automation.usually', { value: usual })}</option>
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
      placeholder={usual}
      type={type === 'password' ? 'password' : 'text'}
      inputMode={type === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
