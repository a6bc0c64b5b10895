import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../lib/deadline.js';
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
    writeFileSync(join(notebooks, 'sums.ipynb'), JSON.stringify(NOTEBOOK));
    const options = { port, 'ServerApp.root_dir': notebooks, 'IdentityProvider.token': TOKEN };
    const own = Object.entries(options).map(([key, value]) => `--${key}=${value}`);
    const root = process.getuid() === 0 ? ['--allow-root'] : [];
    const env = { JUPYTER_PLATFORM_DIRS: '1', PATH: `${join(bin('python'), '..')}:${process.env.PATH}` };
    return run(bin('jupyter-lab'), ['--no-browser', '--ip=127.0.0.1', ...root, ...own], { env });
  },

  // Signs in, opens a notebook, runs a cell over the kernel's socket, saves, and opens it anew.
  async check(page, base, { dir }) {
    await page.goto(base);
    await page.locator('#password_input').fill(TOKEN);
    await page.locator('#login_submit').click();
    await page.locator('.jp-DirListing-item', { hasText: 'sums.ipynb' }).dblclick();
    await page.locator('.jp-Notebook-ExecutionIndicator[data-status=idle]').waitFor({ timeout: 30_000 });
    const result = page.locator('.jp-OutputArea-output', { hasText: '42 answers' });
    // What is run while the kernel still finds its feet is lost, also without a gateway.
    await until(40, 'the cell has run', async () => {
      await page.locator('.jp-Notebook .jp-CodeCell .cm-content').first().press('Control+Enter');
      return result.waitFor({ timeout: 4000 }).then(() => true, () => false);
    });
    await page.keyboard.press('Control+s');
    await until(15, 'the notebook is saved', () => {
      return readFileSync(join(dir, 'notebooks/sums.ipynb'), 'utf8').includes('42 answers');
    });
    await page.goto(`${base}lab/tree/sums.ipynb?reset`);
    await result.waitFor();
  },
};

const CELL = { cell_type: 'code', id: 'a', metadata: {}, outputs: [], execution_count: null, source: 'print(6 * 7, "answers")' };
const NOTEBOOK = {
  cells: [CELL],
  metadata: { kernelspec: { name: 'python3', display_name: 'Python 3', language: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
};
