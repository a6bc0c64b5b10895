import { expect, it } from 'vitest';
import { points } from './Spark';

it('a line goes from edge to edge, and is as high as its values', () => {
  expect(points([0, 50, 100], 100)).toBe('0,19 39,10 78,1');
  // Ten of a hundred stays low, two hundred has its room.
  expect(points([0, 10], 100)).toBe('0,19 78,17.2');
  expect(points([0, 200], 100)).toBe('0,19 78,1');
});

it('is none for a single value', () => {
  expect(points([], 100)).toBe('');
  expect(points([7], 100)).toBe('');
});
