import { expect, it } from 'vitest';
import { pieces } from './Marked';

it('hits stand out in small and large letters', () => {
  expect(pieces('Memory: no memory', 'memory')).toEqual(['', 'Memory', ': no ', 'memory', '']);
  expect(pieces('nothing', 'memory')).toEqual(['nothing']);
  expect(pieces('aaa', 'aa')).toEqual(['', 'aa', 'a']);
  expect(pieces('İstanbul', 'tan')).toEqual(['İstanbul']);
});
