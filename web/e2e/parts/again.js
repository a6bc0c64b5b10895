import assert from 'node:assert/strict';
import { go } from '../lib/go.js';
import { ADMIN } from './first-run.js';

/** A session ends in the middle of a form: one signs in over the page, and nothing typed is lost. */
export async function again({ page, gateway, looker, servers, watch }) {
  let token;
  const listen = (request) => {
    token = request.headers().authorization ?? token;
  };
  page.on('request', listen);
  await go(page, 'Apps', 'Apps and routes');
  await page.getByRole('button', { name: 'Add an app' }).click();
  await page.getByLabel('Name').fill('Half Done');
  await page.getByLabel('Leads to').fill(`http://127.0.0.1:${servers[0].port}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Add an app' }).click();
  await page.getByRole('heading', { level: 1, name: 'Half Done' }).waitFor();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Icon').fill('🌱');
  page.off('request', listen);
  assert.ok(token, 'a request showed its token');

  const end = watch.expect(/401/);
  await gateway.call('POST', '/api/v1/auth/logout', null, { headers: { Authorization: token } });
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  // Saves, unless the socket was quicker: then the dialog is there and has nothing to send.
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  const sent = watch.answers.some(({ method, status }) => method === 'PUT' && status === 401);
  await looker.some('sign-in-again');
  assert.equal(await dialog.getByLabel('User name').inputValue(), ADMIN.username);
  await dialog.getByLabel('Password').fill('not the password');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Password').fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });

  assert.equal(await page.getByLabel('Icon').inputValue(), '🌱');
  // What was sent with the old token is sent again by itself.
  if (!sent) await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const saved = await gateway.call('GET', '/api/v1/routes/half-done');
  assert.equal(saved.icon, '🌱');
  await page.locator('.offline').waitFor({ state: 'detached' });
  await go(page, 'Home', /ada/);
  // Only here: what was read with the old token may have been answered late.
  end();
}
