import { execute } from '../lib/execute.js';
import { pypi } from '../lib/install.js';

export default {
  name: 'datasette',
  kind: 'Python, Starlette, server-rendered, CSRF cookie',
  install: pypi('datasette'),

  async start(port, dir, { run, bin }) {
    const script = `import sqlite3
c = sqlite3.connect('birds.db')
c.execute('create table birds (id integer primary key, name text, seen text)')
c.executemany('insert into birds (name, seen) values (?, ?)', [('Wren', 'garden'), ('Heron', 'pond'), ('Swift', 'sky')])
c.commit()`;
    await execute(bin('python'), ['-c', script], { cwd: dir });
    return run(bin('datasette'), ['birds.db', '-p', String(port), '--root', '--setting', 'num_sql_threads', '1']);
  },

  // Follows links, filters by a form, runs a query of its own, signs in by the link from the log.
  async check(page, base, { process_ }) {
    await page.goto(base);
    await page.getByRole('link', { name: 'birds', exact: true }).first().click();
    await page.getByRole('link', { name: 'birds', exact: true }).last().click();
    await page.getByText('Heron').waitFor();
    await page.goto(`${base}birds/birds?seen=pond`);
    await page.getByText('1 row').first().waitFor();
    await page.goto(`${base}birds?sql=select+name+from+birds+order+by+name+limit+1`);
    await page.getByRole('cell', { name: 'Heron' }).waitFor();
  },
};
