// Texts come from the `en.json` and `de.json` of each part; the folder's name is the first word of
// a key. English is always there, other languages are loaded when they are wanted.
import { useSyncExternalStore } from 'react';
import { LANGUAGES, type Language, onPrefs, prefs } from './prefs';

export type Texts = { [key: string]: string | Texts };
export type Values = Record<string, string | number>;
type Files = Record<string, { default: Texts }>;

const english = import.meta.glob('../*/**/en.json', { eager: true }) as Files;

let language: Language = 'en';
let texts: Map<string, string> = flatten(english);
const fallback = texts;
const listeners = new Set<() => void>();

/** `{ '../ui/en.json': { default: { save: 'Save' } } }` becomes `ui.save`. */
export function flatten(files: Files): Map<string, string> {
  const flat = new Map<string, string>();
  const add = (key: string, value: string | Texts) => {
    if (typeof value === 'string') flat.set(key, value);
    else for (const [name, inner] of Object.entries(value)) add(`${key}.${name}`, inner);
  };
  for (const [path, file] of Object.entries(files)) {
    const folder = path.split('/').at(-2);
    if (folder) add(folder, file.default);
  }
  return flat;
}

/** `{name}` in a text is replaced. */
export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** With `count` among the values, the key's form for that number is taken (`_one`, `_other`). */
export function t(key: string, values: Values = {}): string {
  const { count } = values;
  const plural =
    typeof count === 'number' ? `${key}_${new Intl.PluralRules(language).select(count)}` : key;
  const text = texts.get(plural) ?? texts.get(key) ?? fallback.get(plural) ?? fallback.get(key);
  return fill(text ?? key, values);
}

export const has = (key: string): boolean => texts.has(key);

export const currentLanguage = (): Language => language;

/** The language as the browser's country writes it: times and numbers differ within one. */
export function locale(): string {
  const wanted = globalThis.navigator?.languages ?? [];
  return wanted.find((each) => each.toLowerCase().split('-')[0] === language) ?? language;
}

/** What the person chose, or else the first of the browser's languages that there is. */
export function wantedLanguage(): Language {
  const wanted = [prefs().language, ...(globalThis.navigator?.languages ?? [])];
  for (const each of wanted) {
    const found = LANGUAGES.find((known) => each?.toLowerCase().split('-')[0] === known);
    if (found) return found;
  }
  return 'en';
}

export async function loadLanguage(): Promise<void> {
  const wanted = wantedLanguage();
  texts = wanted === 'de' ? flatten((await import('./german')).german) : flatten(english);
  language = wanted;
  if (globalThis.document) document.documentElement.lang = wanted;
  for (const listener of listeners) listener();
}

export function followLanguage(): void {
  onPrefs(() => {
    if (wantedLanguage() !== language) void loadLanguage();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Draws a component anew when the language changes. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage);
