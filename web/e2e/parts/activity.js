import { go } from '../lib/go.js';

/** What happened is told as it happens, and the audit log can be searched. */
export async function activity({ page, looker, gateway }) {
  await go(page, 'Activity');
  const feed = page.getByRole('list', { name: 'Activity' });
  await feed.getByRole('listitem').first().waitFor();
  await looker.all('activity');
  await page.getByRole('searchbox', { name: 'Search activity' }).fill('photoprism');
  await feed.getByText('photoprism', { exact: false }).first().waitFor();
  await page.getByRole('searchbox', { name: 'Search activity' }).fill('galaxy');
  await feed
    .getByText(/Galaxy/)
    .first()
    .waitFor();
  await page.getByRole('searchbox', { name: 'Search activity' }).fill('');
  // Something happens elsewhere.
  await gateway.call('PATCH', '/api/v1/devices/tab-1', { deviceName: 'Kitchen tablet' });
  await gateway.call('DELETE', '/api/v1/devices/tab-1');
  await feed
    .getByText(/Kitchen tablet/)
    .first()
    .waitFor();
  await page.getByRole('tab', { name: 'Audit log' }).click();
  const log = page.getByRole('list', { name: 'Audit log' });
  await log.getByText('device.revoked').first().waitFor();
  await looker.all('audit');
  await page.getByLabel('Action').fill('apikey.created');
  await page.getByRole('button', { name: 'Filter' }).click();
  await log.getByText('device.revoked').first().waitFor({ state: 'detached' });
  await log.getByText('apikey.created').first().waitFor();
}
