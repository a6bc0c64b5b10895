import assert from 'node:assert/strict';
import { go } from '../lib/go.js';

/** A backup is made, downloaded and restored by part, with a plan first, and deleted. */
export async function backups({ page, looker, gateway }) {
  await go(page, 'Backups');
  await page.getByRole('heading', { name: 'By themselves' }).waitFor();
  await page.getByRole('button', { name: 'Make a backup' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What for').fill('before the experiment');
  await dialog.getByRole('button', { name: 'Make a backup' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('before the experiment').waitFor();
  await looker.all('backups');

  const route = { appId: 'experiment', to: 'http://127.0.0.1:9' };
  await gateway.call('PUT', '/api/v1/routes/experiment', route);
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await dialog.getByRole('checkbox', { name: 'Devices' }).waitFor();
  for (const part of ['Devices', 'Users and their passwords', 'API keys']) {
    await dialog.getByRole('checkbox', { name: part }).click();
  }
  await looker.some('backup-restore');
  await dialog.getByRole('button', { name: 'See what would happen' }).click();
  await dialog.getByText(/^Brought back:/).waitFor();
  await dialog.getByRole('button', { name: 'Restore now' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/^Restored:/).waitFor();
  const apps = await gateway.call('GET', '/api/v1/apps');
  assert.ok(!apps.some((app) => app.id === 'experiment'));

  const actions = page.getByRole('button', { name: /^Actions for the backup/ });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Check the file' }).click();
  await page.getByText(/^The backup of .* is whole: \d+/).waitFor();
  const downloading = page.waitForEvent('download');
  await actions.click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  assert.match((await downloading).suggestedFilename(), /^backup_.*\.tar\.zst$/);
  await actions.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('before the experiment').waitFor({ state: 'detached' });
}
