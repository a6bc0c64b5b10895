// Where things are. The cache is the one of the scripts of this repository.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = fileURLToPath(new URL('..', import.meta.url));
export const root = join(here, '..', '..');

const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
export const cache = join(process.env.GATEHOUSE_CACHE || join(caches, 'gatehouse'), 'apps');

const target = process.env.CARGO_TARGET_DIR || join(root, 'target');
export const gatehouse = process.env.GATEHOUSE_BIN || join(target, 'debug', 'gatehouse');
export const chromium = process.env.CHROMIUM_BIN || '/usr/bin/chromium';
