import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pypi } from '../lib/install.js';

const TOKEN = 'a-token-for-the-test';

export default {
  name: 'jupyterlab',
  kind: 'Python, Tornado, module federation, WebSocket',
  install: pypi('jupyterlab'),
  ready: '/login',
  websocket: true,
  // It answers to its own name alone, against DNS rebinding.
  hostHeader: 'upstream',

  start(port, dir, { run, bin }) {
    const notebooks = join(dir, 'notebooks');
    mkdirSync(notebooks);
    const options = { port, 'ServerApp.root_dir': notebooks, 'IdentityProvider.token': TOKEN };
    const own = Object.entries(options).map(([key, value]) => `--${key}=${value}`);
    const root = process.getuid() === 0 ? ['--allow-root'] : [];
    const env = { JUPYTER_PLATFORM_DIRS: '1', PATH: `${join(bin('python'), '..')}:${process.env.PATH}` };
    return run(bin('jupyter-lab'), ['--no-browser', '--ip=127.0.0.1', ...root, ...own], { env });
  },

  // Signs in, runs a cell over the kernel's socket, saves, and opens the notebook by its address.
  async check(page, base) {
    await page.goto(base);
    await page.locator('#password_input').fill(TOKEN);
    await page.locator('#login_submit').click();
    await page.locator('.jp-LauncherCard[data-category=Notebook]').first().click();
    const cell = page.locator('.jp-Notebook .jp-CodeCell .cm-content').first();
    await cell.click();
    await page.keyboard.type('print(6 * 7, "answers")');
    await page.keyboard.press('Shift+Enter');
    const result = page.locator('.jp-OutputArea-output', { hasText: '42 answers' });
    await result.waitFor({ timeout: 30_000 });
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('Saving completed').or(page.locator('.jp-mod-current[data-id*="Untitled.ipynb"]')).first().waitFor();
    await page.goto(`${base}lab/tree/Untitled.ipynb?reset`);
    await result.waitFor();
  },
};
