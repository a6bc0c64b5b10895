// What a person chose for this browser. It is no secret: apps on the same origin could read it.
import { useSyncExternalStore } from 'react';
import { LANGUAGES } from './languages';

export const THEMES = ['system', 'light', 'dark'] as const;
export const ACCENTS = ['blue', 'teal', 'green', 'amber', 'rose', 'violet'] as const;

export type Theme = (typeof THEMES)[number];
export type Accent = (typeof ACCENTS)[number];

export interface Prefs {
  theme: Theme;
  accent: Accent;
  /** `null`: as the browser has it. */
  language: string | null;
  timeZone: string | null;
  favourites: string[];
  /** Ids of apps in the order in which a person put them. */
  order: string[];
  /** Of the first steps: those that nothing else tells, and whether they are dismissed. */
  steps: string[];
  /** The id of the person whose favourites, order and steps these are. */
  owner: number | null;
  /** The id of the channel that reaches this browser while no page is open. */
  pushChannel: string | null;
  /** How logs are shown. */
  logWrap: boolean;
  logTimes: boolean;
}

const KEY = 'gatehouse.prefs';
const DEFAULTS: Prefs = {
  theme: 'system',
  accent: 'blue',
  language: null,
  timeZone: null,
  favourites: [],
  order: [],
  steps: [],
  owner: null,
  pushChannel: null,
  logWrap: false,
  logTimes: true,
};

const one = <T extends string>(all: readonly T[], value: unknown): T | null =>
  all.find((each) => each === value) ?? null;
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

/** What was stored, as far as it makes sense. */
export function parsePrefs(stored: string | null): Prefs {
  let found: Record<string, unknown> = {};
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    if (value && typeof value === 'object') found = value as Record<string, unknown>;
  } catch {
    // Somebody else wrote there.
  }
  return {
    theme: one(THEMES, found.theme) ?? DEFAULTS.theme,
    accent: one(ACCENTS, found.accent) ?? DEFAULTS.accent,
    language: one(LANGUAGES, found.language),
    timeZone: typeof found.timeZone === 'string' ? found.timeZone : null,
    favourites: texts(found.favourites),
    order: texts(found.order),
    steps: texts(found.steps),
    pushChannel: typeof found.pushChannel === 'string' ? found.pushChannel : null,
    owner: typeof found.owner === 'number' ? found.owner : null,
    logWrap: found.logWrap === true,
    logTimes: found.logTimes !== false,
  };
}

let current: Prefs | null = null;
const listeners = new Set<() => void>();

export function prefs(): Prefs {
  current ??= parsePrefs(globalThis.localStorage?.getItem(KEY) ?? null);
  return current;
}

export function setPrefs(change: Partial<Prefs>): void {
  current = { ...prefs(), ...change };
  globalThis.localStorage?.setItem(KEY, JSON.stringify(current));
  for (const listener of listeners) listener();
}

export function onPrefs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePrefs = (): Prefs => useSyncExternalStore(onPrefs, prefs);

/** Another tab changed them. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY) return;
    current = parsePrefs(event.newValue);
    for (const listener of listeners) listener();
  });
}

/** Shows the theme; the style sheet does the rest. */
export function applyTheme(): void {
  const { theme, accent } = prefs();
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.dataset.accent = accent;
}
