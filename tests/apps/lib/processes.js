// Programs that the suite starts. Each is the head of a process group and carries a mark in its
// environment, so that children which left the group are found and ended as well.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './deadline.js';

const MARK = 'APPS_TEST_MARK';
const running = new Set();

export function start(command, args, { dir, env = {}, cwd = dir } = {}) {
  const mark = randomUUID();
  const temporary = join(dir, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const log = join(dir, 'log');
  const out = openSync(log, 'a');
  const child = spawn(command, args, {
    cwd,
    detached: true,
    stdio: ['ignore', out, out],
    env: {
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      HOME: dir,
      TMPDIR: temporary,
      ...env,
      [MARK]: mark,
    },
  });
  closeSync(out);
  const process_ = { child, mark, log, ended: false, stop: () => stop(process_) };
  child.on('error', (error) => Object.assign(process_, { ended: true, failure: error.message }));
  child.on('exit', (code, signal) => {
    Object.assign(process_, { ended: true, failure: `it ended with ${signal ?? code}` });
  });
  running.add(process_);
  return process_;
}

// The last words of a program, for a message about it.
export function lastWords(process_, lines = 15) {
  const text = readFileSync(process_.log, 'utf8').trimEnd();
  return text.split('\n').slice(-lines).join('\n');
}

async function stop(process_) {
  signal(process_, 'SIGTERM');
  await until(4, 'the program ends', () => gone(process_)).catch(() => signal(process_, 'SIGKILL'));
  await until(4, 'the program is gone', () => gone(process_));
  running.delete(process_);
}

function gone(process_) {
  return (process_.ended || !process_.child.pid) && marked([process_.mark]).length === 0;
}

function signal({ child, ended, mark }, name) {
  if (child.pid && !ended) end(-child.pid, name);
  for (const pid of marked([mark])) end(pid, name);
}

function end(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone already.
  }
}

function marked(marks) {
  const wanted = marks.map((mark) => `${MARK}=${mark}`);
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && bears(pid, wanted)).map(Number);
}

function bears(pid, wanted) {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
    return wanted.some((mark) => environment.includes(mark));
  } catch {
    return false;
  }
}

// For the way out that cannot wait: an interrupt, or a mistake in the suite itself.
export function killAll() {
  for (const process_ of running) signal(process_, 'SIGKILL');
  running.clear();
}

process.on('exit', killAll);
for (const [name, code] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]]) {
  process.on(name, () => process.exit(code));
}
