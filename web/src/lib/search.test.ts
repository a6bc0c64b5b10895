import { expect, it } from 'vitest';
import { rank, ranked } from './search';

it('finds beginnings before middles before scattered letters', () => {
  const names = ['Media Home', 'Homepage', 'Cohome', 'Hot Mess', 'Grafana'];
  expect(ranked(names, 'home', (name) => name)).toEqual([
    'Homepage',
    'Media Home',
    'Cohome',
    'Hot Mess',
  ]);
});

it('does not care for case and accents, and everything answers nothing', () => {
  expect(rank('Küche', 'kuche')).toBe(0);
  expect(rank('anything', '  ')).toBe(0);
  expect(rank('abc', 'cba')).toBeNull();
});
