import { go } from '../lib/go.js';
import { pair } from '../lib/phone.js';

const card = (page, name) => page.locator('.device', { hasText: name });

/** A phone comes in by a code, another one waits for approval, both seen as it happens. */
export async function devices({ page, gateway, looker }) {
  await go(page, 'Devices');
  await page.getByText('No device is paired yet').waitFor();
  await page.getByRole('button', { name: 'Pair a device' }).click();
  await page.getByRole('img', { name: 'QR code for pairing' }).waitFor();
  await page.getByText(/Valid for 4:|Valid for 5:/).waitFor();
  await looker.all('pairing');
  const code = await page.locator('.pairing-code').textContent();
  await pair(gateway, code, { id: 'pixel-1', model: 'Pixel 9' });
  await page
    .getByRole('dialog')
    .getByText(/is in$/)
    .waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await card(page, 'Pixel 9').waitFor();

  // A code that a stranger asked for makes a device that has to wait.
  const { code: foreign } = await gateway.call('GET', '/api/v1/auth/qr', null, { away: true });
  await pair(gateway, foreign, { id: 'tab-1', model: 'Galaxy Tab', platform: 'android' });
  await card(page, 'Galaxy Tab').getByRole('button', { name: 'Approve' }).waitFor();
  await looker.all('devices');
  await card(page, 'Galaxy Tab').getByRole('button', { name: 'Approve' }).click();
  await card(page, 'Galaxy Tab').getByText('Offline').waitFor();

  await card(page, 'Pixel 9')
    .getByRole('button', { name: /^Actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Change device' }).click();
  await page.getByLabel('Name').fill("Ada's phone");
  await page.getByRole('checkbox', { name: 'write:*' }).click();
  await looker.some('device');
  await page.getByRole('button', { name: 'Save' }).click();
  await card(page, "Ada's phone").getByText('write:*').waitFor();

  await card(page, "Ada's phone")
    .getByRole('button', { name: /^Actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Revoke access' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click();
  await card(page, "Ada's phone").waitFor({ state: 'detached' });
}
