// What a person waits for: the start page and the list of apps of a gateway with 1,000 of them, on a
// processor slowed six times. The program is at GATEHOUSE_PROGRAM; DASHBOARD_SITE is as in run.js.
//   node web/e2e/bench.js
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { startApp } from './lib/app.js';
import { openBrowser, openContext } from './lib/browser.js';
import { until } from './lib/deadline.js';
import { Gateway } from './lib/gateway.js';
import { freePort } from './lib/port.js';
import { ADMIN } from './parts/first-run.js';

const APPS = 1_000;
const SLOWER = 6;
/** How long the page may still be at work after the first one. */
const SETTLING = 5_000;
/** A page that is too slow is to be told by a figure, not by an error. */
const PATIENCE = 300_000;
const MOST_SCRIPT = 250_000;
const MOST_REQUESTS = 6;

const server = await startApp('App', 200);
const apps = Array.from({ length: APPS }, (_, at) => {
  const [id, tags] = [`app-${at}`, [`group-${at % 20}`]];
  return { id, name: `App ${at}`, tags, port: server.port };
});
const gateway = new Gateway(apps, null);
gateway.appsPort = await freePort();
// The app's server shares the processor with the page.
gateway.interval = '30s';
const browser = await openBrowser();
let missed = false;

try {
  await gateway.start();
  await gateway.call('POST', '/api/v1/auth/setup', ADMIN);
  const context = await openContext(browser);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  page.on('crash', () => console.error('the page crashed'));
  await page.goto(`${gateway.origin}/_gh/`);
  await page.getByLabel('User name').fill(ADMIN.username);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('.tile').first().waitFor();
  await allChecked();
  await prepare(page, context);
  const home = await measureHome(page);
  const list = await measureList(page);
  report(home, list);
} catch (error) {
  missed = true;
  console.error(`FAILED  ${error.stack}\nthe gateway said:\n${gateway.log()}`);
} finally {
  await browser.close();
  await gateway.remove();
  server.stop();
}
process.exit(missed ? 1 : 0);

/** Until then the page is told of each app that is found well. */
function allChecked() {
  const known = async () =>
    (await gateway.call('GET', '/api/v1/apps')).every((app) => app.healthStatus !== 'unknown');
  return until('all apps were looked at', known, { seconds: 180, pause: 1_000 });
}

/** Nothing is kept from before, and everything takes longer. */
async function prepare(page, context) {
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
}

/** The page is loaded anew, as by somebody who stays signed in. */
async function measureHome(page) {
  const seen = { script: 0, requests: 0, pictures: 0 };
  const asked = [];
  const note = async (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/favicon')) seen.pictures += 1;
    else if (pathname.startsWith('/api/')) asked.push(pathname);
    if (pathname.endsWith('.js')) seen.script += await compressed(request, pathname);
  };
  page.on('requestfinished', note);
  const began = Date.now();
  await page.reload({ waitUntil: 'commit' });
  await page.locator('.tile').first().waitFor();
  const first = Date.now() - began;
  await page.waitForTimeout(SETTLING);
  page.off('requestfinished', note);
  seen.requests = asked.length;
  if (asked.length > MOST_REQUESTS) console.log(`asked for: ${asked.join(', ')}\n`);
  const loaded = await page.evaluate(() => ({ ...window.measured }));
  return { ...seen, first, ...loaded, last: await toTheEnd(page, '.app-group') };
}

/** The list of apps, opened from the start page. */
async function measureList(page) {
  await page.evaluate(() => Object.assign(window.measured, { shift: 0, longest: 0 }));
  const began = Date.now();
  await page.evaluate(() => document.querySelector('nav a[href="/_gh/apps"]').click());
  await page.locator('.routes tbody tr').first().waitFor();
  const first = Date.now() - began;
  await page.waitForTimeout(SETTLING);
  const loaded = await page.evaluate(() => ({ ...window.measured }));
  return { first, ...loaded, last: await toTheEnd(page, '.routes tbody') };
}

/** How long it takes, from the top, until the last one is seen. */
async function toTheEnd(page, selector) {
  const began = Date.now();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.waitForFunction((each) => {
    const last = [...document.querySelectorAll(each)].at(-1)?.querySelectorAll('a');
    const { bottom } = [...(last ?? [])].at(-1)?.getBoundingClientRect() ?? { bottom: 0 };
    return bottom > innerHeight / 2 && bottom <= innerHeight;
  }, selector);
  return Date.now() - began;
}

/** From a folder, files come as they are; the program sends them compressed. */
async function compressed(request, pathname) {
  if (process.env.DASHBOARD_SITE) {
    const file = join(process.env.DASHBOARD_SITE, pathname.replace(/^\/_gh\//, ''));
    return brotliCompressSync(readFileSync(file)).length;
  }
  return (await request.sizes().catch(() => null))?.responseBodySize ?? 0;
}

function report(home, list) {
  const { script, requests } = home;
  const rows = [
    ['script to the first screen', `${(script / 1000).toFixed(0)} KB`, script <= MOST_SCRIPT],
    ['requests of the first screen', requests, requests <= MOST_REQUESTS],
    ['pictures of the first screen', home.pictures, null],
    ...times('tile', home),
    ...times('row of the list', list),
  ];
  console.log(`## The dashboard, with ${APPS} apps and ${SLOWER} times slower\n`);
  for (const [name, value, reached] of rows) {
    const verdict = reached === null ? '' : reached ? '  ok' : '  MISSED';
    console.log(`${name.padEnd(44)}${String(value).padStart(10)}${verdict}`);
    missed ||= reached === false;
  }
}

function times(what, { first, last, shift, longest }) {
  return [
    [`first ${what}`, `${first} ms`, null],
    ['  layout shift', shift.toFixed(3), null],
    ['  longest task', `${longest.toFixed(0)} ms`, null],
    ['  from the top to the last', `${last} ms`, null],
  ];
}
