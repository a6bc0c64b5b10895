import { expect, it } from 'vitest';
import { lookOf } from './HealthStrip';

it('a quarter looks as it was', () => {
  expect(lookOf({ healthy: undefined })).toBe('unseen');
  expect(lookOf({ healthy: 1 })).toBe('good');
  expect(lookOf({ healthy: 0.8 })).toBe('warn');
  expect(lookOf({ healthy: 0.2 })).toBe('bad');
});
