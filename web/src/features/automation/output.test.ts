import { expect, it } from 'vitest';
import { followOutput, heard, Pieces } from './output';

it('a line that comes in pieces is one line', () => {
  const pieces = new Pieces();
  expect(pieces.add('one\ntw')).toEqual(['one']);
  expect(pieces.add('o\nthree\n')).toEqual(['two', 'three']);
  expect(pieces.lines).toEqual(['one', 'two', 'three']);
});

it('what was written before somebody looked is shown, too', () => {
  heard({ executionId: 'a', output: 'first\n' });
  const seen: string[] = [];
  const end = followOutput('a', (lines) => seen.push(...lines));
  heard({ executionId: 'a', output: 'second\n' });
  heard({ executionId: 'b', output: 'of another\n' });
  end();
  heard({ executionId: 'a', output: 'third\n' });
  expect(seen).toEqual(['first', 'second']);
});
