import { describe, expect, it } from 'vitest';
import { KEPT, LogBuffer, lastWritten, levelOf } from './buffer';

const line = (text: string) => ({ at: null, stream: 'stdout', text });
const many = (count: number) => Array.from({ length: count }, (_, at) => line(`${at}`));

describe('the lines of a log', () => {
  it('are as many as a page can hold', () => {
    const buffer = new LogBuffer();
    buffer.append(many(KEPT + 10));
    expect(buffer.lines.length).toBe(KEPT);
    expect(buffer.lines[0]?.id).toBe(10);
  });

  it('do not move while somebody reads further up', () => {
    const buffer = new LogBuffer();
    buffer.append(many(KEPT));
    buffer.held = true;
    buffer.append(many(100));
    expect(buffer.lines[0]?.id).toBe(0);
    buffer.held = false;
    buffer.append(many(1));
    expect(buffer.lines[0]?.id).toBe(101);
  });

  it('of several sources stand in the order of their times', () => {
    const buffer = new LogBuffer();
    const said = (source: string, at: number) => ({ at, stream: 'stdout', text: source, source });
    const times = () => buffer.lines.map(({ at }) => at);
    buffer.merge([said('a', 30), said('a', 10)]);
    buffer.merge([said('b', 40), said('b', 20)]);
    expect(times()).toEqual([10, 20, 30, 40]);
    const ids = buffer.lines.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    // Nothing is put between what somebody reads.
    buffer.held = true;
    buffer.merge([said('b', 15)]);
    expect(times()).toEqual([10, 20, 30, 40, 15]);
    buffer.forget('b');
    expect(times()).toEqual([10, 30]);
  });

  it('are shown as a terminal would', () => {
    expect(lastWritten('10 %\r50 %\r100 %')).toBe('100 %');
    expect(lastWritten('done\r')).toBe('done');
    expect(lastWritten('plain')).toBe('plain');
  });

  it('say how bad it is', () => {
    expect(levelOf('2030-01-01 ERROR no such table')).toBe('bad');
    expect(levelOf('[warn] slow query')).toBe('warn');
    expect(levelOf('terrors of the night')).toBe('plain');
  });
});
