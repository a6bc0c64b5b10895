import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Filter, KEPT, KEPT_LETTERS, LogBuffer } from './buffer';

const line = (text: string, at: number | null = null) => ({ at, stream: 'stdout', text });
const many = (count: number) => Array.from({ length: count }, (_, at) => line(`${at}`));
const NOTHING: Filter = { question: '', onlyBad: false, span: null };

const shown = (buffer: LogBuffer) => [...buffer.shown.lines].map(({ text }) => text);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the lines of a log', () => {
  it('are as many as a page can hold', () => {
    const buffer = new LogBuffer();
    buffer.append(many(KEPT + 10));
    expect(buffer.lines.length).toBe(KEPT);
    expect(buffer.lines.at(0)?.id).toBe(10);
    vi.runAllTimers();
    expect(buffer.shown.lines.length).toBe(KEPT);
    buffer.append(many(5));
    expect(buffer.shown.lines.at(0)?.id).toBe(15);
  });

  it('are fewer where they are long', () => {
    const buffer = new LogBuffer();
    const long = line('x'.repeat(1024 * 1024));
    for (let n = 0; n < 40; n++) buffer.append([long]);
    expect(buffer.lines.length).toBe(KEPT_LETTERS / long.text.length);
  });

  it('do not move while somebody reads further up', () => {
    const buffer = new LogBuffer();
    buffer.append(many(KEPT));
    buffer.held = true;
    buffer.append(many(100));
    expect(buffer.lines.at(0)?.id).toBe(0);
    buffer.held = false;
    buffer.append(many(1));
    expect(buffer.lines.at(0)?.id).toBe(101);
  });

  it('of several sources stand in the order of their times', () => {
    const buffer = new LogBuffer();
    const said = (source: string, at: number) => ({ at, stream: 'stdout', text: source, source });
    const times = () => [...buffer.lines].map(({ at }) => at);
    buffer.merge([said('a', 30), said('a', 10)]);
    buffer.merge([said('b', 40), said('b', 20)]);
    expect(times()).toEqual([10, 20, 30, 40]);
    expect([...buffer.lines].map(({ id }) => id)).toEqual([0, 1, 2, 3]);
    expect(shown(buffer)).toEqual(['a', 'b', 'a', 'b']);
    // Nothing is put between what somebody reads.
    buffer.held = true;
    buffer.merge([said('b', 15)]);
    expect(times()).toEqual([10, 20, 30, 40, 15]);
    buffer.forget('b');
    expect(times()).toEqual([10, 30]);
    expect(shown(buffer)).toEqual(['a', 'a']);
  });
});

describe('a filter', () => {
  it('lets through what was wanted, also of what comes later', () => {
    const buffer = new LogBuffer();
    buffer.append([line('GET /', 1), line('Error: disk', 2), line('warning: DISK', 3)]);
    buffer.filter({ ...NOTHING, question: ' disk ' });
    expect(shown(buffer)).toEqual(['Error: disk', 'warning: DISK']);
    buffer.append([line('disk is well', 4), line('nothing', 5)]);
    expect(shown(buffer)).toEqual(['Error: disk', 'warning: DISK', 'disk is well']);
    buffer.filter({ ...NOTHING, onlyBad: true });
    expect(shown(buffer)).toEqual(['Error: disk', 'warning: DISK']);
    buffer.filter({ ...NOTHING, span: { from: 2, to: 4 } });
    expect(shown(buffer)).toEqual(['Error: disk', 'warning: DISK']);
    buffer.append([line('of no time', null)]);
    buffer.filter(NOTHING);
    expect(shown(buffer)).toHaveLength(6);
    buffer.clear();
    buffer.append([line('anew')]);
    expect(shown(buffer)).toEqual(['anew']);
  });

  it('sees lines that were put before those it knows', () => {
    const buffer = new LogBuffer();
    buffer.filter({ ...NOTHING, question: 'x' });
    buffer.merge([line('a', 10), line('b', 20)]);
    buffer.merge([line('x1', 15)]);
    buffer.merge([line('x0', 5), line('x2', 30)]);
    expect(shown(buffer)).toEqual(['x0', 'x1', 'x2']);
  });

  it('looks at very many lines bit by bit, and misses none', () => {
    const buffer = new LogBuffer();
    buffer.append(many(KEPT));
    vi.runAllTimers();
    buffer.filter({ ...NOTHING, question: '99' });
    const first = buffer.shown.lines.length;
    // While it looks, lines come and go.
    buffer.append(many(1_000));
    vi.runAllTimers();
    const all = [...buffer.lines].filter(({ text }) => text.includes('99'));
    expect(first).toBeLessThan(all.length);
    expect([...buffer.shown.lines]).toEqual(all);
  });
});
