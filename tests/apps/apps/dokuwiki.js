import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execute } from '../lib/execute.js';
import { debian } from '../lib/install.js';

const PASSWORD = 'a long password';

export default {
  name: 'dokuwiki',
  kind: 'PHP, sessions, server-rendered',
  install: debian('dokuwiki', 'php-cli', 'php-cgi', 'php-xml', 'php-mbstring'),
  ready: '/doku.php',

  // The package's files as they are; configuration and pages are in the folder of the visit.
  async start(port, dir, { run }) {
    const own = await configuration(dir);
    const settings = ['-d', `auto_prepend_file=${own}`, '-d', `session.save_path=${dir}`, '-d', 'display_errors=0'];
    const env = { PHP_CLI_SERVER_WORKERS: '3' };
    return run('php', [...settings, '-S', `127.0.0.1:${port}`, '-t', '/usr/share/dokuwiki'], { env });
  },

  // Signs in, writes a page with a preview, and finds it by its address and by the search.
  async check(page, base) {
    await page.goto(base);
    await page.getByRole('link', { name: 'Log In' }).first().click();
    await page.locator('input[name=u]').fill('ada');
    await page.locator('input[name=p]').fill(PASSWORD);
    await page.locator('#dw__login button[type=submit]').click();
    await page.getByText('Logged in as').first().waitFor();
    await page.goto(`${base}doku.php?id=garden:roses&do=edit`);
    await page.locator('#wiki__text').fill('====== Roses ======\nThey want [[water|sun]] and **care**.');
    await page.locator('#edbtn__preview').click();
    await page.locator('.preview h1', { hasText: 'Roses' }).waitFor();
    await page.locator('#edbtn__save').click();
    await page.locator('h1#roses').waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'sun' }).waitFor();
    await page.locator('#qsearch__in').pressSequentially('roses');
    await page.locator('#qsearch__out a', { hasText: 'roses' }).waitFor();
    await page.goto(`${base}doku.php?id=garden:roses&do=revisions`);
    await page.locator('li.minor, li').filter({ hasText: 'created' }).first().waitFor();
  },
};

async function configuration(dir) {
  const conf = join(dir, 'conf');
  cpSync('/etc/dokuwiki', conf, { recursive: true, filter: (file) => !file.endsWith('auth.php') });
  const data = join(dir, 'data');
  for (const name of ['pages', 'attic', 'media', 'media_attic', 'media_meta', 'meta', 'cache', 'index', 'locks', 'tmp', 'log']) {
    mkdirSync(join(data, name), { recursive: true });
  }
  writeFileSync(join(conf, 'local.php'), `<?php
$conf['savedir'] = '${data}';
$conf['useacl'] = 1;
$conf['superuser'] = '@admin';
`);
  const hash = await execute('php', ['-r', `echo password_hash('${PASSWORD}', PASSWORD_BCRYPT);`]);
  writeFileSync(join(conf, 'users.auth.php'), `ada:${hash}:Ada:ada@example.org:admin,user\n`);
  writeFileSync(join(conf, 'acl.auth.php'), '*\t@ALL\t1\n*\t@user\t16\n');
  const own = join(dir, 'own.php');
  writeFileSync(own, `<?php define('DOKU_CONF', '${conf}/'); define('DOKU_FARM', false);\n`);
  return own;
}
