import { expect, it } from 'vitest';
import { Ring } from './ring';

it('a ring is a queue with both ends at hand, however far it moves', () => {
  const ring = new Ring<number>();
  expect([ring.at(0), ring.pop(), ring.shift(), ring.length]).toEqual([
    undefined,
    undefined,
    undefined,
    0,
  ]);
  for (let n = 0; n < 1_000; n++) {
    ring.push(n);
    if (ring.length > 100) expect(ring.shift()).toBe(n - 100);
  }
  expect([ring.length, ring.at(0), ring.at(99), ring.at(100)]).toEqual([100, 900, 999, undefined]);
  expect(ring.pop()).toBe(999);
  expect([...ring].slice(0, 2)).toEqual([900, 901]);
  const seen: number[] = [];
  ring.each((each) => seen.push(each));
  expect(seen).toEqual([...ring]);
  ring.clear();
  expect([...ring]).toEqual([]);
});
