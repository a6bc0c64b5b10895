import { go } from '../lib/go.js';

/** A gateway that is still alone: its id, an invitation, an exchange with nobody. */
export async function federation({ page, looker }) {
  await go(page, 'Federation');
  await page.getByText('among its peers').waitFor();
  await page.getByText('No peers yet').waitFor();
  await looker.all('federation');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('127.0.0.1:9');
  await looker.some('federation-invite');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText('Peers asked: 0').waitFor();
}
