// node tests/apps/try.js <address of a running app> [--path p] [--seconds n] [--upstream-host]
// Opens any app directly and through a gateway of its own, and says what differs.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { route, startGateway, stopGateway } from './lib/gateway.js';
import { judged } from './lib/judge.js';
import { visit } from './lib/visit.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    path: { type: 'string', default: '' },
    seconds: { type: 'string', default: '4' },
    'upstream-host': { type: 'boolean', default: false },
    'forward-authorization': { type: 'boolean', default: false },
    screenshots: { type: 'string' },
  },
});
if (positionals.length !== 1) throw new Error('which address?');

const id = 'tried';
const to = new URL(positionals[0]).href.replace(/\/$/, '');
const screenshots = values.screenshots;
if (screenshots) mkdirSync(screenshots, { recursive: true });

// What the page says and where it is, in the app's own words, so that both visits can be compared.
async function look(page, base) {
  await page.goto(base + values.path.replace(/^\//, ''));
  await sleep(Number(values.seconds) * 1000);
  const { pathname, search, hash } = new URL(page.url());
  const inner = pathname.slice(new URL(base).pathname.length - 1) || '/';
  const words = (await page.locator('body').innerText()).replace(/\s+/g, ' ').trim();
  found.push({ title: await page.title(), address: inner + search + hash, words });
}

const found = [];
const gateway = await startGateway();
try {
  const direct = await visit({ id, base: `${to}/`, to, screenshots, use: look });
  const hostHeader = values['upstream-host'] ? 'upstream' : undefined;
  const forwardAuthorization = values['forward-authorization'] || undefined;
  const base = await route(gateway, id, { to, websocket: true, hostHeader, forwardAuthorization });
  const through = await visit({ id, base, to, gateway, screenshots, use: look });
  const { reasons } = judged(direct, through);
  report(direct, through, reasons);
  if (screenshots) console.log(`pictures: ${join(screenshots, `${id}-*.png`)}`);
  process.exitCode = reasons.length || direct.failure ? 1 : 0;
} finally {
  await stopGateway(gateway);
}

function report(direct, through, reasons) {
  for (const [name, visited, seen] of [['directly', direct, found[0]], ['through ', through, found[1]]]) {
    const { title, address, words } = seen ?? {};
    console.log(`${name}  ${visited.failure ?? `${title} | ${address} | ${words?.length} characters`}`);
    console.log(`          ${words?.slice(0, 150)}`);
  }
  console.log(reasons.length ? reasons.map((reason) => `- ${reason}`).join('\n') : 'nothing differs');
}
