import { expect, it } from 'vitest';
import { browserName } from './browserName';

it('browsers are called what people call them', () => {
  const edge =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0';
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
  expect(browserName(edge)).toBe('Edge · Windows');
  expect(browserName(phone)).toBe('Safari · iPhone');
  expect(browserName('curl/8')).toBeNull();
});
