import assert from 'node:assert/strict';
import { fixture } from '../lib/install.js';
import { shown } from '../lib/pages.js';

export default {
  name: 'next',
  kind: 'Next.js build, server components and actions',
  install: fixture('next', { build: ['npm', 'run', 'build'] }),

  start(port, dir, { run, bin, home }) {
    const env = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
    return run(bin('next'), ['start', home, '-p', String(port), '-H', '127.0.0.1'], { env });
  },

  async check(page, base) {
    await page.goto(base);
    const width = () => page.locator('img').evaluate((img) => img.decode().then(() => img.naturalWidth));
    assert.ok((await width()) > 0, 'the picture was not scaled');
    await page.getByRole('button', { name: 'Count me' }).click();
    await shown(page, '#visits', (text) => Number(text) > 0);
    await onClientSide(page);
    await page.reload();
    await is(page, 'On wind', '/posts/2');
    await page.getByRole('link', { name: 'Guestbook' }).click();
    await page.locator('input[name=name]').fill('Grace');
    await page.getByRole('button', { name: 'Sign' }).click();
    await is(page, 'Hello Grace', '/guestbook');
    await page.goto(`${base}old`);
    await is(page, 'On rain', '/posts/1');
  },
};

// Links and the router change the page without loading it anew.
async function onClientSide(page) {
  await page.evaluate(() => (window.kept = true));
  await page.getByRole('link', { name: 'First' }).click();
  await is(page, 'On rain', '/posts/1');
  await page.getByRole('button', { name: 'Go to the second' }).click();
  await is(page, 'On wind', '/posts/2');
  await page.goBack();
  await is(page, 'On rain', '/posts/1');
  await page.goForward();
  await is(page, 'On wind', '/posts/2');
  assert.ok(await page.evaluate(() => window.kept), 'the page was loaded anew');
}

async function is(page, title, path) {
  await page.getByRole('heading', { name: title }).waitFor();
  await shown(page, '#path', (text) => text === path);
  assert.ok(new URL(page.url()).pathname.endsWith(path), page.url());
}
