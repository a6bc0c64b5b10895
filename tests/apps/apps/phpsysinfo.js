import { debian } from '../lib/install.js';
import { shown } from '../lib/pages.js';

export default {
  name: 'phpsysinfo',
  kind: 'PHP, jQuery, XML',
  install: debian('phpsysinfo', 'php-cli', 'php-cgi', 'php-xml', 'php-mbstring'),

  start(port, dir, { run }) {
    const env = { PHP_CLI_SERVER_WORKERS: '3' };
    return run('php', ['-d', 'display_errors=0', '-S', `127.0.0.1:${port}`, '-t', '/usr/share/phpsysinfo'], { env });
  },

  // What the machine is comes by a request of the page; another look has other files.
  async check(page, base) {
    await page.goto(base);
    await shown(page, 'body', (text) => /Kernel Version[\s\S]*\d+\.\d+/.test(text), 25);
  },
};
