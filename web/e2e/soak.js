// A page follows a log of 1,000 lines a second for GATEHOUSE_SOAK_MINUTES (10) after it has as many as
// it keeps. It must not hold up whoever uses it, nor take more and more memory. The program is at
// GATEHOUSE_PROGRAM; DASHBOARD_SITE is as in run.js.
//   node web/e2e/soak.js
import assert from 'node:assert/strict';
import { openBrowser, openContext, Watch } from './lib/browser.js';
import { until } from './lib/deadline.js';
import { Engine } from './lib/engine.js';
import { Gateway } from './lib/gateway.js';
import { go } from './lib/go.js';
import { ADMIN } from './parts/first-run.js';

const MINUTES = Number(process.env.GATEHOUSE_SOAK_MINUTES ?? 10);
const LINES_A_SECOND = 1_000;
/** What a page keeps. */
const KEPT = 100_000;
const FILLING = { seconds: (10 * KEPT) / LINES_A_SECOND, pause: 2_000 };
/** Somebody does something with the log so often, in milliseconds. */
const PAUSE = 20_000;
/** The engine and the program share the processor with the page, and make it wait now and then. */
const MOST_LONG_TASKS_A_MINUTE = 1;
const MOST_GROWTH = 1.2;
const HEAP_SLACK = 8_000_000;

const engine = new Engine();
await engine.start();
const gateway = new Gateway([], engine);
gateway.interval = '30s';
const browser = await openBrowser();
let failed = false;

try {
  await engine.run('chatter', { image: 'chatter:1', ports: [80], lines: LINES_A_SECOND });
  await gateway.start();
  await gateway.call('POST', '/api/v1/auth/setup', ADMIN);
  // Nobody opens it; the route makes its container one that may be seen.
  const route = { to: 'http://127.0.0.1:9', containerId: 'chatter' };
  await gateway.call('PUT', '/api/v1/routes/chatter', route);
  const page = await (await openContext(browser)).newPage();
  const watch = new Watch(page);
  await page.addInitScript(noteLongTasks);
  await openLog(page);
  await until('the page has all lines that it keeps', () => isFull(page), FILLING);
  const debug = await page.context().newCDPSession(page);
  const before = await heap(debug);
  await page.evaluate(() => window.longTasks.splice(0));
  const end = Date.now() + MINUTES * 60_000;
  let rounds = 0;
  for (; Date.now() < end; rounds++) {
    await readLog(page);
    await page.waitForTimeout(PAUSE);
  }
  const tasks = await page.evaluate(() => window.longTasks);
  const after = await heap(debug);
  watch.check('the log');
  const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(
    `a page with ${LINES_A_SECOND} lines a second for ${MINUTES} min, used ${rounds} times:`,
  );
  console.log(`heap: ${megabytes(before)}, then ${megabytes(after)}`);
  console.log(
    `tasks over 50 ms: ${tasks.length}, the longest ${Math.max(0, ...tasks).toFixed(0)} ms`,
  );
  assert.ok(after < before * MOST_GROWTH + HEAP_SLACK, 'the heap of the page keeps growing');
  assert.ok(tasks.length <= MINUTES * MOST_LONG_TASKS_A_MINUTE, 'the page holds people up');
} catch (error) {
  failed = true;
  console.error(`FAILED  ${error.stack}\nthe gateway said:\n${gateway.log()}`);
} finally {
  await browser.close();
  await gateway.remove();
  await engine.stop();
}
process.exit(failed ? 1 : 0);

/** Runs in the page. */
function noteLongTasks() {
  window.longTasks = [];
  const note = ({ duration }) => window.longTasks.push(duration);
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(note));
  observer.observe({ type: 'longtask' });
}

async function openLog(page) {
  await page.goto(`${gateway.origin}/_gh/`);
  await page.getByLabel('User name').fill(ADMIN.username);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await go(page, 'Containers');
  await page.getByRole('link', { name: 'chatter', exact: true }).click();
  await page
    .getByText(/^chatter says \d+$/)
    .last()
    .waitFor();
}

async function isFull(page) {
  const told = await page.locator('.log-bar [role=status]').textContent();
  return Number(told.replace(/\D/g, '')) >= KEPT;
}

/** What somebody does with a log: look for something, read further up, break lines, follow again. */
async function readLog(page) {
  const filter = page.getByRole('searchbox', { name: 'Filter lines' });
  await filter.fill('says 99');
  await page.getByText(/ of [\d,]+ lines$/).waitFor();
  await filter.fill('');
  await page.locator('.log-lines').hover();
  await page.mouse.wheel(0, -3_000);
  const follow = page.getByRole('button', { name: /new lines?$|^To the end$/ });
  await follow.waitFor();
  const wrap = page.getByRole('button', { name: 'Wrap long lines' });
  await wrap.click();
  await wrap.click();
  await follow.click();
  await follow.waitFor({ state: 'detached' });
}

/** What is used when nothing is left to collect. */
async function heap(debug) {
  await debug.send('HeapProfiler.collectGarbage');
  return (await debug.send('Runtime.getHeapUsage')).usedSize;
}
