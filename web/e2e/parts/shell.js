import assert from 'node:assert/strict';

/** The palette, the keys, the bar of a phone, and an address that leads nowhere. */
export async function shell({ page, looker }) {
  await page.locator('body').press('Control+k');
  const field = page.getByRole('combobox', { name: 'Find…' });
  await field.waitFor();
  await looker.some('palette');
  await field.fill('dev');
  await page.getByRole('option', { name: /Devices/ }).waitFor();
  await field.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
  await page.locator('body').press('g');
  await page.locator('body').press('k');
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  await page.locator('body').press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await looker.some('shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await looker.set({ scheme: 'light', size: 'phone' });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'System' }).click();
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
  await looker.set({ scheme: 'light', size: 'desktop' });

  // Within the page, as a new one would have to sign in first.
  await page.evaluate(() => {
    history.pushState(null, '', '/_gh/no/such/page');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
  await looker.some('not-found');
  await page.getByRole('link', { name: 'To the start page' }).click();
  await page.getByRole('heading', { level: 1, name: /ada/ }).waitFor();
  assert.ok(page.url().endsWith('/_gh/'));
}
