import * as RadixCheckbox from '@radix-ui/react-checkbox';
import * as RadixSwitch from '@radix-ui/react-switch';
import { Check, Minus, Search } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  wrong?: string;
}

type TextProps = FieldProps & InputHTMLAttributes<HTMLInputElement>;

export function TextField({ label, hint, wrong, ...rest }: TextProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        aria-invalid={wrong ? true : undefined}
        aria-describedby={hint || wrong ? `${id}-hint` : undefined}
        {...rest}
      />
      <Hint id={`${id}-hint`} hint={hint} wrong={wrong} />
    </div>
  );
}

type AreaProps = FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>;

export function TextAreaField({ label, hint, wrong, ...rest }: AreaProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input mono"
        spellCheck={false}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={hint || wrong ? `${id}-hint` : undefined}
        {...rest}
      />
      <Hint id={`${id}-hint`} hint={hint} wrong={wrong} />
    </div>
  );
}

type SelectProps = FieldProps & SelectHTMLAttributes<HTMLSelectElement>;

export function SelectField({ label, hint, wrong, children, ...rest }: SelectProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...rest}
      >
        {children}
      </select>
      <Hint id={`${id}-hint`} hint={hint} wrong={wrong} />
    </div>
  );
}

function Hint({ id, hint, wrong }: { id: string; hint?: ReactNode; wrong?: string }) {
  if (wrong) {
    return (
      <p id={id} className="wrong" role="alert">
        {wrong}
      </p>
    );
  }
  return hint ? (
    <p id={id} className="hint">
      {hint}
    </p>
  ) : null;
}

interface SwitchProps extends FieldProps {
  /** Without its words, where what stands beside it says enough. */
  bare?: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function SwitchField({ label, hint, bare, checked, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="switch-row">
      <div>
        <label className={bare ? 'hidden-text' : 'label'} htmlFor={id}>
          {label}
        </label>
        {hint && (
          <p className="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
      <RadixSwitch.Root
        id={id}
        className="switch"
        checked={checked}
        onCheckedChange={onChange}
        aria-describedby={hint ? `${id}-hint` : undefined}
      >
        <RadixSwitch.Thumb />
      </RadixSwitch.Root>
    </div>
  );
}

interface CheckProps {
  label: string;
  checked: boolean | 'indeterminate';
  onChange: (checked: boolean) => void;
}

export function CheckBox({ label, checked, onChange }: CheckProps) {
  return (
    <RadixCheckbox.Root
      className="check"
      aria-label={label}
      checked={checked}
      onCheckedChange={(next) => onChange(next === true)}
    >
      <RadixCheckbox.Indicator>
        {checked === 'indeterminate' ? <Minus size={14} /> : <Check size={14} strokeWidth={3} />}
      </RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
  );
}

interface SearchProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function SearchField({ label, value, onChange }: SearchProps) {
  return (
    <div className="search">
      <Search size={17} aria-hidden />
      <input
        type="search"
        className="input quiet"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
