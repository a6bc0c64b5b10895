import { expect, test } from 'vitest';
import { counted } from './counted';

test('only what there is some of is named', () => {
  expect(counted({ apps: 3, devices: 0, apiKeys: 1200 })).toBe('3 apps, 1,200 API keys');
  expect(counted({ apps: 0 })).toBe('nothing');
});
