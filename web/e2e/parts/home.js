import assert from 'node:assert/strict';
import { go } from '../lib/go.js';

const tile = (page, name) => page.locator('.tile', { hasText: name });
const names = (page) => page.locator('.tile-name').allTextContents();

/** The start page: apps with their pictures and health, favourites, order, figures that live. */
export async function home({ page, looker, context, gateway }) {
  await go(page, 'Home', /ada/);
  await tile(page, 'Jellyfin').getByText('Running').waitFor();
  await page.locator('img.app-icon').first().waitFor();
  await page.getByRole('img', { name: /Processor/ }).waitFor();
  await looker.all('home');

  await tile(page, 'Immich')
    .getByRole('button', { name: /favourite/ })
    .click();
  await page.getByRole('heading', { name: 'Favourites' }).waitFor();
  assert.equal((await names(page))[0], 'Immich');

  const before = await names(page);
  const grip = tile(page, 'Home Assistant').getByRole('button', { name: 'Move Home Assistant' });
  await grip.focus();
  await page.keyboard.press('Space');
  await page.getByText('Home Assistant is picked up').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowRight');
  await page.getByText(/Home Assistant is at the place of/).waitFor({ state: 'attached' });
  await page.keyboard.press('Space');
  await page.waitForFunction((old) => {
    const now = [...document.querySelectorAll('.tile-name')].map((each) => each.textContent);
    return now.join() !== old;
  }, before.join());

  await page.getByRole('searchbox', { name: 'Search apps' }).fill('vault');
  await tile(page, 'Jellyfin').waitFor({ state: 'detached' });
  assert.deepEqual(await names(page), ['Vaultwarden']);
  await page.getByRole('searchbox', { name: 'Search apps' }).fill('');

  const opened = context.waitForEvent('page');
  await tile(page, 'Jellyfin').getByRole('link').click();
  const app = await opened;
  await app.getByRole('heading', { name: 'Jellyfin' }).waitFor();
  assert.ok(app.url().startsWith(`${gateway.origin}/apps/jellyfin/`));
  assert.equal(await app.evaluate(() => window.opener), null, 'the app does not know our window');
  await app.close();
}
