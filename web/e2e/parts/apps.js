import assert from 'node:assert/strict';
import { go } from '../lib/go.js';

/** Routes are made, changed, checked and deleted; what goes through is seen as it goes. */
export async function apps({ page, gateway, looker, servers, watch }) {
  await go(page, 'Apps', 'Apps and routes');
  await page.getByRole('link', { name: 'Jellyfin', exact: true }).waitFor();
  await looker.all('apps');

  await page.getByRole('button', { name: 'Add an app' }).click();
  await page.getByLabel('Name').fill('My Wiki');
  const end = watch.expect(/status 400|400 \(/);
  await page.getByLabel('Leads to').fill(`${gateway.origin}/`);
  await page.getByRole('dialog').getByRole('button', { name: 'Add an app' }).click();
  await page.getByRole('dialog').getByRole('alert').first().waitFor();
  end();
  await page.getByLabel('Leads to').fill(`http://127.0.0.1:${servers[4].port}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Add an app' }).click();
  await page.getByRole('heading', { level: 1, name: 'My Wiki' }).waitFor();
  await page.waitForURL(/\/_gh\/apps\/my-wiki$/);

  await page.getByRole('tab', { name: 'Settings' }).click();
  await looker.some('route-settings');
  await page.getByRole('switch', { name: 'Keep answers' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const saved = await gateway.call('GET', '/api/v1/routes/my-wiki');
  assert.equal(saved.cache, true);

  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('img', { name: /Requests a minute/ }).waitFor();
  const count = page.locator('.figures dd').first();
  const before = await count.textContent();
  for (let visit = 0; visit < 12; visit++) await fetch(`${gateway.origin}/apps/my-wiki/`);
  await page.waitForFunction(
    (old) => document.querySelector('.figures dd')?.textContent !== old,
    before,
  );
  await go(page, 'Apps', 'Apps and routes');
  await page.getByRole('link', { name: 'My Wiki', exact: true }).click();
  await page.getByRole('region', { name: 'Who used it' }).getByText('This machine').waitFor();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText(/^Works/).waitFor();
  await looker.all('route');
  await page.getByRole('radio', { name: '24 hours' }).click();
  await page.getByRole('img', { name: /quarter of an hour/ }).waitFor();
  await page.locator('.health-strip').waitFor();
  await looker.some('route-day');

  const kept = await gateway.call('GET', '/api/v1/routes/my-wiki');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('My Wiki was deleted').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Apps and routes' }).waitFor();
  await looker.some('deleted');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('My Wiki is back').waitFor();
  const after = await gateway.call('GET', '/api/v1/routes/my-wiki');
  for (const route of [kept, after]) {
    delete route.status;
    delete route.healthInfo;
  }
  assert.deepEqual(after, kept, 'as it was');

  await page.getByRole('link', { name: 'Jellyfin', exact: true }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByText('changed there').waitFor();
  assert.ok(await page.getByLabel('Path').first().isDisabled(), 'the file has the say');
}
