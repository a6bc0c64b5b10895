import type { LogLine } from './line';
import { Ring } from './ring';

/** Lines below each other: at which row each begins, however many there are. */
export class Layout {
  readonly lines = new Ring<LogLine>();
  /** Rows that were taken away at the top. */
  gone = 0;
  /** The row at which each line ends, those that are gone counted with them. */
  #ends = new Ring<number>();
  /** Letters in a row; lines are not wrapped where there is no end of them. */
  #columns = Number.POSITIVE_INFINITY;

  get rows(): number {
    return (this.#ends.at(this.#ends.length - 1) ?? this.gone) - this.gone;
  }

  push(line: LogLine): void {
    this.lines.push(line);
    this.#place(line);
  }

  pop(): void {
    this.lines.pop();
    this.#ends.pop();
  }

  shift(): void {
    this.lines.shift();
    this.gone = this.#ends.shift() ?? this.gone;
  }

  clear(): void {
    this.lines.clear();
    this.#ends.clear();
    this.gone = 0;
  }

  /** The row at which a line begins. */
  top(index: number): number {
    return (this.#ends.at(index - 1) ?? this.gone) - this.gone;
  }

  /** The line that stands at a row; the last one below all of them. */
  indexAt(row: number): number {
    let [low, high] = [0, Math.max(0, this.lines.length - 1)];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.top(middle + 1) > row) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** How many lines came after this one. */
  after(id: number): number {
    let [low, high] = [0, this.lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.lines.at(middle)?.id ?? 0) > id) high = middle;
      else low = middle + 1;
    }
    return this.lines.length - low;
  }

  /** Breaks lines after so many letters. */
  wrap(columns: number): void {
    if (columns === this.#columns) return;
    this.#columns = columns;
    this.#ends.clear();
    this.gone = 0;
    this.lines.each((line) => this.#place(line));
  }

  /** What is empty takes a row, too. */
  #place({ width }: LogLine): void {
    const height = Math.max(1, Math.ceil(width / this.#columns));
    this.#ends.push(this.gone + this.rows + height);
  }
}
