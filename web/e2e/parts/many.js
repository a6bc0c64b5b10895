import assert from 'node:assert/strict';
import { Watch } from '../lib/browser.js';
import { until } from '../lib/deadline.js';
import { go } from '../lib/go.js';
import { Looker } from '../lib/looks.js';
import { ADMIN } from './first-run.js';

const COUNT = 300;
const CONTAINERS = 5_000;
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>';

/** Makes the page believe that the gateway has many apps. */
async function pretend(page, gateway) {
  const [app] = await gateway.call('GET', '/api/v1/apps');
  const [route] = await gateway.call('GET', '/api/v1/routes');
  const all = Array.from({ length: COUNT }, (_, at) => `many-${at}`);
  const apps = all.map((id, at) => ({ ...app, id, name: id, icon: '', tags: [`group-${at % 6}`] }));
  const routes = all.map((id) => ({ ...route, routeId: id, appId: id, pathBase: `/apps/${id}` }));
  await page.route('**/api/v1/apps', (asked) => asked.fulfill({ json: apps }));
  await page.route('**/api/v1/routes', (asked) => asked.fulfill({ json: routes }));
  const pictures = new Set();
  await page.route('**/api/v1/apps/*/favicon', (asked) => {
    pictures.add(asked.request().url());
    return asked.fulfill({ body: PICTURE, contentType: 'image/svg+xml' });
  });
  return pictures;
}

/** The same of containers, of which every other one is in a cluster. */
async function pretendContainers(page) {
  const all = Array.from({ length: CONTAINERS }, (_, at) => ({
    id: `id-${at}`,
    name: `container-${at}`,
    image: 'example/web:1',
    state: 'running',
    status: 'Up 2 days',
    created: 1_800_000_000,
    ports: [],
    labels: { 'com.docker.compose.project': `stack-${at % 40}` },
    runtime: at % 2 === 0 ? 'docker' : 'kubernetes',
    namespace: at % 2 === 0 ? '' : `zone-${at % 40}`,
    routes: [],
  }));
  const asked = (path) => (url) => url.pathname === `/api/v1/containers${path}`;
  await page.route(asked(''), (asked) => asked.fulfill({ json: all }));
  const stats = { containers: [], timestamp: 1_800_000_000 };
  await page.route(asked('/stats'), (asked) => asked.fulfill({ json: stats }));
}

/** Of very many containers, those in sight are in the page, and the runtime stands in the address. */
async function manyContainers(page, looks) {
  await pretendContainers(page);
  await go(page, 'Containers');
  const rows = page.locator('.containers tbody tr[data-index]');
  await page.getByRole('link', { name: 'container-0', exact: true }).waitFor();
  assert.ok((await rows.count()) < 200, 'the table does not have them all');
  await looks.some('containers-many');
  looks.check('containers, when they are many');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  // The last one of the last namespace.
  await page.getByRole('link', { name: 'container-4969', exact: true }).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('radio', { name: 'Kubernetes' }).click();
  await page.getByRole('link', { name: 'container-0', exact: true }).waitFor({ state: 'detached' });
  assert.match(page.url(), /runtime=kubernetes/, 'a view can be shared');
  await page.getByRole('searchbox', { name: 'Search containers' }).fill('container-4321');
  await page.getByRole('link', { name: 'container-4321', exact: true }).waitFor();
}

/** Of very many apps, those in sight are in the page; the others are found, scrolled and stepped to. */
export async function many({ context, gateway, looker }) {
  const page = await context.newPage();
  const watch = new Watch(page);
  const pictures = await pretend(page, gateway);
  await page.goto(`${gateway.origin}/_gh/`);
  await page.getByLabel('User name').fill(ADMIN.username);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const tiles = page.locator('.tile');
  await tiles.first().waitFor();
  await page.locator('img.app-icon').first().waitFor();
  const looks = new Looker(page, watch, looker.screenshots);
  await looks.some('home-many');
  looks.check('home with many apps');
  assert.ok((await tiles.count()) < COUNT, 'the page does not have them all');
  assert.ok(pictures.size < COUNT / 2, `${pictures.size} pictures were fetched`);

  const search = page.getByRole('searchbox');
  await search.fill('many-299');
  await page.locator('.tile', { hasText: 'many-299' }).waitFor();
  await search.fill('');

  // Whoever steps to the rest of the last group goes on with its first tile.
  const last = page.locator('.app-group').last();
  await last.getByRole('button', { name: /^Show \d+ more$/ }).focus();
  await page.waitForFunction(() => document.activeElement?.closest('.tile'));
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const whole = async () => (await last.locator('.tile').count()) === COUNT / 6;
  await until('the last group is there as a whole', whole);

  await go(page, 'Apps', 'Apps and routes');
  const rows = page.locator('.routes tbody tr[data-index]');
  await page.getByRole('link', { name: 'many-0', exact: true }).waitFor();
  assert.ok((await rows.count()) < COUNT, 'the table does not have them all');
  await looks.some('apps-many');
  looks.check('apps, when they are many');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.getByRole('link', { name: 'many-299', exact: true }).waitFor();
  await page.getByRole('searchbox').fill('many-150');
  await page.getByRole('link', { name: 'many-150', exact: true }).waitFor();
  await manyContainers(page, looks);
  watch.check('many apps and containers');
  await page.close();
}
