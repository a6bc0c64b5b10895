// Puts what vite built where the program takes it from, each file with its compressed forms. Files
// that did not change are left alone, so that the program is not compiled anew for nothing.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const site = join(root, '../crates/dashboard/site');
const WORTH_COMPRESSING = /\.(css|html|js|json|svg|webmanifest)$/;

const brotli = (bytes) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });

async function list(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort();
}

const names = await list(dist);
const built = new Map();
for (const name of names) built.set(name, await readFile(join(dist, name)));

// The service worker knows which files there are, and is another one when they are.
const kept = names.filter((name) => name !== 'sw.js' && name !== 'index.html');
const digest = createHash('sha256');
for (const [name, bytes] of built) digest.update(name).update(bytes);
const known = JSON.stringify({ version: digest.digest('hex').slice(0, 12), names: kept });
const worker = built
  .get('sw.js')
  .toString()
  .replace('self.__FILES__', () => known);
built.set('sw.js', Buffer.from(worker));

const packed = new Map([...built]);
for (const [name, bytes] of built) {
  if (!WORTH_COMPRESSING.test(name)) continue;
  packed.set(`${name}.br`, brotli(bytes));
  packed.set(`${name}.gz`, gzipSync(bytes, { level: 9 }));
}

for (const name of await list(site)) {
  if (name !== '.gitignore' && !packed.has(name)) await rm(join(site, name));
}
for (const [name, bytes] of packed) {
  const path = join(site, name);
  const before = await readFile(path).catch(() => null);
  if (before?.equals(bytes)) continue;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}
