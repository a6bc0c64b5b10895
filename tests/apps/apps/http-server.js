import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../lib/install.js';

export default {
  name: 'http-server',
  kind: 'Node, folder listings',
  install: npm({ 'http-server': '14.1.1' }),

  start(port, dir, { run, bin }) {
    const folder = join(dir, 'files/photos of 2024/möwe');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'a & b #1.txt'), 'gulls');
    return run(bin('http-server'), [join(dir, 'files'), '-a', '127.0.0.1', '-p', String(port), '-c-1']);
  },

  // Walks down through names that need care, and up again.
  async check(page, base) {
    await page.goto(base);
    await page.getByRole('link', { name: 'photos of 2024/' }).click();
    await page.getByRole('link', { name: 'möwe/' }).click();
    await page.getByRole('link', { name: 'a & b #1.txt' }).click();
    await page.getByText('gulls').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: '../' }).click();
    await page.getByRole('link', { name: 'möwe/' }).waitFor();
  },
};
