import { expect, it } from 'vitest';
import { toneOf } from './CertificateRow';
import type { Certificate } from './queries';

it('only what nobody renews is worth a word', () => {
  const tone = (expires_in_days: number, auto_renew: boolean) =>
    toneOf({ expires_in_days, auto_renew } as Certificate);
  expect(tone(10, true)).toBe('plain');
  expect(tone(10, false)).toBe('warn');
  expect(tone(60, false)).toBe('plain');
  expect(tone(-1, true)).toBe('bad');
});
