// The program itself, on loopback and with a folder that goes away with it.
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from './deadline.js';
import { freePort } from './port.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
const program = process.env.GATEHOUSE_PROGRAM ?? join(target, 'debug/gatehouse');

const routeOf = ({ id, port }) =>
  `  - { id: ${id}, app_id: ${id}, to: "http://127.0.0.1:${port}", websocket: true }`;
const appOf = ({ id, name, tags = [], icon = '' }) =>
  `  - { id: ${id}, name: "${name}", tags: [${tags.join(', ')}], icon: "${icon}" }`;

export class Gateway {
  /** How often the apps are looked at. */
  interval = '1s';
  /** A test goes through more pages in a minute than a person, and would wait for the limits. */
  hurried = false;

  constructor(apps, engine) {
    if (!existsSync(program)) throw new Error(`${program} is not there: cargo build -p gatehouse`);
    this.dir = mkdtempSync(join(tmpdir(), 'gatehouse-dashboard-'));
    this.apps = apps;
    this.engine = engine;
  }

  async start() {
    this.port ??= await freePort();
    this.gossipPort ??= await freePort();
    this.origin = `http://127.0.0.1:${this.port}`;
    writeFileSync(join(this.dir, 'config.yaml'), this.#configuration());
    const log = openSync(join(this.dir, 'log'), 'a');
    const address = `127.0.0.1:${this.port}`;
    const args = ['--config', 'config.yaml', '--insecure-http', '--addr', address];
    const stdio = ['ignore', log, log];
    this.child = spawn(program, [...args, '--data-dir', 'data'], { cwd: this.dir, stdio });
    this.ended = new Promise((resolve) => this.child.once('exit', resolve));
    await until('the gateway is ready', async () => {
      if (this.child.exitCode !== null) throw new Error(`the gateway ended:\n${this.log()}`);
      const answer = await fetch(`${this.origin}/readyz`).catch(() => null);
      return answer?.ok;
    });
  }

  /** A file in the folder where the gateway runs. */
  write(path, content, mode = 0o644) {
    const file = join(this.dir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { mode });
  }

  async stop(signal = 'SIGTERM') {
    this.child?.kill(signal);
    await this.ended;
  }

  async remove() {
    if (this.child?.exitCode === null) await this.stop('SIGKILL');
    rmSync(this.dir, { recursive: true, force: true });
  }

  log() {
    return readFileSync(join(this.dir, 'log'), 'utf8').split('\n').slice(-40).join('\n');
  }

  /** As a program on this machine, or with `away` as somebody elsewhere. */
  async call(method, path, body, { away = false, headers = {} } = {}) {
    const all = { ...headers, ...(away ? { 'X-Forwarded-For': '203.0.113.9' } : {}) };
    if (body) all['Content-Type'] = 'application/json';
    const { status, text } = await this.#send(method, path, all, body && JSON.stringify(body));
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return text ? JSON.parse(text) : null;
  }

  /** The status of an answer, whatever it is. */
  async status(path, headers) {
    return (await this.#send('GET', path, headers)).status;
  }

  // From an address of its own: the limits that the browser must keep are counted by address.
  #send(method, path, headers, body) {
    return new Promise((resolve, reject) => {
      const options = { method, headers, localAddress: '127.0.0.2' };
      const asked = request(this.origin + path, options, async (answer) => {
        const pieces = [];
        for await (const piece of answer) pieces.push(piece);
        resolve({ status: answer.statusCode, text: Buffer.concat(pieces).toString() });
      });
      asked.on('error', reject);
      asked.end(body);
    });
  }

  #configuration() {
    const apart = this.appsPort ? `server: { apps_addr: "127.0.0.1:${this.appsPort}" }\n` : '';
    const limit = '{ per_minute: 300, burst: 60 }';
    const classes = ['general', 'device', 'container', 'auth', 'websocket'];
    const limits = this.hurried
      ? `rate_limits: { ${classes.map((each) => `${each}: ${limit}`).join(', ')} }\n`
      : '';
    const docker = this.engine
      ? `enabled: true, socket_path: "unix://${this.engine.socket}"`
      : 'enabled: false';
    return `${apart}${limits}logging: { level: warn }
discovery: { mdns: { enabled: false }, docker: { ${docker} } }
runtimes: { docker: { ${docker} } }
scripts: { enabled: true, directory: scripts }
toolbox: { catalog_dir: toolbox }
federation: { enabled: true, cluster_secret: nobody-else-knows-it, gossip_port: ${this.gossipPort}, advertise_addr: 127.0.0.1, mdns: false }
health_checks: { interval: ${this.interval} }
apps:
${this.apps.map(appOf).join('\n')}
routes:
${this.apps.map(routeOf).join('\n')}
`;
  }
}
