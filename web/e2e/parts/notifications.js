import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { until } from '../lib/deadline.js';
import { go } from '../lib/go.js';
import { freePort } from '../lib/port.js';

/** Something is sent to devices, a channel carries it, rules say what is told. */
export async function notifications({ page, looker }) {
  const taken = [];
  const port = await freePort();
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    taken.push({ headers: request.headers, body: Buffer.concat(pieces).toString() });
    response.end();
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  try {
    await go(page, 'Notifications');
    await page.getByRole('tab', { name: 'Channels' }).click();
    await page.getByText('No channels yet').waitFor();
    await page.getByRole('button', { name: 'Add a channel' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Kind').selectOption('webhook');
    await dialog.getByLabel('Name').fill('House bot');
    await dialog.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`);
    await dialog.getByLabel(/^Secret/).fill('sixteen characters, at least');
    await looker.some('channel');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Test House bot' }).click();
    await page.getByText('House bot took it').waitFor();
    await looker.all('channels');

    await page.getByRole('button', { name: 'Send a notification' }).click();
    await dialog.getByLabel('Message').fill('The kettle boils');
    await dialog.getByLabel('To').selectOption({ label: 'Galaxy Tab' });
    await dialog.getByRole('button', { name: 'Send a notification' }).click();
    await page.getByRole('tab', { name: 'Sent' }).click();
    const sent = page.getByRole('list', { name: 'Sent' });
    await sent.getByText('The kettle boils').waitFor();
    await looker.all('notifications');
    await until('the channel carries it', () =>
      taken.some(({ body }) => body.includes('The kettle boils')),
    );
    const item = sent.getByRole('listitem').filter({ hasText: 'The kettle boils' });
    await item.getByRole('button', { name: 'Dismiss' }).click();
    await item.getByText('Dismissed').waitFor();

    await page.getByRole('tab', { name: 'Channels' }).click();
    await push(page);
    await page.getByRole('tab', { name: 'Rules' }).click();
    await page.getByRole('switch', { name: 'Tell: A script failed' }).click();
    await page.getByRole('button', { name: 'Change: An app does not answer' }).click();
    await dialog.getByLabel('Quiet from').fill('22:00');
    await dialog.getByLabel('Quiet to').fill('07:00');
    await looker.some('rule');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('quiet from 22:00 to 07:00').waitFor();
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await dialog.getByLabel('When').selectOption({ label: 'A script failed' });
    await dialog.getByLabel('Name').fill('Night shift');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Night shift', exact: true }).waitFor();
    await looker.all('rules');
    await page.getByRole('button', { name: 'Delete Night shift' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('heading', { name: 'Night shift', exact: true })
      .waitFor({ state: 'detached' });

    await page.getByRole('tab', { name: 'Webhooks' }).click();
    await page.getByLabel('To', { exact: true }).selectOption({ label: 'Galaxy Tab' });
    await page.getByLabel(/^Data/).fill('{"room": "attic"}');
    await page.getByText(/"data":{"room":"attic"},"deviceIds"/).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(/waits for one device/).waitFor();
    await looker.all('webhooks');
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

// There is no push service here: the subscription is made up, and what it would bring is handed to
// the service worker by the browser itself.
async function push(page) {
  await page.context().grantPermissions(['notifications']);
  await page.evaluate(() => {
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () => ({
      toJSON: () => ({
        endpoint: 'https://push.example/made-up',
        keys: {
          p256dh:
            'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
        },
      }),
    });
  });
  await page.getByRole('button', { name: 'Notify me here' }).click();
  const channels = page.locator('.channels');
  await channels.getByText('https://push.example').waitFor();

  const debug = await page.context().newCDPSession(page);
  let ours;
  debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    ours = registrations.find(({ scopeURL }) => scopeURL.endsWith('/_gh/')) ?? ours;
  });
  await debug.send('ServiceWorker.enable');
  const data = JSON.stringify({ id: 'n1', title: 'Photos', message: 'does not answer' });
  // A busy browser stops a worker that is slow to start, and what it was to be given is lost; a
  // push service would send it again, too.
  let looks = 0;
  const shown = await until('the browser shows it', async () => {
    if (ours && looks++ % 50 === 0) {
      const { registrationId, scopeURL } = ours;
      const { origin } = new URL(scopeURL);
      await debug.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    }
    return page.evaluate(async () => {
      const worker = await navigator.serviceWorker.getRegistration('/_gh/');
      const [shown] = await worker.getNotifications();
      return shown && `${shown.title}: ${shown.body}`;
    });
  });
  assert.equal(shown, 'Photos: does not answer');
  await debug.detach();

  await page.getByRole('button', { name: 'Stop' }).click();
  await channels.getByText('https://push.example').waitFor({ state: 'detached' });
}
