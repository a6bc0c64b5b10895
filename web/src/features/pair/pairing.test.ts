import { expect, it } from 'vitest';
import { codeIn } from './pairing';

it('a code is read in any spelling', () => {
  expect(codeIn('#abcd2345')).toBe('ABCD2345');
  expect(codeIn(' abcd-2345 ')).toBe('ABCD2345');
});
