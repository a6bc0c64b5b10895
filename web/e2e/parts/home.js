import assert from 'node:assert/strict';
import { go } from '../lib/go.js';

const tile = (page, name) => page.locator('.tile', { hasText: name });
const names = (page) => page.locator('.tile-name').allTextContents();

const otherThan = (page, before) =>
  page.waitForFunction((old) => {
    const now = [...document.querySelectorAll('.tile-name')].map((each) => each.textContent);
    return now.join() !== old;
  }, before.join());

async function gripAt(page, name) {
  const box = await page.getByRole('button', { name: `Move ${name}` }).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The start page: apps with their pictures and health, favourites, order, figures that live. */
export async function home({ page, looker, context, gateway }) {
  await go(page, 'Home', /ada/);
  await tile(page, 'Jellyfin').waitFor();
  await page.locator('img.app-icon').first().waitFor();
  await page.getByRole('img', { name: /Processor/ }).waitFor();
  const steps = page.getByRole('region', { name: 'First steps' });
  await steps.waitFor();
  await looker.all('home');
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/auth/preferences'));
  await steps.getByRole('button', { name: 'Dismiss the first steps' }).click();
  await steps.waitFor({ state: 'detached' });
  assert.equal((await kept).status(), 204, 'it goes with the person');

  await page.getByRole('button', { name: 'Edit layout' }).click();
  await looker.some('home-arrange');
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
  await otherThan(page, before);
  assert.ok(await grip.evaluate((each) => each === document.activeElement), 'it keeps the focus');

  const dragged = await names(page);
  const [from, to] = await Promise.all(
    ['Vaultwarden', 'Paperless'].map((name) => gripAt(page, name)),
  );
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.getByText('Vaultwarden is at the place of Paperless').waitFor({ state: 'attached' });
  await page.mouse.up();
  await otherThan(page, dragged);

  assert.equal(await page.getByRole('menu').count(), 0, 'a drag is no click');

  const last = await names(page);
  const handle = page.getByRole('button', { name: 'Move Vaultwarden' });
  await handle.click();
  await page.getByRole('menuitem', { name: 'One back' }).waitFor();
  await looker.some('home-move');
  const isLast = await page.getByRole('menuitem', { name: 'One back' }).isDisabled();
  await page.getByRole('menuitem', { name: isLast ? 'To the front' : 'One back' }).click();
  await otherThan(page, last);
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.waitForFunction(
    () => document.activeElement?.getAttribute('aria-label') === 'Move Vaultwarden',
  );

  await page.getByRole('button', { name: 'Done' }).click();
  await handle.waitFor({ state: 'detached' });

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
