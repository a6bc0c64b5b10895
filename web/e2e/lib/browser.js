import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Everything is slow somewhere. */
const PATIENCE = 60_000;

export async function openBrowser() {
  if (!existsSync(executablePath)) throw new Error(`${executablePath} is not there`);
  return chromium.launch({ executablePath, args: FLAGS, timeout: PATIENCE });
}

export async function openContext(browser, options = {}) {
  const context = await browser.newContext({
    ...options,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(PATIENCE);
  context.setDefaultNavigationTimeout(PATIENCE);
  if (process.env.DASHBOARD_SITE) await context.route(isOurs, fromFolder);
  return context;
}

// All but the shared worker, whose requests cannot be answered in the place of the program.
const isOurs = ({ pathname }) =>
  pathname === '/' || (pathname.startsWith('/_gh/') && !pathname.includes('/worker-'));

/** Tries changes before they are compiled into the program: DASHBOARD_SITE=web/dist. */
function fromFolder(route) {
  const { pathname } = new URL(route.request().url());
  const file = join(process.env.DASHBOARD_SITE, pathname.replace(/^\/(_gh\/)?/, ''));
  const path = existsSync(file) && statSync(file).isFile() ? file : null;
  return route.fulfill({ path: path ?? join(process.env.DASHBOARD_SITE, 'index.html') });
}

/** Notes all that a person would not see but that is wrong: errors, refusals, failed requests. */
export class Watch {
  #wrong = [];
  // An engine makes interfaces and takes them away, for which Chromium gives up what is under way;
  // the page asks again.
  #expected = [/ERR_NETWORK_CHANGED/];
  answers = [];

  constructor(page) {
    page.on('console', (message) => {
      if (message.type() === 'error')
        this.#note(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => this.#note(`error: ${error.message}`));
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      // A page that is left takes its requests along.
      if (why !== 'net::ERR_ABORTED') this.#note(`failed: ${request.url()} ${why}`);
    });
    page.on('response', (response) => {
      this.answers.push({
        url: response.url(),
        status: response.status(),
        method: response.request().method(),
      });
      if (response.status() >= 400) this.#note(`status ${response.status()}: ${response.url()}`);
    });
  }

  #note(text) {
    if (!this.#expected.some((pattern) => pattern.test(text))) this.#wrong.push(text);
  }

  /** From here on, what matches is no surprise; the returned function ends that. */
  expect(...patterns) {
    this.#expected.push(...patterns);
    return () => {
      this.#expected = this.#expected.filter((each) => !patterns.includes(each));
    };
  }

  check(where) {
    const wrong = this.#wrong;
    this.#wrong = [];
    if (wrong.length > 0) throw new Error(`${where}:\n  ${wrong.join('\n  ')}`);
  }
}
