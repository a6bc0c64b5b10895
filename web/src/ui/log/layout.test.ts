import { describe, expect, it } from 'vitest';
import { Layout } from './layout';
import type { LogLine } from './line';

const line = (id: number, text = ''): LogLine => ({
  id,
  at: null,
  stream: 'stdout',
  level: 'plain',
  text,
  width: text.length,
});

function laidOut(texts: string[]): Layout {
  const layout = new Layout();
  for (const [id, text] of texts.entries()) layout.push(line(id, text));
  return layout;
}

describe('lines below each other', () => {
  it('take a row each where they are not wrapped', () => {
    const layout = laidOut(['a', 'b'.repeat(500), '', 'd']);
    expect([layout.rows, layout.top(2), layout.indexAt(2.5), layout.indexAt(99)]).toEqual([
      4, 2, 2, 3,
    ]);
    expect(new Layout().indexAt(3)).toBe(0);
  });

  it('take as many rows as they need where they are', () => {
    const layout = laidOut(['a', 'b'.repeat(25), '', 'd'.repeat(10)]);
    layout.wrap(10);
    expect([0, 1, 2, 3].map((index) => layout.top(index))).toEqual([0, 1, 4, 5]);
    expect([layout.rows, layout.indexAt(3), layout.indexAt(4)]).toEqual([6, 1, 2]);
    layout.wrap(Number.POSITIVE_INFINITY);
    expect(layout.rows).toBe(4);
  });

  it('stay where they are, counted from the end, when the first ones go', () => {
    const layout = laidOut(['a', 'b'.repeat(25), 'c']);
    layout.wrap(10);
    layout.shift();
    expect([layout.gone, layout.rows, layout.top(0), layout.top(1)]).toEqual([1, 4, 0, 3]);
    layout.shift();
    layout.push(line(3, 'd'.repeat(11)));
    layout.pop();
    expect([layout.gone, layout.rows, layout.lines.at(0)?.id]).toEqual([4, 1, 2]);
  });

  it('are counted from one of them on, also where some are left out', () => {
    const layout = new Layout();
    for (const id of [3, 5, 9]) layout.push(line(id));
    expect([2, 3, 4, 8, 9].map((id) => layout.after(id))).toEqual([3, 2, 2, 1, 0]);
  });
});
