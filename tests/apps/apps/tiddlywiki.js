import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execute } from '../lib/execute.js';
import { until } from '../lib/deadline.js';
import { npm } from '../lib/install.js';

export default {
  name: 'tiddlywiki',
  kind: 'Node, one large page that saves by PUT',
  install: npm({ tiddlywiki: '5.4.1' }),
  ready: '/status',

  async start(port, dir, { run, bin }) {
    await execute(bin('tiddlywiki'), [join(dir, 'wiki'), '--init', 'server']);
    return run(bin('tiddlywiki'), [join(dir, 'wiki'), '--listen', 'host=127.0.0.1', `port=${port}`]);
  },

  // Writes a note, which is saved by itself, and opens it by its address.
  async check(page, base, { dir }) {
    await page.goto(base);
    await page.locator('button[aria-label="new tiddler"]').first().click();
    await page.locator('input.tc-titlebar').fill('Shopping');
    await page.locator('button[title^="Confirm changes"]').first().click();
    await page.locator('h2 .tc-title', { hasText: 'Shopping' }).or(page.locator('.tc-tiddler-title', { hasText: 'Shopping' })).first().waitFor();
    await until(15, 'the note is saved', () => existsSync(join(dir, 'wiki/tiddlers/Shopping.tid')));
    await page.goto(`${base}#Shopping`);
    await page.reload();
    await page.locator('.tc-tiddler-title', { hasText: 'Shopping' }).first().waitFor();
  },
};
