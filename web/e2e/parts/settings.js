import assert from 'node:assert/strict';
import { go } from '../lib/go.js';
import { ADMIN } from './first-run.js';

/** Themes, colours, languages and time zones are taken over at once and kept. */
export async function settings({ page, looker, watch }) {
  await go(page, 'Settings');
  await page.getByText('Why am I let in?').waitFor();
  await looker.all('settings');
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.getByRole('radio', { name: 'Light' }).click();
  const light = await background();
  await page.getByRole('radio', { name: 'Dark' }).click();
  await page.waitForFunction(
    (light) => getComputedStyle(document.documentElement).backgroundColor !== light,
    light,
    { timeout: 60_000 },
  );
  await page.getByRole('radio', { name: 'System' }).click();
  for (const colour of ['Teal', 'Green', 'Amber', 'Rose', 'Violet', 'Blue']) {
    await page.getByRole('button', { name: colour }).click();
    await looker.colours(`accent-${colour.toLowerCase()}`);
  }
  const end = watch.expect(/status 400|400 \(/);
  await page.getByLabel('Current password').fill('not the password');
  // The same again, because others sign in with it later.
  await page.getByLabel('New password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('is wrong').waitFor();
  end();
  await looker.some('settings-password');
  await page.getByLabel('Current password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('The password was changed').waitFor();

  await page.getByRole('link', { name: 'Configuration' }).click();
  await page.getByRole('heading', { level: 1, name: 'Configuration' }).waitFor();
  await page.getByText('federation.cluster_secret').waitFor();
  await page.getByText('***').first().waitFor();
  await looker.all('configuration');
  await page.getByLabel('Find a key').fill('logging.level');
  await page.getByText('logging.level').waitFor();
  await page.getByRole('link', { name: 'Settings', exact: true }).first().click();

  await page.getByLabel('Language', { exact: true }).selectOption('de');
  await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor();
  assert.equal(await page.getAttribute('html', 'lang'), 'de');
  await looker.some('settings-de');
  await page.getByLabel('Zeitzone').selectOption('Pacific/Auckland');
  const kept = await page.evaluate(() => localStorage.getItem('gatehouse.prefs'));
  assert.match(kept, /Auckland/);
  await page.getByLabel('Sprache', { exact: true }).selectOption('');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await page.getByLabel('Time zone').selectOption('');
}
