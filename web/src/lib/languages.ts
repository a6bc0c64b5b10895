// English is always there. Each other language is a file in `languages`, found by its name and loaded
// when it is wanted: nothing else names it.
import type { Texts } from './texts';

type Load = () => Promise<{ default: Texts }>;

const files = import.meta.glob('../languages/*.{json,ts}') as Record<string, Load>;
const codeOf = (path: string): string => path.split('/').at(-1)?.split('.')[0] ?? '';
const loads = new Map(Object.entries(files).map(([path, load]) => [codeOf(path), load]));

/** The codes of all languages: `en`, `de`, … */
export const LANGUAGES: readonly string[] = ['en', ...[...loads.keys()].sort()];

/** The texts of a language other than English; nothing where there is none. */
export const loadTexts = async (language: string): Promise<Texts> =>
  (await loads.get(language)?.())?.default ?? {};

/** What a language is called by those who speak it. */
export function languageName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
