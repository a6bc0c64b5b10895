import assert from 'node:assert/strict';

/** The palette, the keys, the bar of a phone, and an address that leads nowhere. */
export async function shell({ page, looker, engine }) {
  await page.locator('body').press('Control+k');
  const field = page.getByRole('combobox', { name: 'Find…' });
  await field.waitFor();
  await looker.some('palette');
  await field.fill('dev');
  await page.getByRole('option', { name: /Devices/ }).waitFor();
  await field.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
  await verbs(page, looker, engine, field);
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

/** What the palette does, without more than two requests each time it is opened. */
async function verbs(page, looker, engine, field) {
  const labels = { 'svc.app.name': 'Kiwix' };
  await engine.run('kiwix', { image: 'kiwix/kiwix-serve', labels, ports: [8080] });
  const asked = [];
  const note = (request) => asked.push(new URL(request.url()).pathname);
  const choose = async (typed, name) => {
    await page.locator('body').press('Control+k');
    await field.fill(typed);
    await page.getByRole('option', { name }).click();
    await field.waitFor({ state: 'detached' });
  };
  await page.getByRole('link', { name: /Discovery.*waiting/ }).waitFor();
  await choose('approve kiw', 'Approve Kiwix');
  await page.getByText('Kiwix is in').waitFor();

  page.on('request', note);
  await page.locator('body').press('Control+k');
  await field.fill('kiwix');
  await page.getByRole('option', { name: 'Stop kiwix' }).waitFor();
  await page.getByRole('option', { name: 'Restart kiwix' }).waitFor();
  await looker.some('palette-verbs');
  page.off('request', note);
  // The approval before has its own.
  const calls = asked.filter((path) => /containers|scripts|toolbox|proposals/.test(path));
  assert.ok(calls.length <= 2, `asked for ${calls}`);
  await page.keyboard.press('Escape');

  await choose('stop kiw', 'Stop kiwix');
  await page.getByText('kiwix: Stopping…').waitFor();
  await choose('log of kiw', 'Log of kiwix');
  await page.getByRole('heading', { level: 1, name: 'kiwix' }).waitFor();
  await page.getByText(/^Ended with 137/).waitFor();
  await choose('start kiw', 'Start kiwix');
  await page.getByText(/^Running, started /).waitFor();
  await choose('deploy upt', 'Deploy Uptime Kuma');
  await page.getByRole('heading', { level: 1, name: 'Uptime Kuma' }).waitFor();
}
