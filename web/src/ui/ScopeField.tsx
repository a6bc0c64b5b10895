import { type KeyboardEvent, useId, useState } from 'react';
import { t } from '~/lib/i18n';
import { Button } from './Button';
import { CheckBox } from './Field';

export const KNOWN = [
  'read:catalog',
  'read:events',
  'read:*',
  'write:*',
  'access:*',
  'access:mobile',
  'access:admin',
];

interface Props {
  label: string;
  value: string[];
  onChange: (scopes: string[]) => void;
}

/** What somebody may do: the usual ones to tick, and `access:<app>` to write. */
export function ScopeField({ label, value, onChange }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const shown = [...KNOWN, ...value.filter((scope) => !KNOWN.includes(scope))];
  const set = (scope: string, on: boolean) =>
    onChange(on ? [...value, scope] : value.filter((other) => other !== scope));
  const add = () => {
    const scope = text.trim();
    if (scope && !value.includes(scope)) onChange([...value, scope]);
    setText('');
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return (
    <fieldset className="stack tight">
      <legend className="label">{label}</legend>
      <ul className="scope-list">
        {shown.map((scope) => (
          <li key={scope} className="row">
            <CheckBox
              label={scope}
              checked={value.includes(scope)}
              onChange={(on) => set(scope, on)}
            />
            <span>
              <code>{scope}</code>
              {KNOWN.includes(scope) && (
                <span className="small muted"> {t(`ui.scope.${scope.replace(/\W/g, '_')}`)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <div className="row">
        <label htmlFor={id} className="hidden-text">
          {t('ui.otherScope')}
        </label>
        <input
          id={id}
          className="input"
          placeholder="access:app"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
        />
        <Button onClick={add} disabled={text.trim() === ''}>
          {t('ui.add')}
        </Button>
      </div>
    </fieldset>
  );
}
