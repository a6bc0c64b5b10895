import { go } from '../lib/go.js';

const MANY = 30;

/** Makes the page believe that there are many others, every third of them away. */
async function pretend(page) {
  const peers = Array.from({ length: MANY }, (_, at) => ({
    id: `peer-${at}`,
    name: `House ${at}`,
    address: `https://house-${at}.lan:8443`,
    gossipAddress: `10.0.0.${at}:7946`,
    version: '1.0.0',
    status: at % 3 === 2 ? 'disconnected' : 'connected',
    lastSeen: '2026-01-02T03:04:05Z',
    serviceCount: at,
    remoteRoutes: at % 2 === 0,
  }));
  const json = { peers, count: MANY };
  await page.route('**/api/v1/federation/peers', (asked) => asked.fulfill({ json }));
}

/** A gateway that is still alone: its id, an invitation, an exchange with nobody. */
export async function federation({ page, looker }) {
  await go(page, 'Peers');
  await page.getByText('among its peers').waitFor();
  await page.getByText('No peers yet').waitFor();
  await looker.all('federation');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('127.0.0.1:9');
  await looker.some('federation-invite');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByText('Peers asked: 0').waitFor();

  await pretend(page);
  await page.getByRole('button', { name: 'Sync now' }).click();
  await page.getByRole('img', { name: `${MANY} peers, connected: 20` }).waitFor();
  await page.getByRole('heading', { name: 'House 29' }).waitFor();
  await looker.all('federation-map');
  await page.unroute('**/api/v1/federation/peers');
}
