import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { Watch } from '../lib/browser.js';
import { until } from '../lib/deadline.js';
import { ADMIN } from './first-run.js';

async function socketsOpen(gateway) {
  const text = await (await fetch(`${gateway.origin}/metrics`)).text();
  return Number(text.match(/^gatehouse_sockets_open (\d+)/m)?.[1]);
}

/** Two tabs, two tokens, one socket; a page of an app hears nothing of it. */
export async function tabs({ context, gateway }) {
  const second = await context.newPage();
  const watch = new Watch(second);
  await second.goto(`${gateway.origin}/_gh/devices`);
  await second.getByLabel('User name').fill(ADMIN.username);
  await second.getByLabel('Password').fill(ADMIN.password);
  await second.getByRole('button', { name: 'Sign in' }).click();
  await second.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
  await second.locator('.offline').waitFor({ state: 'detached' });
  assert.equal(await socketsOpen(gateway), 1, 'one socket for both');

  // What any page of this origin could do: join the worker, with a token that is none.
  const files = await readdir(new URL('../../../crates/dashboard/site/assets', import.meta.url));
  const worker = files.find((name) => /^worker-.*\.js$/.test(name));
  const app = await context.newPage();
  await app.goto(`${gateway.origin}/apps/jellyfin/`);
  const heard = await app.evaluate((url) => {
    const { port } = new SharedWorker(url, { type: 'module', name: 'gatehouse' });
    const answer = new Promise((resolve) => {
      port.onmessage = ({ data }) => resolve(data.state?.name ?? data.message?.type);
    });
    port.postMessage({ kind: 'join', token: 'made-up' });
    return answer;
  }, `/_gh/assets/${worker}`);
  assert.equal(heard, 'refused');
  await app.close();

  // What the second does, the first sees.
  await second.getByRole('button', { name: 'Pair a device' }).click();
  await second.getByRole('img', { name: 'QR code for pairing' }).waitFor();
  watch.check('the second tab');
  await second.close();
  await until('the socket is still there', async () => (await socketsOpen(gateway)) === 1);
}
