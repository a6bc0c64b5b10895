import type { KeyboardEvent, ReactNode } from 'react';

interface Props<T extends string> {
  label: string;
  options: { value: T; text: ReactNode }[];
  value: T;
  onChange: (value: T) => void;
}

/** One of a few, all in sight. Arrows move the choice, as with radio buttons. */
export function Choices<T extends string>({ label, options, value, onChange }: Props<T>) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = options.findIndex((option) => option.value === value);
    const index = (at + step + options.length) % options.length;
    const next = options[index];
    if (!next) return;
    onChange(next.value);
    event.currentTarget.querySelectorAll('button')[index]?.focus();
  };
  return (
    <div className="choices" role="radiogroup" aria-label={label} onKeyDown={move}>
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: a button looks and behaves alike everywhere
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
    </div>
  );
}
