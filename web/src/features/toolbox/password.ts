import type { Schemas } from '~/api/client';

type Variable = Schemas['ToolboxVariable'];

/** Without those that look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 24;

/**
 * Left empty, the gateway would make one that nobody ever sees. Keys that only the service itself
 * needs are left to it: it knows what they have to look like.
 */
export const isMade = ({ name, type, required, default: usual }: Variable): boolean =>
  type === 'password' && !required && usual == null && /PASS|PWD/i.test(name);

function password(): string {
  const fair = 256 - (256 % LETTERS.length);
  let made = '';
  while (made.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < fair && made.length < LENGTH) made += LETTERS[byte % LETTERS.length];
    }
  }
  return made;
}

/** Whether a whole value matches; patterns that only the gateway understands are left to it. */
function fits(value: string, pattern: string | null | undefined): boolean {
  if (!pattern) return true;
  try {
    return new RegExp(`^(?:${pattern})$`).test(value);
  } catch {
    return false;
  }
}

/** A password for each variable that should have one, by its name. */
export function madeFor(variables: Variable[]): Record<string, string> {
  const made = variables
    .filter(isMade)
    .map(({ name, validation }) => ({ name, validation, value: password() }))
    .filter(({ value, validation }) => fits(value, validation));
  return Object.fromEntries(made.map(({ name, value }) => [name, value]));
}
