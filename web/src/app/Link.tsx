import { Link as RouterLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { addressOf } from './navigation';

interface Props extends Omit<ComponentProps<'a'>, 'href' | 'ref'> {
  /** Below `/_gh/`. */
  to: string;
  exact?: boolean;
  children: ReactNode;
}

/** A link to another page of the dashboard. */
export function Link({ to, exact, ...rest }: Props) {
  const options = { exact: exact ?? to === '' };
  return <RouterLink to={addressOf(to) as never} activeOptions={options} {...(rest as object)} />;
}
