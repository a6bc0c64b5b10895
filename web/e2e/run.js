// The dashboard in Chromium, against the program.
//   node web/e2e/run.js [--screenshots DIR] [part...]
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startApp } from './lib/app.js';
import { openBrowser, openContext, Watch } from './lib/browser.js';
import { Engine } from './lib/engine.js';
import { Gateway } from './lib/gateway.js';
import { Looker } from './lib/looks.js';
import { parts } from './parts/index.js';

const { values, positionals } = parseArgs({
  options: { screenshots: { type: 'string' } },
  allowPositionals: true,
});
if (values.screenshots) mkdirSync(values.screenshots, { recursive: true });

const APPS = [
  { id: 'jellyfin', name: 'Jellyfin', tags: ['media'], hue: 265 },
  { id: 'immich', name: 'Immich', tags: ['media'], hue: 145 },
  { id: 'home-assistant', name: 'Home Assistant', tags: ['home'], hue: 200 },
  { id: 'node-red', name: 'Node-RED', tags: ['home'], hue: 0 },
  { id: 'paperless', name: 'Paperless', tags: ['office'], hue: 110 },
  { id: 'vaultwarden', name: 'Vaultwarden', tags: ['office'], hue: 220 },
  { id: 'grafana', name: 'Grafana', tags: ['watch'], hue: 25 },
];

const servers = [];
for (const app of APPS) {
  const server = await startApp(app.name, app.hue);
  servers.push(server);
  app.port = server.port;
}
const engine = new Engine();
await engine.start();
const gateway = new Gateway(APPS, engine);
gateway.hurried = true;
const browser = await openBrowser();
let failed = false;
let page;

try {
  await gateway.start();
  const context = await openContext(browser);
  page = await context.newPage();
  const watch = new Watch(page);
  const looker = new Looker(page, watch, values.screenshots);
  const world = { gateway, engine, servers, browser, context, page, watch, looker };
  for (const { name, needed, run } of parts) {
    if (positionals.length > 0 && !needed && !positionals.includes(name)) continue;
    const started = Date.now();
    await run(world).catch((error) => {
      error.message = `${name}: ${error.message}`;
      throw error;
    });
    watch.check(name);
    looker.check(name);
    console.log(`   ok  ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  }
} catch (error) {
  failed = true;
  console.error(`FAILED  ${error.stack}`);
  const picture = join(tmpdir(), 'dashboard-failure.png');
  await page?.screenshot({ path: picture }).catch(() => {});
  console.error(`the page as it was: ${picture}\nthe gateway said:\n${gateway.log()}`);
} finally {
  await browser.close();
  await gateway.remove();
  await engine.stop();
  for (const server of servers) server.stop();
}
process.exit(failed ? 1 : 0);
