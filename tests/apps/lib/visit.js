// One visit: the app is started afresh, opened in a browser of its own, and used.
import { stripVTControlCharacters } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { DESKTOP, PHONE, agentOf, openBrowser } from './browser.js';
import { until, within } from './deadline.js';
import { folder, remove } from './folders.js';
import { asked, removeRoute, route, settleLog } from './gateway.js';
import { freePort } from './ports.js';
import { lastWords, start } from './processes.js';
import { record } from './record.js';

const USE = 60;

export async function visitApp(app, installed, { gateway, screenshots }) {
  const dir = folder(app.name);
  const port = await freePort();
  const started = [];
  const run = (command, args, options) => {
    started.push(start(command, args, { dir, ...options }));
    return started.at(-1);
  };
  try {
    const process_ = await app.start(port, dir, { run, ...installed });
    await isReady(process_, `http://127.0.0.1:${port}${app.ready ?? '/'}`);
    const id = app.name;
    const to = `http://127.0.0.1:${port}`;
    const base = gateway ? await route(gateway, id, { ...app, to }) : `${to}/`;
    const use = (page, base) => app.check(page, base, { port, dir, process_ });
    const seen = await visit({ id, base, to, gateway, screenshots, use });
    if (seen.failure && process_.ended) seen.failure += `\n${lastWords(process_)}`;
    return seen;
  } finally {
    await Promise.all(started.map((each) => each.stop()));
    if (gateway) await removeRoute(gateway, app.name);
    remove(dir);
  }
}

async function isReady(process_, url) {
  await until(60, `${url} answers`, async () => {
    if (process_.ended) {
      const words = `it did not start: ${process_.failure}\n${lastWords(process_)}`;
      throw Object.assign(new Error(words), { final: true });
    }
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5000) });
    await answer.arrayBuffer();
    return answer.status < 500;
  });
}

// Opens an address and uses it. Gives back what was seen, also where `use` fails.
export async function visit({ id, base, to, gateway, screenshots, use }) {
  const { browser, context } = await openBrowser({ id, gateway });
  const seen = { base, inner: new URL(to).host, ...record(context) };
  const begun = Date.now();
  try {
    const page = await context.newPage();
    try {
      await within(USE, 'the visit', use(page, base));
    } catch (error) {
      seen.failure = inShort(error);
    }
    // Late errors count, too.
    await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => sleep(100));
    if (screenshots) await take(page, join(screenshots, `${id}-${gateway ? 'through' : 'direct'}`));
  } finally {
    await within(15, 'the browser closes', browser.close()).catch(() => {});
  }
  seen.seconds = (Date.now() - begun) / 1000;
  if (gateway) {
    await settleLog(gateway);
    seen.logged = asked(gateway, agentOf(id));
  }
  return seen;
}

function inShort(error) {
  const words = stripVTControlCharacters(String(error.message ?? error));
  const [first, ...rest] = words.split('\n').filter((line) => line.trim());
  const waited = rest.find((line) => line.includes('waiting for'));
  const place = /apps\/[\w-]+\.js:\d+/.exec(error.stack ?? '')?.[0];
  const said = [first, waited?.trim(), place].filter(Boolean).join(' | ');
  return [said, ...(error.details ?? [])].join('\n');
}

async function take(page, path) {
  for (const [name, size] of [['desktop', DESKTOP], ['phone', PHONE]]) {
    await page.setViewportSize(size);
    await page.screenshot({ path: `${path}-${name}.png`, timeout: 10_000 }).catch(() => {});
  }
}
