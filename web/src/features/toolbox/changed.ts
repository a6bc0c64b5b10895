import type { Schemas } from '~/api/client';
import type { Deployment } from './queries';

type Variable = Schemas['ToolboxVariable'];
type Values = Record<string, string>;

/** What is shown in the place of a secret. */
const MASK = '********';

/** What a deployment was made with, as far as the gateway shows it. */
export function valuesOf({ env_vars }: Pick<Deployment, 'env_vars'>): Values {
  const known = Object.entries(env_vars).filter(([, value]) => value !== MASK);
  return Object.fromEntries(known);
}

/** Whether it is there, but not shown: then it need not be filled in. */
export const isHidden = ({ name }: Variable, { env_vars }: Pick<Deployment, 'env_vars'>): boolean =>
  env_vars[name] === MASK;

/** What shall be another. An empty field leaves what there is. */
export function changedOf(before: Values, after: Values): Values {
  const changed = Object.entries(after).filter(
    ([name, value]) => value !== '' && value !== before[name],
  );
  return Object.fromEntries(changed);
}
