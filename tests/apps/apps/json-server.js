import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../lib/install.js';

export default {
  name: 'json-server',
  kind: 'Node, REST with links between pages',
  install: npm({ 'json-server': '0.17.4' }),

  start(port, dir, { run, bin }) {
    const file = join(dir, 'db.json');
    writeFileSync(file, JSON.stringify({ posts: [{ id: 1, title: 'one' }, { id: 2, title: 'two' }, { id: 3, title: 'three' }] }));
    return run(bin('json-server'), [file, '--host', '127.0.0.1', '--port', String(port)]);
  },

  // Follows the Link header from page to page, and makes a record whose place it is told.
  async check(page, base) {
    await page.goto(base);
    await page.getByRole('link', { name: '/posts' }).click();
    await page.getByText('"two"').waitFor();
    const answer = await page.evaluate(async (base) => {
      const next = /<([^>]*)>; rel="next"/.exec((await fetch(`${base}posts?_page=1&_limit=1`)).headers.get('link'))[1];
      const second = await (await fetch(next)).json();
      const headers = { 'content-type': 'application/json' };
      const made = await fetch(`${base}posts`, { method: 'POST', headers, body: '{"title":"four"}' });
      const place = await (await fetch(made.headers.get('location'))).json();
      return [second[0].title, place.title];
    }, base);
    assert.deepEqual(answer, ['two', 'four']);
  },
};
