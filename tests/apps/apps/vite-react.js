import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fixture } from '../lib/install.js';
import { shown } from '../lib/pages.js';

export default {
  name: 'vite-react',
  kind: 'Vite build, React, react-router, WebSocket',
  install: fixture('vite-react', { build: ['npm', 'run', 'build'] }),
  websocket: true,

  start: (port, dir, { run, home }) => run(process.execPath, [join(home, 'server.js'), String(port)]),

  async check(page, base) {
    await page.goto(base);
    await page.getByRole('link', { name: 'Water the plants' }).waitFor();
    await shown(page, '#beats', (text) => Number(text) > 1);
    assert.deepEqual(await brokenPictures(page), []);
    await page.locator('input[name=text]').fill('Feed the cat');
    await page.getByRole('button', { name: 'Add' }).click();
    await deepLink(page);
    await page.reload();
    await deepLink(page);
    await page.goBack();
    await page.getByRole('link', { name: 'Feed the cat' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await shown(page, '#sum', (text) => text === '42');
    assert.equal(await page.locator('.settings').evaluate(backgroundType), 'image/svg+xml');
    await page.goto(`${base}settings`);
    await shown(page, '#sum', (text) => text === '42');
    await page.goto(`${base}nowhere`);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('link', { name: 'Feed the cat' }).waitFor();
  },
};

// The app sees its own addresses, whatever stands in the bar.
async function deepLink(page) {
  await page.getByRole('heading', { name: 'Feed the cat' }).waitFor();
  await shown(page, '#where', (text) => text === '/notes/2');
  await shown(page, '#bar', (text) => text === '/notes/2');
  assert.match(page.url(), /\/notes\/2$/);
}

async function backgroundType(element) {
  const address = /url\("(.*)"\)/.exec(getComputedStyle(element).backgroundImage)[1];
  return (await fetch(address)).headers.get('content-type');
}

function brokenPictures(page) {
  return page.locator('img').evaluateAll((all) => all.filter((img) => !img.naturalWidth).map((img) => img.src));
}
