import { Plus, X } from 'lucide-react';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { SelectField, SwitchField, TextField } from '~/ui/Field';
import type { Parameter, Row } from './declared';

const TYPES = ['text', 'password', 'number', 'boolean', 'select'] as const;

interface Props {
  rows: Row[];
  onChange: (rows: Row[]) => void;
  /** Why a field was refused. */
  wrong: (field: string) => string | undefined;
}

/** What a script is asked for before it runs. */
export function DeclareParameters({ rows, onChange, wrong }: Props) {
  const change = (key: number, changed: Partial<Row>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changed } : row)));
  const add = () => onChange([...rows, { key: Date.now(), parameter: { name: '' }, options: '' }]);
  return (
    <fieldset className="stack tight">
      <legend className="label">{t('automation.parameters')}</legend>
      <p className="small muted">{t('automation.parametersAbout')}</p>
      <ul className="stack">
        {rows.map((row, index) => (
          <Declared
            key={row.key}
            row={row}
            number={index + 1}
            onChange={(changed) => change(row.key, changed)}
            onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
            wrong={(part) => wrong(`parameters[${index}].${part}`)}
          />
        ))}
      </ul>
      <div>
        <Button small icon={Plus} onClick={add}>
          {t('automation.addParameter')}
        </Button>
      </div>
    </fieldset>
  );
}

interface DeclaredProps {
  row: Row;
  number: number;
  onChange: (changed: Partial<Row>) => void;
  onRemove: () => void;
  wrong: (part: string) => string | undefined;
}

function Declared({ row, number, onChange, onRemove, wrong }: DeclaredProps) {
  const { parameter, options } = row;
  const { name, label = '', type = 'text', required = false } = parameter;
  const set = (changed: Partial<Parameter>) =>
    onChange({ parameter: { ...parameter, ...changed } });
  return (
    <li className="declared stack tight">
      <div className="form-grid">
        <TextField
          label={t('automation.variable')}
          value={name}
          required
          placeholder="FOLDER"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => set({ name: event.target.value })}
          wrong={wrong('name')}
        />
        <TextField
          label={t('automation.label')}
          value={label}
          onChange={(event) => set({ label: event.target.value })}
        />
        <SelectField
          label={t('automation.type')}
          value={type}
          onChange={(event) => set({ type: event.target.value as Parameter['type'] })}
        >
          {TYPES.map((each) => (
            <option key={each} value={each}>
              {t(`automation.types.${each}`)}
            </option>
          ))}
        </SelectField>
        <UsualField parameter={parameter} onChange={set} wrong={wrong('default')} />
      </div>
      {type === 'select' && (
        <TextField
          label={t('automation.options')}
          hint={t('automation.optionsAbout')}
          value={options}
          required
          onChange={(event) => onChange({ options: event.target.value })}
          wrong={wrong('options')}
        />
      )}
      <div className="row">
        <div className="grow">
          <SwitchField
            label={t('automation.required')}
            checked={required}
            onChange={(on) => set({ required: on })}
          />
        </div>
        <Button small look="quiet" icon={X} onClick={onRemove}>
          {t('automation.removeParameter', { number })}
        </Button>
      </div>
    </li>
  );
}

interface UsualProps {
  parameter: Parameter;
  onChange: (changed: Partial<Parameter>) => void;
  wrong: string | undefined;
}

/** What is answered already when the question is asked. */
function UsualField({ parameter, onChange, wrong }: UsualProps) {
  const { type, default: usual } = parameter;
  const label = t('automation.usualValue');
  const value = usual ?? '';
  if (type === 'boolean') {
    return (
      <SelectField
        label={label}
        value={value}
        onChange={(event) => onChange({ default: event.target.value })}
        wrong={wrong}
      >
        <option value="" />
        <option value="true">{t('automation.yes')}</option>
        <option value="false">{t('automation.no')}</option>
      </SelectField>
    );
  }
  return (
    <TextField
      label={label}
      value={value}
      type={type === 'password' ? 'password' : 'text'}
      autoComplete={type === 'password' ? 'new-password' : 'off'}
      onChange={(event) => onChange({ default: event.target.value })}
      wrong={wrong}
    />
  );
}
