import assert from 'node:assert/strict';
import { openContext } from '../lib/browser.js';
import { Gateway } from '../lib/gateway.js';
import { ADMIN } from './first-run.js';

const WIDTHS = [390, 1440];

/** The first three minutes, on a phone and at a desk: from a fresh start to an app on a phone. */
export async function newcomer({ engine, browser }) {
  for (const width of WIDTHS) await comes(engine, browser, width);
}

async function comes(engine, browser, width) {
  const gateway = new Gateway([], engine);
  const contexts = [];
  const open = async (size, options) => {
    const context = await openContext(browser, options);
    contexts.push(context);
    const page = await context.newPage();
    await page.setViewportSize({ width: size, height: 844 });
    return page;
  };
  try {
    await gateway.start();
    const page = await open(width);
    await page.goto(`${gateway.origin}/`);
    await page.getByLabel('User name').fill(ADMIN.username);
    await page.getByLabel('Password').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await page.getByRole('heading', { level: 1, name: /ada/ }).waitFor();

    const steps = page.getByRole('region', { name: 'First steps' });
    const done = steps.getByText('Done:');
    await steps.getByText(/services? found/).waitFor();
    assert.equal(await done.count(), 0, 'nothing is done yet');
    await steps.getByRole('link', { name: 'Let the first app in' }).click();
    const found = page.locator('.proposal', { hasText: 'Uptime Kuma' });
    await found.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Uptime Kuma is in').waitFor();
    await visit(page, width, 'Home');
    await done.waitFor({ state: 'attached' });
    const opened = page.context().waitForEvent('page');
    await page.locator('.tile', { hasText: 'Uptime Kuma' }).getByRole('link').click();
    await (await opened).getByText('hello from the lab').waitFor();

    await done.nth(1).waitFor({ state: 'attached' });

    await steps.getByRole('link', { name: 'Pair a phone' }).click();
    await page.getByRole('button', { name: 'Pair a device' }).click();
    const code = await page.locator('.pairing-code').textContent();
    // Through a proxy: whoever is on this machine needs no cookie.
    const phone = await open(390, { extraHTTPHeaders: { 'X-Forwarded-For': '203.0.113.7' } });
    const refused = await phone.request.get(`${gateway.origin}/apps/uptime-kuma/`);
    assert.equal(refused.status(), 401, 'nobody comes in without a credential');
    await phone.goto(`${gateway.origin}/_gh/pair`);
    await phone.getByLabel('Code').fill(code);
    await phone.getByLabel('What this device is called').fill("Ada's phone");
    await phone.getByRole('button', { name: 'Pair' }).click();
    await phone.getByText('This device is paired').waitFor();
    await page.getByRole('dialog').getByText("Ada's phone").waitFor();
    const onPhone = phone.context().waitForEvent('page');
    await phone.getByRole('link', { name: 'Uptime Kuma' }).click();
    await (await onPhone).getByText('hello from the lab').waitFor();

    await page.keyboard.press('Escape');
    await visit(page, width, 'Home');
    await page.locator('.tile', { hasText: 'Uptime Kuma' }).waitFor();
    // Whether a device is paired is read again a moment later.
    await steps.waitFor({ state: 'detached' });
  } finally {
    for (const context of contexts) await context.close();
    await gateway.remove();
  }
}

/** By the side bar, or by the bar at the bottom of a phone. */
async function visit(page, width, name) {
  const bar = page.getByRole('navigation', { name: 'Pages' });
  if (width > 800 || name === 'Home') return bar.getByRole('link', { name }).first().click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('dialog').getByRole('link', { name }).click();
}
