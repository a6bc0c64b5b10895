// Writes the script as one line to the file given, or to where the crate takes it from.

import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { minify } from 'terser';

const folder = fileURLToPath(new URL('.', import.meta.url));
const bundle = await build({
    absWorkingDir: folder,
    entryPoints: ['src/main.js'],
    bundle: true,
    minify: true,
    write: false,
    // Not as a function of its own: the one below has a name, by which the script finds its own text.
    format: 'esm',
    target: 'es2020',
});
const whole = `(function gatehouse(){"use strict";${bundle.outputFiles[0].text.trim()}})()`;
// Once more by another, which finds names that compress better.
const { code } = await minify(whole, {
    ecma: 2020,
    compress: { passes: 2, negate_iife: false },
    format: { ascii_only: true, semicolons: true },
});
const line = code.replace(/;$/, '');
if (!/^\(function \w+\(\)\{.*\}\)\(\)$/.test(line)) throw new Error('the script must be one function on one line');
await writeFile(process.argv[2] ?? `${folder}../src/runtime.js`, line);
