import { expect, test } from 'vitest';
import type { Schemas } from '~/api/client';
import { bySection } from './sections';

const setting = (key: string, source: string, meaning = '') =>
  ({ key, source, meaning }) as Schemas['SettingView'];

const settings = [
  setting('auth.issuer', 'default', 'Who signs tokens.'),
  setting('logging.format', 'default'),
  setting('logging.level', 'file'),
];

const names = (wanted: { text: string; all: boolean }) =>
  bySection(settings, wanted).map(([section, entries]) => [section, entries.length]);

test('what somebody has set comes first, the rest on demand', () => {
  expect(names({ text: '', all: false })).toEqual([['logging', 1]]);
  expect(names({ text: '', all: true })).toEqual([
    ['auth', 1],
    ['logging', 2],
  ]);
  expect(names({ text: 'token', all: false })).toEqual([['auth', 1]]);
  expect(names({ text: 'zzz', all: true })).toEqual([]);
});
