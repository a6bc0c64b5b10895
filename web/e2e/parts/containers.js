import assert from 'node:assert/strict';
import { go } from '../lib/go.js';

const row = (page, name) => page.getByRole('row', { name: new RegExp(name) });

/** Containers of a real engine are seen, read, stopped, started and taken elsewhere. */
export async function containers({ page, looker }) {
  await go(page, 'Containers');
  await row(page, 'uptime-kuma')
    .getByText(/^Running, started /)
    .waitFor();
  await row(page, 'photoprism').waitFor();
  // Figures come with the next count.
  await row(page, 'uptime-kuma').getByText(/ %$/).waitFor();
  // And a line of them with the one after it.
  await row(page, 'uptime-kuma').locator('.spark polyline').waitFor({ state: 'attached' });
  await looker.all('containers');

  await page.getByRole('link', { name: 'uptime-kuma' }).click();
  await page.getByRole('heading', { level: 1, name: 'uptime-kuma' }).waitFor();
  const log = page.getByRole('region', { name: 'Log of uptime-kuma' });
  await log
    .getByText(/^uptime-kuma says \d+$/)
    .last()
    .waitFor();
  await looker.all('container');
  await page.getByRole('searchbox', { name: 'Filter lines' }).fill('no such line');
  await log.getByText('uptime-kuma says').first().waitFor({ state: 'detached' });
  await page.getByRole('searchbox', { name: 'Filter lines' }).fill('');
  // A bar above the lines narrows them to its time.
  const bars = page.getByRole('slider', { name: 'Lines over time' });
  await bars.press('Home');
  await bars.press('Enter');
  await page.getByRole('button', { name: /^Only / }).click();
  await page.getByRole('button', { name: /^Only / }).waitFor({ state: 'detached' });
  await page.getByRole('radio', { name: 'Stored' }).click();
  await page.getByLabel('Contains').fill('says 1');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page
    .getByRole('region', { name: 'Stored' })
    .locator('mark', { hasText: 'says 1' })
    .first()
    .waitFor();
  await page.getByText(/^Looked back to /).waitFor();
  await looker.some('container-stored');
  const hits = page.getByRole('region', { name: 'Stored' });
  // Lines are drawn where one looks, so the one that is opened is named, not counted.
  const texts = await hits.locator('.log-line:not(.log-ruler) .log-text').allTextContents();
  const hit = texts[Math.floor(texts.length / 2)];
  const next = Number(hit.match(/\d+$/)[0]) + 1;
  const line = hits.locator('.log-line', { hasText: new RegExp(`${hit}$`) });
  await line.getByRole('button', { name: 'Show what was said around it' }).click();
  const around = page.getByRole('region', { name: 'Surroundings of a line of uptime-kuma' });
  await around.locator('[aria-current=true]', { hasText: hit }).waitFor();
  await around.getByText(`uptime-kuma says ${next}`, { exact: true }).waitFor();
  await looker.some('container-around');
  await page.getByRole('button', { name: 'Back to the hits' }).click();
  await hits.locator('[aria-current=true]', { hasText: hit }).waitFor();
  await page.getByRole('tab', { name: 'Incidents' }).click();
  await page.getByText('It never ended unexpectedly').waitFor();
  await incidents(page, looker);
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByText('svc.app.name=Uptime Kuma').waitFor();
  const environment = page.getByRole('region', { name: 'Environment' });
  await environment.getByText('********').waitFor();
  await page
    .getByRole('link', { name: /^http:\/\/127\.0\.0\.1:\d+\/$/ })
    .first()
    .waitFor();
  await looker.some('container-details');
  await environment.getByRole('button', { name: 'Show secrets' }).click();
  await environment.getByText('hunter22').waitFor();

  await page.getByRole('button', { name: 'Stop uptime-kuma' }).click();
  await page.getByText('uptime-kuma was stopped').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  // As it was, but not since long.
  await page.getByText(/^Running, started (now|\d+ seconds? ago|1 minute ago)$/).waitFor();

  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('dialog').getByText('services:').waitFor();
  await looker.some('container-export');
  const downloading = page.waitForEvent('download');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /compose/ })
    .click();
  assert.match((await downloading).suggestedFilename(), /compose.*\.ya?ml$/);
  await page.keyboard.press('Escape');

  await page.getByRole('main').getByRole('link', { name: 'Containers' }).click();
  await page.getByRole('checkbox', { name: 'Choose uptime-kuma' }).click();
  await page.getByRole('checkbox', { name: 'Choose photoprism' }).click();
  const bar = page.getByRole('region', { name: 'Chosen containers' });
  await bar.getByRole('button', { name: 'Logs' }).click();
  const both = page.getByRole('region', { name: /^Log of .*uptime-kuma/ });
  for (const name of ['uptime-kuma', 'photoprism']) {
    await both
      .getByText(new RegExp(`^${name} says \\d+$`))
      .last()
      .waitFor();
  }
  await looker.some('containers-logs');
  await page.getByRole('radio', { name: 'Side by side' }).click();
  for (const name of ['uptime-kuma', 'photoprism']) {
    const own = page.getByRole('region', { name: `Log of ${name}`, exact: true });
    await own
      .getByText(new RegExp(`^${name} says \\d+$`))
      .last()
      .waitFor();
  }
  assert.match(page.url(), /view=side/, 'a view can be shared');
  await looker.some('containers-logs-side');
  await page.getByRole('radio', { name: 'As one log' }).click();
  await page.getByRole('button', { name: 'Leave out photoprism' }).click();
  await both
    .getByText(/^photoprism says/)
    .last()
    .waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Close the logs' }).click();
  await both.waitFor({ state: 'detached' });
  await bar.getByRole('button', { name: 'Restart' }).click();
  await page.getByRole('dialog', { name: 'Restart 2 containers?' }).waitFor();
  await looker.some('containers-restart');
  await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click();
  await page.getByText('2 containers were restarted').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('searchbox', { name: 'Search containers' }).fill('prism');
  await row(page, 'uptime-kuma').waitFor({ state: 'detached' });
  assert.match(page.url(), /q=prism/, 'a view can be shared');
  await appLogs(page, looker);
}

