// What a person waits for: the start page of a gateway with 1,000 apps, on a processor slowed six
// times. The program is at GATEHOUSE_PROGRAM.
//   node web/e2e/bench.js
import { startApp } from './lib/app.js';
import { openBrowser, openContext } from './lib/browser.js';
import { Gateway } from './lib/gateway.js';
import { freePort } from './lib/port.js';
import { ADMIN } from './parts/first-run.js';

const APPS = 1_000;
const SLOWER = 6;
/** How long the page may still be at work after the first tile. */
const SETTLING = 5_000;
const MOST_SCRIPT = 250_000;
const MOST_REQUESTS = 6;

const server = await startApp('App', 200);
const apps = Array.from({ length: APPS }, (_, at) => {
  const [id, tags] = [`app-${at}`, [`group-${at % 20}`]];
  return { id, name: `App ${at}`, tags, port: server.port };
});
const gateway = new Gateway(apps, null);
gateway.appsPort = await freePort();
const browser = await openBrowser();
let missed = false;

try {
  await gateway.start();
  await gateway.call('POST', '/api/v1/auth/setup', ADMIN);
  const context = await openContext(browser);
  const page = await context.newPage();
  await page.goto(`${gateway.origin}/_gh/`);
  await page.getByLabel('User name').fill(ADMIN.username);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('.tile').first().waitFor();
  report(await measure(page, context));
} finally {
  await browser.close();
  await gateway.remove();
  server.stop();
}
process.exit(missed ? 1 : 0);

/** The page is loaded anew, as by somebody who stays signed in. */
async function measure(page, context) {
  const seen = { script: 0, requests: 0 };
  page.on('requestfinished', async (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && !pathname.endsWith('/favicon')) seen.requests += 1;
    const sizes = pathname.endsWith('.js') && (await request.sizes().catch(() => null));
    if (sizes) seen.script += sizes.responseBodySize;
  });
  await page.addInitScript(() => {
    window.measured = { shift: 0, longest: 0 };
    const watch = (type, take) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
        type,
        buffered: true,
      });
    watch('layout-shift', (entry) => {
      if (!entry.hadRecentInput) window.measured.shift += entry.value;
    });
    watch('longtask', (entry) => {
      window.measured.longest = Math.max(window.measured.longest, entry.duration);
    });
  });
  const debug = await context.newCDPSession(page);
  await debug.send('Network.clearBrowserCache');
  await page.evaluate(async () => {
    for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
    for (const key of await caches.keys()) await caches.delete(key);
  });
  await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const began = Date.now();
  await page.reload({ waitUntil: 'commit' });
  await page.locator('.tile').first().waitFor();
  const firstTile = Date.now() - began;
  await page.waitForTimeout(SETTLING);
  return { ...seen, firstTile, ...(await page.evaluate(() => window.measured)) };
}

function report({ script, requests, firstTile, shift, longest }) {
  const rows = [
    ['script to the first screen', `${(script / 1000).toFixed(0)} KB`, script <= MOST_SCRIPT],
    ['requests of the first screen', requests, requests <= MOST_REQUESTS],
    [`first tile of ${APPS}, ${SLOWER} times slower`, `${firstTile} ms`, null],
    ['layout shift', shift.toFixed(3), null],
    [`longest task, ${SLOWER} times slower`, `${longest.toFixed(0)} ms`, null],
  ];
  console.log('## The dashboard\n');
  for (const [name, value, reached] of rows) {
    const verdict = reached === null ? '' : reached ? '  ok' : '  MISSED';
    console.log(`${name.padEnd(44)}${String(value).padStart(10)}${verdict}`);
    missed ||= reached === false;
  }
}
