import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debian } from '../lib/install.js';

export default {
  name: 'prometheus',
  kind: 'Go, jQuery, d3',
  install: debian('prometheus'),
  ready: '/-/ready',

  start(port, dir, { run }) {
    const file = join(dir, 'prometheus.yml');
    writeFileSync(file, `scrape_configs:
- { job_name: self, scrape_interval: 1s, static_configs: [{ targets: ["127.0.0.1:${port}"] }] }
`);
    const own = [`--config.file=${file}`, `--storage.tsdb.path=${join(dir, 'data')}`];
    return run('prometheus', [...own, `--web.listen-address=127.0.0.1:${port}`]);
  },

  // Runs a query, draws it, opens the drawing by its address, and follows the menu.
  async check(page, base) {
    await page.goto(base);
    await page.locator('textarea[name=expr]').fill('up{job="self"}');
    await page.locator('.execute_btn').click();
    await page.locator('td', { hasText: 'up{' }).first().waitFor();
    await page.goto(`${base}classic/graph?g0.expr=vector(7)&g0.tab=0`);
    await page.locator('svg path.path, svg path').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Status' }).or(page.getByText('Status').first()).first().click();
    await page.getByRole('link', { name: 'Targets' }).click();
    await page.getByText('127.0.0.1:').first().waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Targets' }).waitFor();
  },
};
