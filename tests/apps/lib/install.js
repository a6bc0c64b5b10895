// Gets apps from Debian, npm and PyPI, once, into the cache. Versions are pinned: npm's by exact
// numbers and a date that nothing below them may be younger than, PyPI's by a list (pins/).
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { execute, succeeds } from './execute.js';
import { cache, here } from './paths.js';

const NOTHING_YOUNGER = '2026-11-14';
const DONE = '.complete';

export const debian = (...packages) => ({ debian: packages });
export const npm = (packages) => ({ npm: packages });
export const pypi = (pins) => ({ pypi: pins });
// An app of our own making: a folder in fixtures/, built with the tools it names.
export const fixture = (folder, { build } = {}) => ({ fixture: folder, build });

// All Debian packages at once, since one call is much faster than several.
export async function installPackages(apps, say) {
  const wanted = [...new Set(apps.flatMap((app) => app.install.debian ?? []))];
  const missing = [];
  for (const name of wanted) if (!(await isInstalled(name))) missing.push(name);
  if (missing.length === 0) return;
  if (process.getuid() !== 0 || !(await succeeds('sh', ['-c', 'command -v apt-get']))) {
    throw new Error(`these Debian packages are needed: ${missing.join(' ')}`);
  }
  say(`installing ${missing.join(' ')}`);
  await withoutServices(async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const patient = ['-qq', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3'];
    await execute('apt-get', [...patient, 'update'], { env, minutes: 10 });
    const quiet = [...patient, 'install', '-y', '--no-install-recommends'];
    await execute('apt-get', [...quiet, ...missing], { env, minutes: 15 });
  });
}

async function isInstalled(name) {
  return succeeds('sh', ['-c', `dpkg-query -W -f '\${Status}' ${name} | grep -q 'ok installed'`]);
}

// Packages would start servers of their own; the tests start what they need by hand.
async function withoutServices(work) {
  const policy = '/usr/sbin/policy-rc.d';
  const ours = !existsSync(policy);
  if (ours) writeFileSync(policy, '#!/bin/sh\n# gatehouse tests\nexit 101\n', { mode: 0o755 });
  try {
    await work();
  } finally {
    if (ours) rmSync(policy);
  }
}

// The folder that holds the app, or nothing for those which Debian's packages spread out.
export async function install(app, say) {
  const spec = app.install;
  if (!spec.npm && !spec.pypi && !spec.fixture) return {};
  const home = join(cache, `${app.name}-${versionOf(spec)}-${fingerprint(spec)}`);
  if (!existsSync(join(home, DONE))) {
    say(`installing ${app.name} into ${home} (once)`);
    removeOthers(app.name);
    mkdirSync(home, { recursive: true });
    if (spec.pypi) await fromPypi(home, spec.pypi);
    if (spec.npm) await fromNpm(home, spec.npm);
    if (spec.fixture) await fromFixture(home, spec);
    // Written last, so that an installation cut short is made again.
    writeFileSync(join(home, DONE), '');
  }
  return { home, bin: (name) => join(home, spec.pypi ? 'bin' : 'node_modules/.bin', name) };
}

// Older versions, and what is left of an installation that was cut short.
function removeOthers(name) {
  const version = new RegExp(`^${name}-[\\w.]+-[0-9a-f]{8}$`);
  const found = existsSync(cache) ? readdirSync(cache).filter((folder) => version.test(folder)) : [];
  for (const folder of found) rmSync(join(cache, folder), { recursive: true, force: true });
}

async function fromPypi(home, pins) {
  const python = (await succeeds('python3', ['-c', 'import ensurepip, venv'])) ? 'python3' : '/usr/bin/python3';
  await execute(python, ['-m', 'venv', home]);
  const quiet = ['install', '--quiet', '--disable-pip-version-check'];
  await execute(join(home, 'bin/pip'), [...quiet, '-r', pinsFile(pins)], { minutes: 10 });
}

async function fromNpm(home, packages) {
  writeFileSync(join(home, 'package.json'), JSON.stringify({ private: true, dependencies: packages }));
  await npmInstall(home);
}

async function fromFixture(home, { fixture, build }) {
  cpSync(fixtureFolder(fixture), home, { recursive: true });
  if (existsSync(join(home, 'package.json'))) await npmInstall(home);
  if (build) await execute(build[0], build.slice(1), { cwd: home, minutes: 5 });
}

function npmInstall(home) {
  const quiet = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
  return execute('npm', [...quiet, `--before=${NOTHING_YOUNGER}`], { cwd: home, minutes: 10 });
}

const pinsFile = (pins) => join(here, 'pins', `${pins}.txt`);
const fixtureFolder = (name) => join(here, 'fixtures', name);

function versionOf(spec) {
  if (spec.npm) return Object.values(spec.npm)[0];
  if (spec.pypi) return new RegExp(`^${spec.pypi}==(.*)$`, 'm').exec(readFileSync(pinsFile(spec.pypi), 'utf8'))[1];
  return 'own';
}

function fingerprint(spec) {
  const hash = createHash('sha256').update(JSON.stringify([spec, spec.npm && NOTHING_YOUNGER]));
  if (spec.pypi) hash.update(readFileSync(pinsFile(spec.pypi)));
  if (spec.fixture) for (const file of files(fixtureFolder(spec.fixture))) hash.update(relative(here, file)).update(readFileSync(file));
  return hash.digest('hex').slice(0, 8);
}

function files(dir) {
  const all = readdirSync(dir).sort().map((name) => join(dir, name));
  return all.flatMap((path) => (statSync(path).isDirectory() ? files(path) : [path]));
}
