import { expect, it } from 'vitest';
import { cameFrom } from './next';

const origin = 'https://gate.home:8443';
const from = (next: string) =>
  cameFrom({ origin, search: `?next=${encodeURIComponent(next)}`, hash: '#/a' });

it('goes back to an app at this origin, with its place', () => {
  expect(from('/apps/tv/x?y=1')).toBe(`${origin}/apps/tv/x?y=1#/a`);
});

it('goes nowhere else', () => {
  const places = ['https://evil.test/apps/', '//evil.test/apps/', '/apps/../api/v1/x', '/_gh/', ''];
  for (const place of [...places, '/apps/\\\\evil', 'javascript:alert(1)', '/apps/..//evil.test']) {
    const found = from(place);
    expect(found === null || found.startsWith(`${origin}/apps/`)).toBe(true);
  }
  expect(from('/apps/../api/v1/x')).toBeNull();
  expect(cameFrom({ origin, search: '', hash: '' })).toBeNull();
});
