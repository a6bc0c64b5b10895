import { expect, test } from 'vitest';
import { PARTS, wished } from './wished';

test('all parts are everything, and some are named', () => {
  const how = { restoreRevoked: false, acceptForeign: true };
  expect(wished(PARTS, false, true)).toEqual(how);
  expect(wished(['Apps', 'ApiKeys'], false, true)).toEqual({
    restoreApps: true,
    restoreApiKeys: true,
    ...how,
  });
});
