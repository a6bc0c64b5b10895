import { debian } from '../lib/install.js';
import { freePort } from '../lib/ports.js';

export default {
  name: 'transmission',
  kind: 'C, jQuery, JSON-RPC with a token',
  install: debian('transmission-daemon'),
  // It answers to its own name alone, against DNS rebinding.
  hostHeader: 'upstream',

  async start(port, dir, { run }) {
    const own = ['-f', '-g', dir, '-w', dir, '-p', port, '-r', '127.0.0.1', '-P', await freePort()];
    return run('transmission-daemon', [...own, '-T', '-M', '-O'].map(String));
  },

  // Adds a torrent by its link, finds it in the list, also after a reload.
  async check(page, base) {
    await page.goto(base);
    await page.locator('#toolbar-open').click();
    await page.locator('#torrent_upload_url').fill(`magnet:?xt=urn:btih:${'a'.repeat(40)}&dn=a-quiet-song`);
    await page.locator('#upload_confirm_button').click();
    const row = page.locator('.torrent_name', { hasText: 'a-quiet-song' });
    await row.waitFor();
    await page.reload();
    await row.click();
    await page.locator('#toolbar-inspector').click();
    await page.locator('#inspector-info-hash', { hasText: 'a'.repeat(40) }).waitFor();
  },
};
