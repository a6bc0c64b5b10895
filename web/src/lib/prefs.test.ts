import { describe, expect, it } from 'vitest';
import { parsePrefs } from './prefs';

describe('preferences', () => {
  it('are the defaults where nothing, or nonsense, is stored', () => {
    for (const stored of [null, '', 'nonsense', '7', 'null', '[]', '{"theme":"pink","order":7}']) {
      const { theme, accent, language, order } = parsePrefs(stored);
      expect([theme, accent, language, order]).toEqual(['system', 'blue', null, []]);
    }
  });

  it('keep what was chosen', () => {
    const stored = JSON.stringify({ theme: 'dark', language: 'de', favourites: ['a', 7, 'b'] });
    const { theme, language, favourites } = parsePrefs(stored);
    expect([theme, language, favourites]).toEqual(['dark', 'de', ['a', 'b']]);
  });
});
