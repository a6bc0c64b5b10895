import { type Box, beside, nearest, shifted } from './arrange';

interface Point {
  x: number;
  y: number;
}

function boxOf(element: HTMLElement): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left + scrollX, top: top + scrollY, width, height };
}

/**
 * A tile that is held, among those of its group. It writes to the elements itself: drawing all tiles
 * anew with each movement would be too slow.
 */
export class Hold {
  readonly #tiles: HTMLElement[];
  readonly #boxes: Box[];
  readonly #from: number;
  #to: number;

  constructor(tile: HTMLElement) {
    this.#tiles = [...(tile.parentElement?.querySelectorAll<HTMLElement>('.tile') ?? [])];
    this.#boxes = this.#tiles.map(boxOf);
    this.#from = this.#tiles.indexOf(tile);
    this.#to = this.#from;
    tile.classList.add('moving');
    tile.parentElement?.classList.add('arranging');
  }

  get id(): string {
    return this.#idAt(this.#from);
  }

  /** Whose place it would take. */
  get over(): string {
    return this.#idAt(this.#to);
  }

  /** The pointer is at `at`, after it took hold at `began`; whether another place is meant now. */
  follow(began: Point, at: Point): boolean {
    const changed = this.#aim(nearest(this.#boxes, at));
    this.#shift(this.#from, at.x - began.x, at.y - began.y);
    return changed;
  }

  /** An arrow was pressed; whether another place is meant now. */
  step(arrow: string): boolean {
    const changed = this.#aim(beside(this.#boxes, this.#to, arrow));
    this.#tiles[this.#from]?.scrollIntoView({ block: 'nearest' });
    return changed;
  }

  /** All tiles are where they were. */
  release(): void {
    for (const tile of this.#tiles) tile.style.transform = '';
    this.#tiles[this.#from]?.classList.remove('moving');
    this.#tiles[this.#from]?.parentElement?.classList.remove('arranging');
  }

  #idAt(place: number): string {
    return this.#tiles[place]?.dataset.app ?? '';
  }

  #aim(to: number): boolean {
    if (to === this.#to) return false;
    this.#to = to;
    this.#boxes.forEach((box, place) => {
      const goal = this.#boxes[shifted(place, this.#from, to)] as Box;
      this.#shift(place, goal.left - box.left, goal.top - box.top);
    });
    return true;
  }

  #shift(place: number, x: number, y: number): void {
    const tile = this.#tiles[place];
    if (tile) tile.style.transform = x || y ? `translate(${x}px, ${y}px)` : '';
  }
}

/** How near to an edge of the window the page scrolls along, and by how much in a frame. */
const EDGE = 70;
const PACE = 14;

export function scrollAtEdge(y: number): void {
  if (y < EDGE) scrollBy(0, -PACE);
  else if (y > innerHeight - EDGE) scrollBy(0, PACE);
}