/** An end that nobody wanted: what it used, its limit, what it said and why, on one axis of time. */
async function incidents(page, looker) {
  const at = (seconds) => new Date(1_800_000_000_000 + seconds * 1000).toISOString();
  const megabytes = (count) => count * 1024 * 1024;
  const incident = {
    id: 'inc_1',
    containerId: '4f5c2a9d01ab',
    name: 'uptime-kuma',
    image: 'louislam/uptime-kuma:1',
    runtime: 'docker',
    at: at(0),
    exitCode: 137,
    outOfMemory: true,
    lines: [
      { timestamp: at(-9_000), stream: 'stdout', message: 'Listening on 3001' },
      { timestamp: at(-70), stream: 'stdout', message: 'warn: rendering is slow' },
      { timestamp: at(-2), stream: 'stderr', message: 'error: cannot allocate memory' },
    ],
    stats: [-240, -180, -120, -60, -5].map((seconds, index) => ({
      at: at(seconds),
      coresUsed: 0.4,
      memoryUsed: megabytes(120 + 95 * index),
      memoryLimit: megabytes(512),
    })),
  };
  const isAsked = (url) => url.pathname === '/api/v1/containers/uptime-kuma/incidents';
  const json = { incidents: [incident], count: 1 };
  await page.route(isAsked, (asked) => asked.fulfill({ json }));
  await page.getByRole('tab', { name: 'Logs' }).click();
  await page.getByRole('tab', { name: 'Incidents' }).click();
  const end = 'Ended with 137: it took more memory than its limit of 512 MB';
  await page.getByRole('img', { name: end }).waitFor();
  await page.getByRole('listitem').getByText('error: cannot allocate memory').waitFor();
  await looker.all('container-incidents');
  await page.unroute(isAsked);
}

/** The page of an app has the log of what its route leads to, where that is a container. */
async function appLogs(page, looker) {
  await go(page, 'Apps', 'Apps and routes');
  await page.getByRole('link', { name: 'Uptime Kuma', exact: true }).click();
  await page.getByRole('tab', { name: 'Log' }).click();
  const log = page.getByRole('region', { name: 'Log of uptime-kuma' });
  await log
    .getByText(/^uptime-kuma says \d+$/)
    .last()
    .waitFor();
  await looker.some('app-log');
  await page.getByRole('link', { name: 'Container uptime-kuma' }).click();
  await page.getByRole('heading', { level: 1, name: 'uptime-kuma' }).waitFor();
  await go(page, 'Apps', 'Apps and routes');
  await page.getByRole('link', { name: 'Jellyfin', exact: true }).click();
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByText('No container is known behind it').waitFor();
}
