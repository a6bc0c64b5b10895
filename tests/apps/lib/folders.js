// Temporary folders, removed at the end whatever happens.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = new Set();

export function folder(name) {
  const dir = mkdtempSync(join(tmpdir(), `gatehouse-${name}-`));
  made.add(dir);
  return dir;
}

export function remove(dir) {
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  made.delete(dir);
}

process.on('exit', () => made.forEach(remove));
