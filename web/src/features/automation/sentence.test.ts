import { describe, expect, it } from 'vitest';
import { sentence } from './sentence';

describe('a cron expression as a sentence', () => {
  it('says how often', () => {
    expect(sentence('* * * * *')).toBe('Every minute');
    expect(sentence('*/15 * * * *')).toBe('Every 15 minutes');
    expect(sentence('0,30 * * * *')).toBe('Every 30 minutes');
    expect(sentence('0 * * * *')).toBe('Every hour');
    expect(sentence('5 * * * *')).toBe('5 minutes past every hour');
    expect(sentence('0 */6 * * *')).toBe('Every 6 hours');
    expect(sentence('0 * * * MON-FRI')).toBe('Every hour, Monday to Friday');
  });

  it('says when', () => {
    expect(sentence('0 3 * * *')).toMatch(/^Every day at 0?3:00/);
    expect(sentence('30 2 * * mon-fri')).toMatch(/^Monday to Friday at 0?2:30/);
    expect(sentence('0 4 * * SUN')).toMatch(/^Every Sunday at 0?4:00/);
    expect(sentence('0 4 * * 1,3')).toMatch(/^Every Monday and Wednesday at 0?4:00/);
    expect(sentence('0 5 1 * *')).toMatch(/^On day 1 of every month at 0?5:00/);
    expect(sentence('0 5 24 DEC *')).toMatch(/^On day 24 in December at 0?5:00/);
    expect(sentence('0 3,15 * * *')).toMatch(/^Every day at .*3:00.* and .*(15|3):00/);
  });

  it('leaves to the expression what few would read out of a sentence', () => {
    for (const cron of [
      '*/45 * * * *',
      '0 4 1 * SUN',
      '* 3 * * *',
      '0 1-9 * * *',
      '0 4 * *',
      'x',
    ]) {
      expect([cron, sentence(cron)]).toEqual([cron, null]);
    }
  });
});
