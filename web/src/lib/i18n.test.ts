import { describe, expect, it } from 'vitest';
import { t } from './i18n';
import { LANGUAGES, languageName, loadTexts } from './languages';
import { fill, flatten, gathered, messageFor, missingIn, type TextFiles } from './texts';

const english = flatten(
  gathered(import.meta.glob('../*/**/en.json', { eager: true }) as TextFiles),
);
const sources = import.meta.glob('../**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
}) as Record<string, string>;

/** These say everything; others may lack something, which is English then. */
const COMPLETE = ['de'];
const FORM = /_(zero|one|two|few|many|other)$/;

const names = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
/** A form that only another language has is held against the one for all other numbers. */
const originalOf = (key: string) => english.get(key) ?? english.get(key.replace(FORM, '_other'));

const others = await Promise.all(
  LANGUAGES.filter((code) => code !== 'en').map(async (code) => ({
    code,
    messages: flatten(await loadTexts(code)),
  })),
);

describe.each(others)('the language $code', ({ code, messages }) => {
  it('has no message that nobody asks for', () => {
    expect([...messages.keys()].filter((key) => !originalOf(key))).toEqual([]);
  });

  it('speaks of the values that English speaks of', () => {
    for (const [key, text] of messages) {
      // "One app" needs no number.
      const wanted = names(originalOf(key)).filter((name) => name !== 'count');
      const found = names(text).filter((name) => name !== 'count');
      expect([key, found]).toEqual([key, wanted]);
    }
  });

  it('lacks nothing, or says what', () => {
    const missing = missingIn(messages, english);
    if (COMPLETE.includes(code)) return expect(missing).toEqual([]);
    // biome-ignore lint/suspicious/noConsole: translators read it
    if (missing.length > 0) console.info(`${code} lacks ${missing.length}:`, missing);
  });
});

it('every text that the source asks for is there', () => {
  const missing: string[] = [];
  for (const [path, source] of Object.entries(sources)) {
    if (path.includes('.test.')) continue;
    for (const [, key = ''] of source.matchAll(/\bt\(\s*'([\w.]+)'/g)) {
      if (!english.has(key) && !english.has(`${key}_other`)) missing.push(`${path}: ${key}`);
    }
  }
  expect(missing).toEqual([]);
});

describe('a language that has not all', () => {
  const partial = flatten({
    ui: { save: 'Zapisz', close: '' },
    apps: { routes_few: '{count} trasy', routes_other: '{count} tras' },
  });

  it('has what it has, and what is empty is not translated', () => {
    expect(messageFor(partial, 'pl', 'ui.save', undefined)).toBe('Zapisz');
    expect(messageFor(partial, 'pl', 'ui.close', undefined)).toBeUndefined();
  });

  it('takes its own form for a number, and else the one for all others', () => {
    expect(messageFor(partial, 'pl', 'apps.routes', 3)).toBe('{count} trasy');
    expect(messageFor(partial, 'pl', 'apps.routes', 1)).toBe('{count} tras');
  });

  it('lacks what neither it nor its form for other numbers says', () => {
    const whole = flatten({
      ui: { save: 'Save', close: 'Close' },
      apps: { routes_one: 'one', routes_other: 'many' },
    });
    expect(missingIn(partial, whole)).toEqual(['ui.close']);
  });
});

it('a language is called as its speakers do', () => {
  expect(['en', 'de', 'fr'].map(languageName)).toEqual(['English', 'Deutsch', 'Français']);
});

describe('a text', () => {
  it('is filled with values and leaves what it does not know', () => {
    expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
  });

  it('that is not there is its key, so that it is seen', () => {
    expect(t('no.such.text')).toBe('no.such.text');
  });
});
