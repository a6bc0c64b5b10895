import assert from 'node:assert/strict';

export const ADMIN = { username: 'ada', password: 'correct horse battery' };

/** The first administrator is made, with no more script than a slow line can bear. */
export async function firstRun({ page, gateway, looker, context }) {
  const sizes = [];
  page.on('requestfinished', async (request) => {
    if (!request.url().endsWith('.js')) return;
    sizes.push((await request.sizes().catch(() => null))?.responseBodySize ?? 0);
  });
  await page.goto(`${gateway.origin}/`);
  await page.getByRole('heading', { name: 'Welcome' }).waitFor();
  await looker.all('setup');
  await page.getByLabel('User name').fill(ADMIN.username);
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Create administrator' }).click();
  assert.equal(
    await page.getByRole('heading', { name: 'Welcome' }).count(),
    1,
    'too short a password',
  );
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  await page.getByRole('heading', { name: /ada/ }).waitFor();
  await page.waitForURL(`${gateway.origin}/_gh/`);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  // From a folder, files come as they are and not compressed.
  const most = process.env.DASHBOARD_SITE ? 1_000_000 : 250_000;
  assert.ok(total > 50_000 && total < most, `${total} bytes of script before the first screen`);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  assert.ok(!kept.includes('eyJ'), 'no token in any storage');
  const cookies = await context.cookies();
  assert.deepEqual(
    cookies.map(({ name, path, httpOnly }) => [name, path, httpOnly]),
    [['svc_apps', '/apps/', true]],
  );
}
