/** Slots are a power of two, so that going round is no division. */
const SLOTS = 64;

/** A queue with both ends at hand, of which nothing is copied as it moves on. */
export class Ring<T> implements Iterable<T> {
  length = 0;
  #slots: (T | undefined)[] = new Array(SLOTS);
  #first = 0;

  at(index: number): T | undefined {
    if (index < 0 || index >= this.length) return undefined;
    return this.#slots[this.#slot(index)];
  }

  push(value: T): void {
    if (this.length === this.#slots.length) this.#grow();
    this.#slots[this.#slot(this.length)] = value;
    this.length += 1;
  }

  /** Takes the last one away. */
  pop(): T | undefined {
    const value = this.at(this.length - 1);
    if (this.length === 0) return undefined;
    this.length -= 1;
    this.#slots[this.#slot(this.length)] = undefined;
    return value;
  }

  /** Takes the first one away. */
  shift(): T | undefined {
    const value = this.at(0);
    if (this.length === 0) return undefined;
    this.#slots[this.#first] = undefined;
    this.#first = this.#slot(1);
    this.length -= 1;
    return value;
  }

  clear(): void {
    this.#slots = new Array(SLOTS);
    this.#first = 0;
    this.length = 0;
  }

  each(look: (value: T) => void): void {
    for (let index = 0; index < this.length; index++) look(this.#slots[this.#slot(index)] as T);
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let index = 0; index < this.length; index++) yield this.at(index) as T;
  }

  #slot(index: number): number {
    return (this.#first + index) & (this.#slots.length - 1);
  }

  #grow(): void {
    const slots: (T | undefined)[] = new Array(this.#slots.length * 2);
    for (let index = 0; index < this.length; index++) slots[index] = this.at(index);
    this.#slots = slots;
    this.#first = 0;
  }
}
