import { pypi } from '../lib/install.js';
import { shown } from '../lib/pages.js';

export default {
  name: 'glances',
  kind: 'Python, FastAPI, Vue',
  install: pypi('glances'),
  ready: '/api/4/status',

  start(port, dir, { run, bin }) {
    const own = ['-w', '-B', '127.0.0.1', '-p', String(port), '-t', '1'];
    return run(bin('glances'), [...own, '--disable-check-update', '--disable-autodiscover']);
  },

  // Figures of this machine are shown and change.
  async check(page, base) {
    await page.goto(base);
    await page.getByText('LOAD').first().waitFor();
    const first = await shown(page, '#now, .now, #uptime', (text) => text.length > 3);
    await shown(page, '#now, .now, #uptime', (text) => text !== first);
  },
};
