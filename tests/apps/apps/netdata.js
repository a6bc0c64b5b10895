import { mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { until } from '../lib/deadline.js';
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
  async check(page, base, { port }) {
    // A dashboard that is opened before there are data does not notice when they come, and the load is
    // measured only every five seconds.
    for (const [chart, rows] of [['system.cpu', 4], ['system.load', 0]]) {
      await until(30, `there are data of ${chart}`, async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/api/v1/data?chart=${chart}&after=-10`);
        return (await answer.json()).data.length > rows;
      });
    }
    await page.goto(`${base}#after=-20;before=0`);
    await page.getByRole('heading', { name: 'System Overview' }).waitFor();
    await shown(page, '.netdata-container-with-legend:has-text("system.cpu")', (text) => /user\s*\d/.test(text), 30);
    await page.goto(`${base}#menu_system_submenu_load;after=-20;before=0`);
    await page.reload();
    await page.locator('[data-netdata="system.load"] canvas').first().waitFor();
  },
};
