// A browser of its own for each visit: nothing is shared but the machine.
import { chromium as playwright } from 'playwright-core';
import { HOST } from './gateway.js';
import { chromium } from './paths.js';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

// The end of the user agent's name, by which the gateway's log tells visits apart.
export const agentOf = (id) => `visit/${id}`;

export async function openBrowser({ id, gateway }) {
  // The flag, unlike the context's option, also names workers and sockets.
  const agent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 ${agentOf(id)}`;
  const args = [...FLAGS, `--user-agent=${agent}`, `--host-resolver-rules=${names()}`];
  if (gateway) args.push(`--ignore-certificate-errors-spki-list=${gateway.pin}`);
  const browser = await playwright.launch({ executablePath: chromium, args, timeout: 30_000 });
  const context = await browser.newContext({ viewport: DESKTOP, acceptDownloads: true });
  context.setDefaultTimeout(20_000);
  context.setDefaultNavigationTimeout(20_000);
  if (gateway) await context.addCookies([gateway.cookie]);
  return { browser, context };
}

// The gateway has a name, and the rest of the world is away: a visit must not depend on it.
function names() {
  const rules = [`MAP ${HOST} 127.0.0.1`, 'MAP * ~NOTFOUND'];
  for (const own of ['127.0.0.1', 'localhost', '[::1]']) rules.push(`EXCLUDE ${own}`);
  return rules.join(',');
}
