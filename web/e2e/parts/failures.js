import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { openContext } from '../lib/browser.js';
import { until } from '../lib/deadline.js';
import { go } from '../lib/go.js';
import { freePort } from '../lib/port.js';

/** What goes wrong in a house: the page says what, why, and what is left. */
export async function failures(world) {
  await withRegistry((registry) => cannotDeploy(world, registry));
  await engineGone(world);
  await mayNot(world);
  // Only root may mount a disk to fill.
  if (process.getuid() === 0) await diskFull(world);
}

/** A registry that has no image at all. */
async function withRegistry(run) {
  const server = createServer(({ url }, response) => {
    const isKnown = url === '/v2/';
    response.writeHead(isKnown ? 200 : 404, { 'Content-Type': 'application/json' });
    const errors = [{ code: 'MANIFEST_UNKNOWN', message: 'manifest unknown' }];
    response.end(JSON.stringify(isKnown ? {} : { errors }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await run(`127.0.0.1:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const template = (registry) => `x-toolbox:
  name: Nothing
  route: { service: web, port: 8080 }
services:
  web:
    image: ${registry}/nothing:1
    ports: ["127.0.0.1:18099:8080"]
`;

/** A port that is taken is said before; an image that there is not, afterwards. */
async function cannotDeploy({ page, gateway, looker, servers }, registry) {
  gateway.write('toolbox/nothing/compose.yaml', template(registry));
  const isListed = async () => {
    const { services } = await gateway.call('GET', '/api/v1/toolbox/services');
    return services.some(({ id }) => id === 'nothing');
  };
  await until('the template is listed', isListed, { pause: 3000 });
  await go(page, 'Toolbox');
  await page.getByRole('searchbox', { name: 'Search the catalogue' }).fill('nothing');
  await page.getByRole('link', { name: 'Nothing', exact: true }).click();
  const port = page.getByLabel('Port on this machine');
  const deploy = page.getByRole('button', { name: 'Deploy' });
  await port.fill(String(servers[0].port));
  await page.getByRole('alert').filter({ hasText: 'has the port' }).waitFor();
  assert.ok(await deploy.isDisabled(), 'it is not tried');
  await looker.some('toolbox-port-taken');

  await port.fill(String(await freePort()));
  await deploy.click();
  const item = page.getByRole('listitem').filter({ hasText: 'Nothing' });
  await item.getByText('Failed', { exact: true }).waitFor();
  await item.getByText(/not found|manifest unknown/).waitFor();
  await looker.some('toolbox-no-image');
  await item.getByRole('button', { name: 'Actions for Nothing' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove Nothing?' });
  await removal.getByText('It has kept no data').waitFor();
  await removal.getByRole('button', { name: 'Remove' }).click();
  await item.waitFor({ state: 'detached' });
}

/** The engine ends and is back: Home says so, with the cause, and stops saying it. */
async function engineGone({ page, engine, watch, looker }) {
  await go(page, 'Home', /ada/);
  const lost = page.getByRole('listitem').filter({ hasText: 'containers.docker is not in order' });
  // Whoever asks for containers meanwhile is told that there is no engine.
  const end = watch.expect(/status 503|503 \(/);
  await engine.order('stop');
  await lost.getByText(/docker\.sock/).waitFor();
  await looker.some('engine-gone');
  await engine.order('start');
  await until('it is well again', async () => (await lost.count()) === 0, { seconds: 120 });
  end();
}

/** A device that lost its rights: apps say which one is missing. */
async function mayNot({ gateway, browser }) {
  const { code } = await gateway.call('GET', '/api/v1/auth/qr');
  // Through a proxy: whoever is on this machine needs no right.
  const extraHTTPHeaders = { 'X-Forwarded-For': '203.0.113.7' };
  const context = await openContext(browser, { extraHTTPHeaders });
  try {
    const phone = await context.newPage();
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.goto(`${gateway.origin}/_gh/pair`);
    await phone.getByLabel('Code').fill(code);
    await phone.getByLabel('What this device is called').fill('Guest phone');
    await phone.getByRole('button', { name: 'Pair' }).click();
    await phone.getByText('This device is paired').waitFor();
    await phone.goto(`${gateway.origin}/apps/grafana/`);
    await phone.getByRole('heading', { name: 'Grafana' }).waitFor();

    const devices = await gateway.call('GET', '/api/v1/devices');
    const { deviceId } = devices.find(({ deviceName }) => deviceName === 'Guest phone');
    const path = `/api/v1/devices/${deviceId}`;
    await gateway.call('PATCH', path, { scopes: ['access:jellyfin'] });
    await phone.goto(`${gateway.origin}/apps/grafana/`);
    await phone.getByRole('heading', { name: 'You may not use this app' }).waitFor();
    await phone.getByText('This needs the scope access:grafana').waitFor();
    await phone.goto(`${gateway.origin}/apps/jellyfin/`);
    await phone.getByRole('heading', { name: 'Jellyfin' }).waitFor();
    await gateway.call('DELETE', path);
  } finally {
    await context.close();
  }
}

/** A backup for which there is no room, and the same click when there is room again. */
async function diskFull({ page, gateway, watch, looker }) {
  const folder = join(gateway.dir, 'data/backups');
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', folder]);
  const end = watch.expect(/status 503|503 \(/);
  const dialog = page.getByRole('dialog');
  const make = dialog.getByRole('button', { name: 'Make a backup' });
  try {
    writeFileSync(join(folder, 'filler'), Buffer.alloc(4096));
    await go(page, 'Backups');
    await page.getByRole('button', { name: 'Make a backup' }).first().click();
    await dialog.getByLabel('What for').fill('with room again');
    await make.click();
    await dialog.getByRole('alert').filter({ hasText: 'the disk is full' }).waitFor();
    await looker.some('disk-full');
  } finally {
    execFileSync('umount', ['-l', folder]);
  }
  await make.click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('with room again').waitFor();
  end();
}
