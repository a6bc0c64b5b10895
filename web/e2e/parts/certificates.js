import assert from 'node:assert/strict';
import { go } from '../lib/go.js';

/** A certificate is made, renewed and deleted; a pair that does not fit changes nothing. */
export async function certificates({ page, looker, watch }) {
  await go(page, 'Certificates');
  await page.getByRole('heading', { name: 'Trust on your devices' }).waitFor();
  await page.getByRole('button', { name: 'New certificate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Other names and addresses').fill('wiki.lan, 192.168.7.9');
  await looker.some('certificate');
  await dialog.getByRole('button', { name: 'New certificate' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: /wiki\.lan/ }).waitFor();
  await looker.all('certificates');
  await page.getByRole('button', { name: 'Actions for wiki.lan' }).click();
  await page.getByRole('menuitem', { name: 'Renew now' }).click();
  await page.getByText('wiki.lan is renewed').waitFor();

  await page.getByRole('button', { name: 'Import' }).click();
  await dialog.getByLabel('Name it is for').fill('wiki.lan');
  await dialog.getByLabel('Certificate chain (PEM)').fill('nonsense');
  await dialog.getByLabel('Private key (PEM)').fill('nonsense');
  const end = watch.expect(/status 400|400 \(/);
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByRole('alert').first().waitFor();
  end();
  await looker.some('certificate-import');
  await page.keyboard.press('Escape');

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: /PEM/ }).click();
  assert.equal((await downloading).suggestedFilename(), 'gatehouse-ca.pem');
  await page.getByRole('button', { name: 'Actions for wiki.lan' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: /wiki\.lan/ }).waitFor({ state: 'detached' });
}
