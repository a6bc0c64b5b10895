import { expect, test } from 'vitest';
import { counted } from './counted';

test('only what there is some of is named', () => {
  expect(counted({ apps: 3, devices: 0, apiKeys: 1 })).toBe('3 apps, 1 API key');
  expect(counted({ apps: 0 })).toBe('nothing');
});
