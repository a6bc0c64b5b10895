// Real apps, unmodified, opened directly and through the gateway in Chromium. See README.md.
import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseArgs } from 'node:util';
import { startGateway, startPeers, stopGateway } from './lib/gateway.js';
import { install, installPackages } from './lib/install.js';
import { here } from './lib/paths.js';
import { judged } from './lib/judge.js';
import { table } from './lib/table.js';
import { visitApp } from './lib/visit.js';

const AT_A_TIME = 3;

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    apps: { type: 'string', default: join(here, 'apps') },
    direct: { type: 'boolean', default: false },
    peer: { type: 'boolean', default: false },
    screenshots: { type: 'string' },
    verbose: { type: 'boolean', short: 'v', default: false },
  },
});
const skipped = (process.env.GATEHOUSE_TEST_SKIP ?? '').split(',');
const say = (words) => process.stdout.write(`== ${words}\n`);
const results = [];
const begun = Date.now();
let gateway;

const apps = (await all()).filter((app) => names.length === 0 || names.includes(app.name));
const unknown = names.filter((name) => !apps.some((app) => app.name === name));
if (unknown.length) throw new Error(`there is no app called ${unknown.join(', ')}`);
const chosen = apps.filter((app) => !skipped.includes(app.name));
if (options.screenshots) mkdirSync(options.screenshots, { recursive: true });

describe('apps', { concurrency: AT_A_TIME }, () => {
  before(async () => {
    await installPackages(chosen, say);
    for (const app of chosen) app.installed = await install(app, say);
    if (!options.direct) gateway = await (options.peer ? startPeers() : startGateway());
  });
  after(async () => {
    if (gateway) await stopGateway(gateway);
    say(`${((Date.now() - begun) / 1000).toFixed(0)} s\n${table(results, options)}`);
  });

  for (const app of chosen) {
    test(app.name, { timeout: 420_000 }, async () => {
      const result = { app };
      results.push(result);
      Object.assign(result, await compare(app));
      // Live apps do not behave alike twice: what the gateway breaks is broken again. An escape is
      // never a matter of luck.
      if (result.reasons?.length && !result.escapes.length) {
        say(`${app.name} once more, after: ${result.reasons.join('; ')}`);
        Object.assign(result, await compare(app), { again: true });
      }
      const reasons = [...(result.reasons ?? [])];
      if (result.direct.failure) reasons.unshift(`directly: ${result.direct.failure}`);
      if (reasons.length) throw new Error(reasons.join('\n'));
    });
  }
});

async function compare(app) {
  const direct = await attempt(app);
  if (options.direct) return { direct };
  const through = await attempt(app, gateway);
  return { direct, through, ...judged(direct, through) };
}

async function attempt(app, gateway) {
  try {
    return await visitApp(app, app.installed, { gateway, screenshots: options.screenshots });
  } catch (error) {
    return { failure: error.message, trouble: [], requests: [], seconds: 0 };
  }
}

async function all() {
  const folder = resolve(options.apps);
  const files = readdirSync(folder).filter((file) => file.endsWith('.js')).sort();
  return Promise.all(files.map(async (file) => (await import(join(folder, file))).default));
}
