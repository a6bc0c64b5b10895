import { until } from '../lib/deadline.js';
import { go } from '../lib/go.js';

/** The gateway goes and comes back; the page says so and catches up by itself. */
export async function losses({ page, gateway, watch, looker }) {
  await go(page, 'Home', /ada/);
  const end = watch.expect(/WebSocket|ERR_CONNECTION|api\/v1\/ws|failed:/);
  await gateway.stop();
  await page.getByText('The gateway cannot be reached').waitFor();
  await looker.some('offline');
  await gateway.start();
  await page.locator('.offline').waitFor({ state: 'detached', timeout: 120_000 });
  await until('it shows the apps', async () => (await page.locator('.tile').count()) > 5);
  end();
}
