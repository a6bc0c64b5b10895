// Writes the script as one line to the file given, or to where the crate takes it from.

import { writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

const folder = new URL('.', import.meta.url).pathname;
const result = await build({
    absWorkingDir: folder,
    entryPoints: ['src/main.js'],
    bundle: true,
    minify: true,
    write: false,
    // Not as a function of its own: the one around it has a name, by which it finds its own text.
    format: 'esm',
    target: 'es2020',
    charset: 'ascii',
    legalComments: 'none',
});
const body = result.outputFiles[0].text.trim();
await writeFile(process.argv[2] ?? `${folder}/../src/runtime.js`, `(function gatehouse(){"use strict";${body}})()`);
