import { describe, expect, it } from 'vitest';
import { ago, bytes, countdown, duration, millis } from './format';

const NOW = Date.UTC(2026, 0, 20, 12);

describe('formats', () => {
  it('tell how long ago something was', () => {
    expect(ago(NOW - 20_000, NOW)).toBe('now');
    expect(ago(NOW - 5 * 60_000, NOW)).toBe('5 minutes ago');
    expect(ago(NOW - 25 * 3_600_000, NOW)).toBe('yesterday');
    expect(ago('nonsense', NOW)).toBe('–');
    expect(ago(NOW - 30 * 86_400_000, NOW)).toContain('2025');
  });

  it('tell sizes and times', () => {
    expect([0, 1023, 1536, 5 * 1024 ** 3].map(bytes)).toEqual(['0 B', '1,023 B', '1.5 KB', '5 GB']);
    expect([59, 3700, 90_061].map(duration)).toEqual(['0 min', '1 h 1 min', '1 d 1 h']);
    expect([299.2, 7, -3].map(countdown)).toEqual(['5:00', '0:07', '0:00']);
    expect([1.26, 250, 1500].map(millis)).toEqual(['1.3 ms', '250 ms', '1.5 s']);
  });
});
