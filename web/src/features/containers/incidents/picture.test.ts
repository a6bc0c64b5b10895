import { describe, expect, it } from 'vitest';
import { endText, type Incident, pictureOf } from './picture';

const MEGABYTE = 1024 * 1024;

const sample = (at: string, used: number, limit = 512) => ({
  at,
  coresUsed: 0.1,
  memoryUsed: used * MEGABYTE,
  memoryLimit: limit * MEGABYTE,
});
const line = (timestamp: string, message: string) => ({ timestamp, stream: 'stdout', message });

const incident: Incident = {
  id: 'inc_1',
  containerId: 'a',
  name: 'grafana',
  image: 'grafana:12',
  runtime: 'docker',
  at: '2030-01-31T12:05:00Z',
  exitCode: 137,
  outOfMemory: true,
  lines: [
    line('2030-01-31T11:00:00Z', 'long ago'),
    line('2030-01-31T12:03:00Z', 'warn: slow'),
    line('2030-01-31T12:05:00.400Z', 'fatal: no memory'),
  ],
  stats: [sample('2030-01-31T12:01:00Z', 256), sample('2030-01-31T12:05:00Z', 512)],
};

describe('the picture of an end', () => {
  it('has memory, its limit and the last lines on one axis of time', () => {
    const { from, to, memory, limit, lines, earlier } = pictureOf(incident);
    expect(new Date(from).toISOString()).toBe('2030-01-31T12:01:00.000Z');
    expect(new Date(to).toISOString()).toBe('2030-01-31T12:05:00.000Z');
    expect(memory.map(({ x }) => x)).toEqual([0, 1]);
    expect(memory[1]?.y).toBeCloseTo(limit as number);
    expect(lines).toEqual([
      { x: 0.5, level: 'warn' },
      { x: 1, level: 'bad' },
    ]);
    expect(earlier).toBe(1);
  });

  it('leaves out a limit that is far away, and stands without any figures', () => {
    const far = { ...incident, stats: [sample('2030-01-31T12:01:00Z', 20, 64_000)] };
    expect(pictureOf(far).limit).toBeNull();
    expect(pictureOf(far).memory[0]?.y).toBeLessThan(0.2);
    const nothing = pictureOf({ ...incident, stats: [], lines: [] });
    expect([nothing.to - nothing.from, nothing.memory.length]).toEqual([60_000, 0]);
  });

  it('says in words why it ended', () => {
    expect(endText(incident)).toBe('Ended with 137: it took more memory than its limit of 512 MB');
    const crash = { ...incident, outOfMemory: false, exitCode: 139 };
    expect(endText(crash)).toBe('Ended with 139: it crashed');
    expect(endText({ ...crash, exitCode: null })).toBe('Ended, nobody knows how');
  });
});
