import { expect, it } from 'vitest';
import { beside, nearest, shifted } from './arrange';

/** Seven tiles in three columns; the last row has one. */
const boxes = Array.from({ length: 7 }, (_, at) => ({
  left: (at % 3) * 244,
  top: Math.floor(at / 3) * 90,
  width: 232,
  height: 78,
}));

it('finds the tile that is held over', () => {
  expect(nearest(boxes, { x: 250, y: 100 })).toBe(4);
  expect(nearest(boxes, { x: 5_000, y: -20 })).toBe(2);
});

it('goes along a row and on to the next', () => {
  expect(beside(boxes, 2, 'ArrowRight')).toBe(3);
  expect(beside(boxes, 3, 'ArrowLeft')).toBe(2);
  expect(beside(boxes, 0, 'ArrowLeft')).toBe(0);
  expect(beside(boxes, 6, 'ArrowRight')).toBe(6);
});

it('goes up and down, to the nearest column', () => {
  expect(beside(boxes, 1, 'ArrowDown')).toBe(4);
  expect(beside(boxes, 4, 'ArrowDown')).toBe(6);
  expect(beside(boxes, 6, 'ArrowUp')).toBe(3);
  expect(beside(boxes, 1, 'ArrowUp')).toBe(1);
});

it('makes room between the old place and the new one', () => {
  const places = (from: number, to: number) => boxes.map((_, at) => shifted(at, from, to));
  expect(places(1, 4)).toEqual([0, 4, 1, 2, 3, 5, 6]);
  expect(places(4, 1)).toEqual([0, 2, 3, 4, 1, 5, 6]);
  expect(places(2, 2)).toEqual([0, 1, 2, 3, 4, 5, 6]);
});
