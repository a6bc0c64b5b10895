import { describe, expect, it } from 'vitest';
import { rowsOf, spotOf } from './map';

const spots = (count: number) => Array.from({ length: count }, (_, index) => spotOf(index, count));

describe('the map of peers', () => {
  it('has one alone to the right of the middle', () => {
    const [only] = spots(1);
    expect(only).toMatchObject({ y: 0.5, side: 'right' });
    expect(only?.x).toBeCloseTo(0.7);
  });

  it('gives each of thirty a row of its own on its side', () => {
    const all = spots(30);
    for (const side of ['left', 'right']) {
      const rows = all.filter((spot) => spot.side === side).map(({ y }) => y);
      expect(new Set(rows).size).toBe(rowsOf(30));
      expect(Math.min(...rows)).toBeGreaterThan(0);
      expect(Math.max(...rows)).toBeLessThan(1);
    }
  });

  it('keeps the middle for this gateway', () => {
    for (const { x } of spots(30)) expect(Math.abs(x - 0.5)).toBeGreaterThan(0.08);
  });
});
