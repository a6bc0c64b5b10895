import { go } from '../lib/go.js';

/** Where one is signed in; apps share the origin here, so no browser stays so. */
export async function sessions({ page, looker }) {
  await go(page, 'Sessions');
  await page.getByText('No browser stays signed in').waitFor();
  await page.getByText('No app keeps a session').waitFor();
  await looker.all('sessions');
}
