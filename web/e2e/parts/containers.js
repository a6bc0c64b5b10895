import assert from 'node:assert/strict';
import { go } from '../lib/go.js';

const row = (page, name) => page.getByRole('row', { name: new RegExp(name) });

/** Containers of a real engine are seen, read, stopped, started and taken elsewhere. */
export async function containers({ page, looker }) {
  await go(page, 'Containers');
  await row(page, 'uptime-kuma').getByText(/^Up /).waitFor();
  await row(page, 'photoprism').waitFor();
  // Figures come with the next count.
  await row(page, 'uptime-kuma').getByText(/ %$/).waitFor();
  // And a line of them with the one after it.
  await row(page, 'uptime-kuma').locator('.spark polyline').waitFor({ state: 'attached' });
  await looker.all('containers');

  await page.getByRole('link', { name: 'uptime-kuma' }).click();
  await page.getByRole('heading', { level: 1, name: 'uptime-kuma' }).waitFor();
  const log = page.getByRole('region', { name: 'Log of uptime-kuma' });
  await log
    .getByText(/^uptime-kuma says \d+$/)
    .last()
    .waitFor();
  await looker.all('container');
  await page.getByRole('searchbox', { name: 'Filter lines' }).fill('no such line');
  await log.getByText('uptime-kuma says').first().waitFor({ state: 'detached' });
  await page.getByRole('searchbox', { name: 'Filter lines' }).fill('');
  await page.getByRole('radio', { name: 'Stored' }).click();
  await page.getByLabel('Contains').fill('says 1');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page
    .getByRole('region', { name: 'Stored' })
    .locator('mark', { hasText: 'says 1' })
    .first()
    .waitFor();
  await looker.some('container-stored');
  await page.getByRole('tab', { name: 'Incidents' }).click();
  await page.getByText('It never ended unexpectedly').waitFor();
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByText('svc.app.name=Uptime Kuma').waitFor();
  const environment = page.getByRole('region', { name: 'Environment' });
  await environment.getByText('********').waitFor();
  await page
    .getByRole('link', { name: /^http:\/\/127\.0\.0\.1:\d+\/$/ })
    .first()
    .waitFor();
  await looker.some('container-details');
  await environment.getByRole('button', { name: 'Show secrets' }).click();
  await environment.getByText('hunter22').waitFor();

  await page.getByRole('button', { name: 'Stop uptime-kuma' }).click();
  await page.getByText('uptime-kuma was stopped').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  // As it was, but not since long.
  await page.getByText(/^Up (Less than|About|\d+ second)/).waitFor();

  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('dialog').getByText('services:').waitFor();
  await looker.some('container-export');
  const downloading = page.waitForEvent('download');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /compose/ })
    .click();
  assert.match((await downloading).suggestedFilename(), /compose.*\.ya?ml$/);
  await page.keyboard.press('Escape');

  await page.getByRole('main').getByRole('link', { name: 'Containers' }).click();
  await page.getByRole('checkbox', { name: 'Choose uptime-kuma' }).click();
  await page.getByRole('checkbox', { name: 'Choose photoprism' }).click();
  const bar = page.getByRole('region', { name: 'Chosen containers' });
  await bar.getByRole('button', { name: 'Logs' }).click();
  const both = page.getByRole('region', { name: /^Log of .*uptime-kuma/ });
  for (const name of ['uptime-kuma', 'photoprism']) {
    await both
      .getByText(new RegExp(`^${name} says \\d+$`))
      .last()
      .waitFor();
  }
  await looker.some('containers-logs');
  await page.getByRole('button', { name: 'Leave out photoprism' }).click();
  await both
    .getByText(/^photoprism says/)
    .last()
    .waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Close the logs' }).click();
  await both.waitFor({ state: 'detached' });
  await bar.getByRole('button', { name: 'Restart' }).click();
  await page.getByRole('dialog', { name: 'Restart 2 containers?' }).waitFor();
  await looker.some('containers-restart');
  await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click();
  await page.getByText('2 containers were restarted').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('searchbox', { name: 'Search containers' }).fill('prism');
  await row(page, 'uptime-kuma').waitFor({ state: 'detached' });
  assert.match(page.url(), /q=prism/, 'a view can be shared');
}
