import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../lib/deadline.js';
import { execute } from '../lib/execute.js';
import { debian } from '../lib/install.js';

export default {
  name: 'syncthing',
  kind: 'Go, AngularJS, CSRF cookie, long polling',
  install: debian('syncthing'),
  // It answers to its own name alone, against DNS rebinding.
  hostHeader: 'upstream',
  ready: '/meta.js',

  async start(port, dir, { run }) {
    await execute('syncthing', ['generate', `--home=${dir}`, '--no-default-folder']);
    // Its question about usage reports would come up in the middle of the visit.
    const file = join(dir, 'config.xml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('<urAccepted>0<', '<urAccepted>-1<'));
    const own = [`--home=${dir}`, `--gui-address=127.0.0.1:${port}`, '--no-browser', '--no-restart'];
    return run('syncthing', ['serve', ...own, '--no-default-folder', '--no-upgrade']);
  },

  // Adds a folder in the dialog, sees it come up to date by events, and finds it after a reload.
  async check(page, base, { dir }) {
    await page.goto(base);
    await page.getByRole('button', { name: 'Add Folder' }).click();
    await page.locator('#folderLabel').fill('Holiday pictures');
    await page.locator('#folderPath').fill(join(dir, 'pictures'));
    await page.locator('#editFolder').getByRole('button', { name: 'Save' }).click();
    const folder = page.locator('.panel-title', { hasText: 'Holiday pictures' });
    await folder.waitFor();
    await page.locator('#folders .panel', { hasText: 'Unshared' }).waitFor();
    await until(10, 'the folder is in the configuration', () => {
      return readFileSync(join(dir, 'config.xml'), 'utf8').includes('Holiday pictures');
    });
    await page.reload();
    await folder.waitFor();
  },
};
