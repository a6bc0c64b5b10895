import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface Props {
  title?: ReactNode;
  actions?: ReactNode;
  /** Without padding, for lists that reach to the edge. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

export function Card({ title, actions, flush, className, children }: Props) {
  const id = useId();
  const names = ['card', flush && 'flush', className].filter(Boolean).join(' ');
  return (
    <section className={names} aria-labelledby={title ? id : undefined}>
      {title && (
        <header>
          <h2 id={id}>{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}

interface EmptyProps {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
}

export function Empty({ icon: Icon, title, children }: EmptyProps) {
  return (
    <div className="empty">
      <Icon size={34} strokeWidth={1.5} aria-hidden />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Skeleton({ height = 60 }: { height?: number }) {
  return <div className="skeleton" style={{ height }} aria-hidden />;
}
