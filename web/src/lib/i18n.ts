// Texts come from the `en.json` of each part; the folder's name is the first word of a key. English is
// always there, other languages are loaded when they are wanted and lie over it, message by message.
import { useSyncExternalStore } from 'react';
import { LANGUAGES, loadTexts } from './languages';
import { onPrefs, prefs } from './prefs';
import { fill, flatten, gathered, messageFor, type TextFiles, type Values } from './texts';

const english = flatten(
  gathered(import.meta.glob('../*/**/en.json', { eager: true }) as TextFiles),
);

let language = 'en';
let messages = english;
const listeners = new Set<() => void>();

/** With `count` among the values, the key's form for that number is taken (`_one`, `_other`). */
export function t(key: string, values: Values = {}): string {
  const { count } = values;
  const text = messageFor(messages, language, key, count) ?? messageFor(english, 'en', key, count);
  return fill(text ?? key, values);
}

export const has = (key: string): boolean => messages.has(key) || english.has(key);

export const currentLanguage = (): string => language;

/** The language as the browser's country writes it: times and numbers differ within one. */
export function locale(): string {
  const wanted = globalThis.navigator?.languages ?? [];
  return wanted.find((each) => each.toLowerCase().split('-')[0] === language) ?? language;
}

/** What the person chose, or else the first of the browser's languages that there is. */
export function wantedLanguage(): string {
  const wanted = [prefs().language, ...(globalThis.navigator?.languages ?? [])];
  for (const each of wanted) {
    const found = LANGUAGES.find((known) => each?.toLowerCase().split('-')[0] === known);
    if (found) return found;
  }
  return 'en';
}

export async function loadLanguage(): Promise<void> {
  const wanted = wantedLanguage();
  messages = wanted === 'en' ? english : flatten(await loadTexts(wanted));
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
export const useLanguage = (): string => useSyncExternalStore(subscribe, currentLanguage);
