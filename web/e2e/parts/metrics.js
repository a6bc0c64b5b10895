import { go } from '../lib/go.js';

/** What goes on is drawn: the machine as it is now, all apps over a day. */
export async function metrics({ page, gateway, looker }) {
  for (let visit = 0; visit < 5; visit++) await fetch(`${gateway.origin}/apps/jellyfin/`);
  await go(page, 'Metrics');
  await page.getByRole('img', { name: /^Processor/ }).waitFor();
  await page.getByRole('img', { name: /^Requests in a quarter of an hour/ }).waitFor();
  await page
    .getByRole('region', { name: /Busiest apps/ })
    .getByText('Jellyfin')
    .waitFor();
  await looker.all('metrics');
}
