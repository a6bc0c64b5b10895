import { mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { debian } from '../lib/install.js';
import { shown } from '../lib/pages.js';

export default {
  name: 'netdata',
  kind: 'C, React dashboard that polls',
  install: debian('netdata-core', 'netdata-web'),
  ready: '/api/v1/info',

  start(port, dir, { run }) {
    const folders = ['cache', 'lib', 'logs'].map((name) => join(dir, name));
    folders.forEach((folder) => mkdirSync(folder));
    const [cache, lib, log] = folders;
    writeFileSync(join(dir, 'netdata.conf'), `[global]
run as user = ${userInfo().username}
[directories]
cache = ${cache}
lib = ${lib}
log = ${log}
[web]
bind to = 127.0.0.1:${port}
[ml]
enabled = no
[statsd]
enabled = no
`);
    return run('netdata', ['-D', '-c', join(dir, 'netdata.conf')]);
  },

  // Charts are drawn from live data and go on; the next part of the page is drawn, too.
  async check(page, base) {
    await page.goto(base);
    await page.getByRole('heading', { name: 'System Overview' }).waitFor();
    const value = page.locator('.netdata-chart-row .easyPieChart-value, .easyPieChart-value').first();
    await value.waitFor();
    await page.locator('#chart_system_cpu canvas, [data-netdata="system.cpu"] canvas').first().waitFor();
    await page.waitForResponse((answer) => answer.url().includes('api/v1/data') && answer.ok());
    await page.goto(`${base}#menu_system_submenu_load;after=-60;before=0`);
    await page.reload();
    await page.locator('[data-netdata="system.load"] canvas').first().waitFor();
  },
};
