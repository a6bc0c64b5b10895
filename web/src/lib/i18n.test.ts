import { describe, expect, it } from 'vitest';
import { german } from './german';
import { fill, flatten, type Texts, t } from './i18n';

const english = import.meta.glob('../*/**/en.json', { eager: true }) as Record<
  string,
  { default: Texts }
>;
const sources = import.meta.glob('../**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
}) as Record<string, string>;

const keys = (files: typeof english) => [...flatten(files).keys()].sort();
const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

describe('language files', () => {
  it('have the same keys in every language', () => {
    expect(keys(german)).toEqual(keys(english));
  });

  it('speak of the same values in every language', () => {
    const translated = flatten(german);
    for (const [key, text] of flatten(english)) {
      expect([key, names(translated.get(key) ?? '')]).toEqual([key, names(text)]);
    }
  });

  it('have every text that the source asks for', () => {
    const known = new Set(keys(english));
    const missing: string[] = [];
    for (const [path, source] of Object.entries(sources)) {
      if (path.includes('.test.')) continue;
      for (const [, key] of source.matchAll(/\bt\(\s*'([\w.]+)'/g)) {
        const found = known.has(key ?? '') || known.has(`${key}_other`);
        if (!found) missing.push(`${path}: ${key}`);
      }
    }
    expect(missing).toEqual([]);
  });
});

describe('a text', () => {
  it('is filled with values and leaves what it does not know', () => {
    expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
  });

  it('that is not there is its key, so that it is seen', () => {
    expect(t('no.such.text')).toBe('no.such.text');
  });
});
