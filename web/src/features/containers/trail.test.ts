import { expect, it } from 'vitest';
import { remembered } from './trail';

const stats = (containerId: string, timestamp: number, usage: number, time = timestamp) => ({
  containerId,
  timestamp,
  cpu: { usage, time, coresUsed: 0, totalCores: 4 },
  memory: { usage: 1, used: 1, limit: 100, available: 99 },
  network: { rx: 0, tx: 0 },
});
const cpu = (found: ReturnType<typeof remembered>) => found.map(({ trail }) => trail.cpu);

it('figures have those before them, up to five minutes of them', () => {
  expect(cpu(remembered([stats('a', 1, 10)]))).toEqual([[10]]);
  expect(cpu(remembered([stats('a', 2, 20)]))).toEqual([[10, 20]]);
  // Asked twice for the same count.
  expect(cpu(remembered([stats('a', 2, 20)]))).toEqual([[10, 20]]);
  for (let at = 3; at < 50; at++) remembered([stats('a', at, at)]);
  expect(cpu(remembered([stats('a', 50, 50)]))[0]).toHaveLength(30);
});

it('what was started anew, or was gone, begins again', () => {
  remembered([stats('b', 1, 10, 100)]);
  expect(cpu(remembered([stats('b', 2, 20, 5)]))).toEqual([[20]]);
  expect(cpu(remembered([stats('b', 200, 40)]))).toEqual([[40]]);
  remembered([]);
  expect(cpu(remembered([stats('b', 201, 30)]))).toEqual([[30]]);
});
