import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fixture } from '../lib/install.js';
import { shown } from '../lib/pages.js';

export default {
  name: 'vite-vue',
  kind: 'Vite build, Vue, vue-router, axios, socket.io',
  install: fixture('vite-vue', { build: ['npm', 'run', 'build'] }),
  websocket: true,

  start: (port, dir, { run, home }) => run(process.execPath, [join(home, 'server.js'), String(port)]),

  async check(page, base) {
    await page.goto(base);
    await page.getByRole('listitem').getByText('bread').waitFor();
    assert.match(page.url(), /\/lists\/groceries$/);
    await page.locator('form input').fill('milk');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('listitem').getByText('milk').waitFor();
    await page.locator('#theme').click();
    await page.reload();
    await page.getByRole('listitem').getByText('milk').waitFor();
    await shown(page, '#theme', (text) => text === 'dark');
    await page.getByRole('link', { name: 'About' }).click();
    await shown(page, '#route', (text) => text === '/about');
    await shown(page, '#link', (text) => text.endsWith('/about'));
    await page.goBack();
    await page.getByRole('heading', { name: 'groceries' }).waitFor();
    await page.goForward();
    await shown(page, '#route', (text) => text === '/about');
    await page.goto(`${base}lists/tools`);
    await page.getByRole('heading', { name: 'tools' }).waitFor();
  },
};
