import assert from 'node:assert/strict';
import { until } from '../lib/deadline.js';
import { freePort } from '../lib/port.js';
import { ADMIN } from './first-run.js';

/** Makes an app a favourite, and waits until the gateway knows. */
async function likeOne(page) {
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/auth/preferences'));
  await page.getByRole('button', { name: 'Edit layout' }).click();
  await page
    .locator('.tile', { hasText: 'Grafana' })
    .getByRole('button', { name: /favourite/ })
    .click();
  assert.equal((await kept).status(), 204);
}

const forgetHere = (page) =>
  page.evaluate(() => {
    const { favourites, order, ...rest } = JSON.parse(localStorage.getItem('gatehouse.prefs'));
    localStorage.setItem('gatehouse.prefs', JSON.stringify(rest));
  });

const isKept = (page) => page.evaluate(() => caches.has('gatehouse.last-seen'));

/** Opened without the gateway, the page says what it saw last, and goes on when it is back. */
async function lastSeen({ page, context, watch, looker, gateway }) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await until('what was seen is kept', () => isKept(page));
  const off = watch.expect(/ERR_INTERNET_DISCONNECTED|failed:/);
  await context.setOffline(true);
  await page.goto(`${gateway.origin}/_gh/`);
  const seen = page.getByRole('region', { name: /^As of / });
  await seen.getByText('Grafana').waitFor();
  await looker.some('last-seen');
  await context.setOffline(false);
  await page.getByRole('button', { name: ADMIN.username }).waitFor();
  off();
}

/** Apps at an address of their own: one stays signed in, and no app shares the page's origin. */
export async function stay({ page, gateway, context, watch, looker }) {
  await page.goto('about:blank');
  await gateway.stop();
  gateway.appsPort = await freePort();
  await gateway.start();
  await page.goto(`${gateway.origin}/_gh/`);
  await page.getByLabel('User name').fill(ADMIN.username);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByText('You stay signed in').waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: ADMIN.username }).waitFor();
  const kept = async () =>
    (await context.cookies(`${gateway.origin}/api/v1/auth/session`)).find(
      ({ name }) => name === 'svc_session',
    );
  const first = await kept();
  assert.ok(first?.httpOnly && first.sameSite === 'Strict', 'no page can read it');
  await likeOne(page);
  await forgetHere(page);
  await page.reload();
  await page.getByRole('button', { name: ADMIN.username }).waitFor();
  // Favourites go with the person, not with the browser.
  await page.getByRole('heading', { name: 'Favourites' }).waitFor();
  assert.notEqual((await kept()).value, first.value, 'it changes with every use');

  await lastSeen({ page, context, watch, looker, gateway });

  await page.goto(`${gateway.origin}/apps/grafana/`);
  await page.waitForURL(`http://127.0.0.1:${gateway.appsPort}/apps/grafana/`);
  await page.getByRole('heading', { name: 'Grafana' }).waitFor();
  const answer = await context.request.get(`${gateway.origin}/apps/grafana/`, {
    headers: { accept: 'application/json' },
  });
  assert.match(answer.headers()['content-security-policy'], /sandbox/);

  await page.goto(`${gateway.origin}/_gh/`);
  await page.getByRole('button', { name: ADMIN.username }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await until('what was last seen is forgotten', async () => !(await isKept(page)));
  await page.reload();
  await page.getByLabel('Password').waitFor();
}
