// Writes the file of a language for its translator: language.js CODE
// All messages are in it, nested by part. What is there stays; what is missing is in English, and
// listed. Whatever is left out or empty is shown in English.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src', import.meta.url));
const [code = ''] = process.argv.slice(2);
if (!/^[a-z]{2,3}$/.test(code) || code === 'en') {
  console.error('usage: node scripts/language.js CODE, such as fr');
  process.exit(2);
}
if (existsSync(join(source, 'languages', `${code}.ts`))) {
  console.error(`${code} stands beside the features, in their ${code}.json`);
  process.exit(1);
}

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const added = [];

/** All that `original` has, in its order, as `translated` says it; also its forms for other numbers. */
function merged(original, translated, path) {
  const entries = Object.entries(original).map(([name, text]) => {
    const key = [...path, name];
    if (typeof text === 'object') return [name, merged(text, translated?.[name] ?? {}, key)];
    if (translated?.[name] === undefined) added.push(key.join('.'));
    return [name, translated?.[name] ?? text];
  });
  return { ...Object.fromEntries(entries), ...formsIn(translated, original) };
}

const formsIn = (translated, original) =>
  Object.fromEntries(
    Object.entries(translated ?? {}).filter(
      ([name]) => !(name in original) && name.replace(/_\w+$/, '_other') in original,
    ),
  );

const parts = readdirSync(source, { recursive: true })
  .filter((path) => basename(path) === 'en.json')
  .sort();
const english = Object.fromEntries(
  parts.map((path) => [basename(dirname(path)), read(join(source, path))]),
);
const file = join(source, 'languages', `${code}.json`);
const before = existsSync(file) ? read(file) : {};
writeFileSync(file, `${JSON.stringify(merged(english, before, []), null, 2)}\n`);
console.log(`${added.length} messages to translate in ${file}`);
for (const key of added) console.log(`  ${key}`);
