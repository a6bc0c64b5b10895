import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../lib/deadline.js';
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
    // There is nothing to show before it has looked at itself for the first time.
    await until(15, 'the query has a result', async () => {
      await page.locator('.execute_btn').click();
      const row = page.locator('td', { hasText: 'up{' }).first();
      return row.waitFor({ timeout: 1000 }).then(() => true, () => false);
    });
    await page.goto(`${base}classic/graph?g0.expr=vector(7)&g0.tab=0`);
    await page.locator('svg path.path, svg path').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Status' }).or(page.getByText('Status').first()).first().click();
    await page.getByRole('link', { name: 'Targets' }).click();
    await page.getByText('127.0.0.1:').first().waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Targets' }).waitFor();
  },
};
