import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fixture } from '../lib/install.js';
import { shown } from '../lib/pages.js';

const PAGES = ['markup', 'requests', 'elements', 'places', 'modules', 'workers', 'frames', 'keeping', 'strict', 'libraries', 'offline', 'location', 'handed'];

export default {
  name: 'odds',
  kind: 'one page for each thing that pages do',
  install: fixture('odds'),
  websocket: true,

  start: (port, dir, { run, home }) => run(process.execPath, [join(home, 'server.js'), String(port)]),

  async check(page, base) {
    const wrong = [];
    const attempt = async (name, work) => {
      await work().catch((error) => wrong.push(`${name}: ${error.message.split('\n').slice(0, 4).join(' ')}`));
    };
    for (const name of PAGES) await attempt(name, () => trials(page, base, name, wrong));
    await attempt('manifest', () => manifest(page, base));
    await attempt('plain', () => plain(page, base));
    await attempt('session', () => session(page, base));
    for (const name of ['gzip', 'brotli', 'untyped', 'latin', 'xhtml']) await attempt(name, () => packed(page, base, name));
    await attempt('hidden', () => hidden(page, base));
    await attempt('refresh', () => page.goto(`${base}refresh`).then(() => page.locator('#arrived').waitFor({ timeout: 5000 })));
    if (wrong.length) throw Object.assign(new Error(`${wrong.length} trials`), { details: wrong });
  },
};

// The page is opened by a link, so that it has been referred to by the start page.
async function trials(page, base, name, wrong) {
  await page.goto(base);
  await page.locator(`a[href$="/${name}"]`).click();
  await page.locator('html[data-done]').waitFor({ state: 'attached', timeout: 12_000 });
  for (const [trial, outcome] of Object.entries(await page.evaluate(() => window.results))) {
    if (outcome !== 'ok') wrong.push(`${name}, ${trial}: ${outcome}`);
  }
}

// As a browser reads it that offers to install the app.
async function manifest(page, base) {
  await page.goto(base);
  const devtools = await page.context().newCDPSession(page);
  const { errors, manifest, url } = await devtools.send('Page.getAppManifest');
  assert.deepEqual([errors, url], [[], `${base}app.webmanifest`]);
  assert.deepEqual([manifest.startUrl, manifest.icons?.[0]?.url], [base, `${base}pictures/dot.svg`]);
}

async function plain(page, base) {
  await page.goto(base);
  await page.getByRole('link', { name: 'plain' }).click();
  await page.waitForLoadState('load');
  const widths = await page.locator('img, input[type=image]').evaluateAll((all) => all.map((img) => img.getBoundingClientRect().width));
  assert.ok(widths.every((width) => width > 10), String(widths));
  await page.getByRole('button', { name: 'Note' }).click();
  await page.getByText('by button').waitFor();
}

async function session(page, base) {
  await page.goto(base);
  await page.locator('input[name=name]').fill('Grace');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await shown(page, '#who', (text) => text === 'Grace Grace', 5);
  await page.reload();
  await shown(page, '#who', (text) => text === 'Grace Grace', 5);
  await page.getByRole('link', { name: 'leave' }).click();
  await shown(page, '#who', (text) => text === 'undefined undefined', 5);
}

// A page that hides where it is from.
async function hidden(page, base) {
  await page.goto(`${base}hidden`);
  await page.getByRole('button', { name: 'Say' }).click();
  await shown(page, '#said', (text) => text.startsWith('heard'), 5);
}

async function packed(page, base, name) {
  await page.goto(`${base}${name}`);
  await page.waitForFunction(() => document.title === 'loaded', null, { timeout: 5000 });
  if (name === 'latin') assert.equal(await page.locator('#word').innerText(), 'caf\u00e9');
}
