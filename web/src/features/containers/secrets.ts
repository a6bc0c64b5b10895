// What looks like a secret, by the rules of the gateway. It hides them from those who may not see
// them; an administrator gets them, and need not have them on the screen.

export const MASK = '********';

const WORDS = /\b(PASS|PASSWD|PASSPHRASE|REQUIREPASS|PWD|KEY|CREDENTIALS?|DSN|AUTH|PRIVATE)\b/;
/** Wherever they stand, as in `MYSQLPASSWORD`. */
const PARTS = /PASSWORD|SECRET|TOKEN|APIKEY/;
const VALUES =
  /^\s*(ghp_|gho_|github_pat_|glpat-|sk-|xoxb-|svc_|-----BEGIN|eyJ[^.]*\.[^.]*\.[^.]*$)/;
/** `postgres://user:password@host/…` */
const ADDRESS = /:\/\/[^/?#]*:[^/?#]*@/;

export interface Variable {
  name: string;
  value: string;
  secret: boolean;
}

export function looksSecret(name: string, value: string): boolean {
  if (value === '') return false;
  return isSecretName(name) || VALUES.test(value) || ADDRESS.test(value);
}

function isSecretName(name: string): boolean {
  const large = name.toUpperCase();
  // The name of a file that holds the secret is not one.
  if (/_(FILE|PATH)$/.test(large)) return false;
  return WORDS.test(large.replaceAll('_', ' ')) || PARTS.test(large);
}

/** `NAME=value` */
export function variable(text: string): Variable {
  const at = text.indexOf('=');
  const [name, value] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  return { name, value, secret: looksSecret(name, value) };
}

/** A command line as it may stand on a screen. */
export const maskedWords = (words: string[]): string[] =>
  words.map((word, index) => maskedWord(word, words[index - 1] ?? ''));

function maskedWord(word: string, before: string): string {
  const { name, value, secret } = variable(word);
  if (value !== '') return secret ? `${name}=${MASK}` : word;
  const named = before.startsWith('-') && !before.includes('=') && isSecretName(before);
  return named && !word.startsWith('-') ? MASK : word;
}

/** All of it as text, with the environment and the command lines masked. */
export function maskedText(found: unknown): string {
  const hide = (key: string, value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    if (/^env$/i.test(key)) return value.map(maskedEntry);
    const words = value.every((each) => typeof each === 'string');
    return words && /^(args|cmd|command|entrypoint)$/i.test(key) ? maskedWords(value) : value;
  };
  return JSON.stringify(found, hide, 2);
}

/** `NAME=value` of an engine, or `{ name, value }` of a cluster. */
function maskedEntry(entry: unknown): unknown {
  if (typeof entry === 'string') {
    const { name, secret } = variable(entry);
    return secret ? `${name}=${MASK}` : entry;
  }
  const { name, value } = (entry ?? {}) as { name?: unknown; value?: unknown };
  return looksSecret(String(name ?? ''), String(value ?? '')) ? { name, value: MASK } : entry;
}
