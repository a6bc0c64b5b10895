// Where tiles go while one of them is held. Boxes are in the page's own measure, so that they stay
// true while it scrolls.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Point {
  x: number;
  y: number;
}

const middle = ({ left, top, width, height }: Box): Point => ({
  x: left + width / 2,
  y: top + height / 2,
});

/** The place of the box whose middle is nearest. */
export function nearest(boxes: Box[], { x, y }: Point): number {
  const distances = boxes.map(middle).map((at) => Math.hypot(at.x - x, at.y - y));
  return distances.indexOf(Math.min(...distances));
}

/** Where an arrow leads: along the row and on to the next one, or to the row above or below. */
export function beside(boxes: Box[], at: number, arrow: string): number {
  const last = boxes.length - 1;
  if (arrow === 'ArrowRight') return Math.min(at + 1, last);
  if (arrow === 'ArrowLeft') return Math.max(at - 1, 0);
  const here = middle(boxes[at] as Box);
  const way = arrow === 'ArrowDown' ? 1 : -1;
  const places = boxes.map((box, place) => ({ place, ...middle(box) }));
  const there = places.filter(({ y }) => (y - here.y) * way > 1);
  // The nearest row first; in it, the nearest column.
  there.sort((a, b) => (a.y - b.y) * way || Math.abs(a.x - here.x) - Math.abs(b.x - here.x));
  return there[0]?.place ?? at;
}

/** The place that the tile at `place` takes while the one at `from` is held over `to`. */
export function shifted(place: number, from: number, to: number): number {
  if (place === from) return to;
  if (place > from && place <= to) return place - 1;
  if (place < from && place >= to) return place + 1;
  return place;
}
