// Walks through all pages again and again for GATEHOUSE_SOAK_MINUTES (10), as a person does who leaves
// the dashboard open: no request may be refused, no error may be said, and what the page holds must not
// grow by more than a tenth after the first fifth of the time. The program is at GATEHOUSE_PROGRAM.
//   node web/e2e/visit.js
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp } from './lib/app.js';
import { openBrowser, openContext, Watch } from './lib/browser.js';
import { until } from './lib/deadline.js';
import { Engine } from './lib/engine.js';
import { Gateway } from './lib/gateway.js';
import { go } from './lib/go.js';
import { heldBytes } from './lib/heap.js';
import { ADMIN } from './parts/first-run.js';

const MINUTES = Number(process.env.GATEHOUSE_SOAK_MINUTES || 10);
const MOST_GROWTH = 1.1;
/** How long a page is looked at. */
const LOOK = 1_000;
const CONTAINER = 'uptime-kuma';
/** By the names in the side bar and its tabs, with the heading where that is another one. */
const PAGES = [
  ['Home', /ada/],
  ['Apps', 'Apps and routes'],
  ['Discovery'],
  ['Containers'],
  ['Toolbox'],
  ['Automation'],
  ['Notifications'],
  ['Peers'],
  ['Devices'],
  ['API keys'],
  ['Sessions'],
  ['Activity'],
  ['Metrics'],
  ['Certificates'],
  ['Backups'],
  ['Settings'],
];

const server = await startApp('Grafana', 25);
const apps = [{ id: 'grafana', name: 'Grafana', port: server.port }];
const engine = new Engine();
await engine.start();
const gateway = new Gateway(apps, engine);
const browser = await openBrowser();
let failed = false;

try {
  await gateway.start();
  await gateway.call('POST', '/api/v1/auth/setup', ADMIN);
  await letContainerIn();
  const context = await openContext(browser);
  const page = await context.newPage();
  const watch = new Watch(page);
  await page.goto(`${gateway.origin}/_gh/`);
  await page.getByLabel('User name').fill(ADMIN.username);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: /ada/ }).waitFor();
  await visit(page, watch);
} catch (error) {
  failed = true;
  console.error(`FAILED  ${error.stack}\nthe gateway said:\n${gateway.log()}`);
} finally {
  await browser.close();
  await gateway.remove();
  await engine.stop();
  server.stop();
}
process.exit(failed ? 1 : 0);

async function letContainerIn() {
  const labels = { 'svc.app.name': 'Uptime Kuma' };
  await engine.run(CONTAINER, { image: 'louislam/uptime-kuma:1', labels, ports: [3001] });
  const proposal = await until('the container is proposed', async () => {
    const proposals = await gateway.call('GET', '/api/v1/discovery/proposals');
    return proposals.find(({ suggestedApp }) => suggestedApp.name === 'Uptime Kuma');
  });
  await gateway.call('POST', `/api/v1/discovery/proposals/${proposal.id}/approve`);
}

async function visit(page, watch) {
  const debug = await page.context().newCDPSession(page);
  const began = Date.now();
  const end = began + MINUTES * 60_000;
  let rounds = 0;
  let before;
  while (Date.now() < end) {
    await round(page, watch);
    rounds += 1;
    if (before === undefined && Date.now() - began >= (MINUTES * 60_000) / 5) {
      before = await held(page, debug);
    }
  }
  const after = await held(page, debug);
  before ??= after;
  const megabytes = (bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`;
  console.log(
    `${rounds} rounds of ${PAGES.length} pages in ${MINUTES} min, ${watch.answers.length} answers, ` +
      `none refused; the page holds ${megabytes(before)}, then ${megabytes(after)}`,
  );
  if (after > before * MOST_GROWTH) throw new Error('the page holds more and more');
}

/** Every page with all its tabs, an app and the log of a container. */
async function round(page, watch) {
  for (const [name, heading] of PAGES) {
    await go(page, name, heading);
    await lookAround(page);
    if (name === 'Apps') await look(page, 'Grafana');
    if (name === 'Containers') await look(page, CONTAINER);
    watch.check(name);
  }
}

async function look(page, name) {
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await lookAround(page);
}

async function lookAround(page) {
  await sleep(LOOK);
  const tabs = page.getByRole('main').getByRole('tab');
  for (let at = 0; at < (await tabs.count()); at += 1) {
    await tabs.nth(at).click();
    await sleep(LOOK);
  }
}

/** The bytes that the start page holds. */
async function held(page, debug) {
  await go(page, ...PAGES[0]);
  await sleep(LOOK);
  return heldBytes(debug);
}
