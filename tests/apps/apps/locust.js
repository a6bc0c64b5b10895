import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pypi } from '../lib/install.js';

export default {
  name: 'locust',
  kind: 'Python, Flask, React',
  install: pypi('locust'),

  start(port, dir, { run, bin }) {
    const file = join(dir, 'locustfile.py');
    writeFileSync(file, `from locust import HttpUser, constant, task

class Visitor(HttpUser):
    wait_time = constant(0.2)

    @task
    def look(self):
        self.client.get('/stats/requests', name='a look')
`);
    return run(bin('locust'), ['-f', file, '--web-host', '127.0.0.1', '--web-port', String(port)]);
  },

  // Starts a run against itself, sees figures come in, and stops it.
  async check(page, base, { port }) {
    await page.goto(base);
    await page.locator('input[name=host]').fill(`http://127.0.0.1:${port}`);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByText('a look').first().waitFor();
    await page.getByRole('button', { name: 'Stop' }).first().click();
    await page.getByText('Stopped', { exact: false }).first().waitFor();
    await page.reload();
    await page.getByText('a look').first().waitFor();
  },
};
