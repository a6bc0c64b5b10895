import { describe, expect, it } from 'vitest';
import { lastWritten, levelOf, widthOf } from './line';

describe('lines of a log', () => {
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

  it('are as wide as what is to be seen of them', () => {
    expect(widthOf('\u001b[31mred\u001b[0m')).toBe(3);
    expect(widthOf('a\tb')).toBe(10);
  });
});
