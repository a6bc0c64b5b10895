import assert from 'node:assert/strict';
import { go } from '../lib/go.js';

/** A key is shown once, works, and stops working when it is revoked. */
export async function keys({ page, gateway, looker }) {
  await go(page, 'API keys');
  await page.getByText('No keys yet').waitFor();
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByLabel('What is it for?').fill('Backup script');
  await page.getByLabel('Expires').selectOption('30');
  await looker.some('key');
  await page.getByRole('dialog').getByRole('button', { name: 'Create a key' }).click();
  const key = await page.locator('.key-value').textContent();
  assert.match(key, /^svc_[0-9a-f]{64}$/);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByText('Backup script').waitFor();
  assert.ok(!(await page.content()).includes(key), 'it is not shown again');
  await looker.all('keys');
  const use = () => gateway.status('/api/v1/admin/info', { 'X-API-Key': key });
  assert.equal(await use(), 200);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('revoked', { exact: true }).waitFor();
  assert.equal(await use(), 401);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No keys yet').waitFor();
}
