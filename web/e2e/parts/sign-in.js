import assert from 'node:assert/strict';
import { ADMIN } from './first-run.js';

/** Out and in again, with a wrong password, and from an app and back to it. */
export async function signIn({ page, gateway, watch, looker, context }) {
  await page.getByRole('button', { name: ADMIN.username }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const left = (await context.cookies()).map(({ name }) => name);
  assert.ok(!left.includes('svc_apps'), 'apps are closed, too');
  const end = watch.expect(/401/);
  await page.getByLabel('User name').fill(ADMIN.username);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await looker.all('sign-in');
  end();
  // A browser on this machine is let into apps as it is, so the way from one is told by hand.
  await page.goto(`${gateway.origin}/?next=${encodeURIComponent('/apps/grafana/x?y=1')}#z`);
  await page.getByLabel('User name').fill(ADMIN.username);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${gateway.origin}/apps/grafana/x?y=1#z`);
  await page.getByRole('heading', { name: 'Grafana' }).waitFor();

  // Its files were kept: the page opens without the gateway, and says what is wrong.
  await page.goto(`${gateway.origin}/_gh/`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const off = watch.expect(/ERR_INTERNET_DISCONNECTED|failed:/);
  await context.setOffline(true);
  await page.goto(`${gateway.origin}/_gh/`);
  await page.getByText('The gateway cannot be reached').waitFor();
  await context.setOffline(false);
  off();
}
