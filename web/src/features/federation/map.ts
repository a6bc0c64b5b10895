/** Where a peer stands on the map, in shares of its width and height; this gateway is in the middle. */
export interface Spot {
  x: number;
  y: number;
  side: 'left' | 'right';
}

/** So far to the side at the top and the bottom, and so much further in the middle: an oval. */
const NEAREST = 0.08;
const BULGE = 0.12;

/**
 * Peers stand around in turns right and left, each in a row of its own, so that names never lie on each
 * other however many there are.
 */
export function spotOf(index: number, count: number): Spot {
  const isRight = index % 2 === 0;
  const rows = isRight ? Math.ceil(count / 2) : Math.floor(count / 2);
  const y = (Math.floor(index / 2) + 0.5) / rows;
  const away = NEAREST + BULGE * Math.sqrt(1 - (2 * y - 1) ** 2);
  return isRight ? { x: 0.5 + away, y, side: 'right' } : { x: 0.5 - away, y, side: 'left' };
}

/** The rows of the longer side. */
export const rowsOf = (count: number): number => Math.ceil(count / 2);
