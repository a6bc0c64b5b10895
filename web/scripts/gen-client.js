// Writes the types of the API from its description: gen-client.js [FILE]
import { readFile, writeFile } from 'node:fs/promises';
import openapi, { astToString } from 'openapi-typescript';

const here = (path) => new URL(path, import.meta.url);
const description = JSON.parse(await readFile(here('../../docs/reference/openapi.json'), 'utf8'));
const types = astToString(await openapi(description, { alphabetize: true }));
const note = '// Generated from docs/reference/openapi.json by `make gen`. Do not edit.\n\n';
await writeFile(process.argv[2] ?? here('../src/api/schema.d.ts'), note + types);
