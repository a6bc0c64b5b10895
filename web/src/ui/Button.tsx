import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'plain' | 'primary' | 'quiet' | 'danger' | 'danger primary';
  small?: boolean;
  icon?: LucideIcon;
  busy?: boolean;
  /** Shows the icon alone; the text is for those who do not see it. */
  iconOnly?: boolean;
}

export function Button({ look = 'plain', small, icon, busy, iconOnly, children, ...rest }: Props) {
  const Icon = busy ? LoaderCircle : icon;
  const names = ['button', look, small && 'small', iconOnly && 'icon', rest.className];
  const label = iconOnly && typeof children === 'string' ? children : undefined;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
      className={names.filter(Boolean).join(' ')}
    >
      {Icon && <Icon size={small ? 15 : 17} className={busy ? 'spin' : undefined} aria-hidden />}
      {!iconOnly && children}
    </button>
  );
}
