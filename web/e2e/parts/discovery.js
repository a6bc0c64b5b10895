import assert from 'node:assert/strict';
import { until } from '../lib/deadline.js';
import { go } from '../lib/go.js';

const card = (page, name) =>
  page.locator('.proposal', { has: page.getByRole('heading', { name }) });

/** Containers appear by themselves, are let in or sent away, and both can be regretted. */
export async function discovery({ page, engine, looker, gateway, watch }) {
  await go(page, 'Discovery');
  await page.getByText('Nothing new was found').waitFor();
  await looker.some('discovery-empty');
  const labels = { 'svc.app.name': 'Uptime Kuma', 'svc.app.tags': 'watch' };
  const env = ['TZ=UTC', 'DB_PASSWORD=hunter22'];
  await engine.run('uptime-kuma', { image: 'louislam/uptime-kuma:1', labels, ports: [3001], env });
  await engine.run('photoprism', { image: 'photoprism/photoprism', ports: [2342, 8080] });
  await engine.run('blog', { image: 'ghost:5', ports: [80] });
  // Without a click or a reload: the socket tells.
  await card(page, 'Uptime Kuma').waitFor();
  await card(page, 'photoprism').waitFor();
  await card(page, 'blog').waitFor();
  // On a busy machine a port may not answer in time; another look asks it again.
  const port = card(page, 'photoprism').getByLabel('Port');
  const both = async () => {
    if (await port.isVisible()) return true;
    await gateway.call('POST', '/api/v1/discovery/rediscover');
    return false;
  };
  await until('both ports of photoprism answer', both, { pause: 5000 });
  // The likelier port makes another proposal of it, which comes a moment before the first one goes.
  const only = async () => (await card(page, 'photoprism').count()) === 1;
  await until('photoprism is proposed once', only);
  await card(page, 'photoprism').getByText('Why it is proposed').click();
  await looker.all('discovery');

  const before = watch.answers.length;
  await card(page, 'blog').getByRole('button', { name: 'Dismiss' }).click();
  await card(page, 'blog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await card(page, 'blog').waitFor();
  const sent = watch.answers.slice(before).filter(({ url }) => url.includes('/dismiss'));
  assert.equal(sent.length, 0, 'nothing is sent while it can be regretted');

  const chosen = await port.locator('option').last().getAttribute('value');
  await port.selectOption(chosen);
  await card(page, 'photoprism').getByRole('button', { name: 'Approve' }).click();
  await page.getByText('photoprism is in').waitFor();
  const route = async () => {
    const routes = await gateway.call('GET', '/api/v1/routes');
    return routes.find(({ appId }) => appId === 'photoprism');
  };
  assert.ok((await route()).to.includes(`:${chosen}`), 'the chosen port');

  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Dismiss 2' }).click();
  await page.getByText('2 were dismissed').waitFor();
  const forgotten = async () =>
    (await gateway.call('GET', '/api/v1/discovery/proposals')).length === 0;
  await until('the gateway has heard of it', forgotten, { pause: 2500 });
  await page.getByText('Dismissed', { exact: true }).click();
  await page.getByRole('button', { name: 'Bring blog back' }).click();
  await card(page, 'blog').waitFor();
  await page.getByRole('button', { name: 'Look again' }).click();
  await card(page, 'Uptime Kuma').waitFor();

  await card(page, 'blog').getByRole('button', { name: 'Change…' }).click();
  // Only this card has fields.
  const changed = page.locator('.proposal', { has: page.getByLabel('Group') });
  await changed.getByLabel('Name').fill('Our blog');
  await changed.getByLabel('Group').fill('reading');
  await changed.getByLabel('Path below /apps/').fill('our-blog');
  await looker.some('discovery-change');
  await changed.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Our blog is in').waitFor();
  const apps = await gateway.call('GET', '/api/v1/apps');
  const blog = apps.find(({ id }) => id === 'blog');
  assert.deepEqual(
    [blog.name, blog.tags[0], blog.proxyPath],
    ['Our blog', 'reading', '/apps/our-blog/'],
  );
  await gateway.call('DELETE', '/api/v1/routes/blog');

  await card(page, 'Uptime Kuma').getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Uptime Kuma is in').waitFor();
}
