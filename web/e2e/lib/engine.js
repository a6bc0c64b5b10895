// A Docker engine of its own, as the Rust tests have it: their script keeps it for as long as this
// process lives. Its one image has busybox, under whatever names are wanted.
import { spawn } from 'node:child_process';
import { createReadStream, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from './port.js';

const scripts = fileURLToPath(new URL('../../../crates/testkit/src/docker/', import.meta.url));
const SCRIPT = ['materials', 'removal', 'turns', 'apart', 'guard']
  .map((name) => readFileSync(join(scripts, `${name}.sh`), 'utf8'))
  .join('');
const IMAGE = 'gatehouse-lab:1';

export class Engine {
  async start() {
    const args = ['-c', SCRIPT, 'docker-keeper', 'shared', await freePort(), process.pid];
    this.keeper = spawn('bash', args.map(String), { stdio: ['pipe', 'pipe', 'inherit'] });
    this.ended = new Promise((resolve) => this.keeper.once('exit', resolve));
    this.lines = createInterface({ input: this.keeper.stdout })[Symbol.asyncIterator]();
    const said = [];
    while (!this.folder) {
      const { value, done } = await this.lines.next();
      if (done) throw new Error(`no Docker engine:\n${said.join('\n')}`);
      if (value.startsWith('ready ')) this.folder = value.split(' ')[1];
      else said.push(value);
    }
    this.socket = join(this.folder, 'docker.sock');
    const [repo, tag] = IMAGE.split(':');
    const files = createReadStream(join(this.folder, 'image.tar'));
    await this.#call('POST', `/images/create?fromSrc=-&repo=${repo}&tag=${tag}`, files);
  }

  /** A container that serves a page at each of its ports, and says so many lines every second. */
  async run(name, { image, labels = {}, ports, env = [], lines = 1 }) {
    const [repo, tag = 'latest'] = image.split(':');
    await this.#call('POST', `/images/${IMAGE}/tag?repo=${repo}&tag=${tag}`);
    const serve = ports.map((port) => `httpd -p ${port} -h /www`).join('; ');
    const say = `i=$((i + 1)); echo "${name} says $i"`;
    const talk = `i=0; while :; do ${say}; [ $((i % ${lines})) = 0 ] && sleep 1; done`;
    const named = ports.map((port) => [`${port}/tcp`, {}]);
    const published = ports.map((port) => [`${port}/tcp`, [{ HostIp: '127.0.0.1' }]]);
    await this.#call('POST', `/containers/create?name=${name}`, {
      Image: image,
      Cmd: ['sh', '-c', `${serve}; ${talk}`],
      Labels: labels,
      Env: env,
      ExposedPorts: Object.fromEntries(named),
      HostConfig: { PortBindings: Object.fromEntries(published) },
    });
    await this.#call('POST', `/containers/${name}/start`);
  }

  /** `stop`, `start`, `kill`, `pause` or `resume`; it keeps what it has. */
  async order(what) {
    this.keeper.stdin.write(`${what}\n`);
    const { done } = await this.lines.next();
    if (done) throw new Error(`the Docker engine's keeper ended at "${what}"`);
  }

  /** Ends with all that it runs. */
  async stop() {
    this.keeper?.stdin.end();
    await this.ended;
  }

  #call(method, path, body) {
    const isStream = typeof body?.pipe === 'function';
    const headers = body && !isStream ? { 'Content-Type': 'application/json' } : {};
    return new Promise((resolve, reject) => {
      const options = { socketPath: this.socket, path, method, headers };
      const asked = request(options, async (answer) => {
        const pieces = [];
        for await (const piece of answer) pieces.push(piece);
        const text = Buffer.concat(pieces).toString();
        if (answer.statusCode < 300) resolve(text);
        else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
      });
      asked.on('error', reject);
      if (isStream) body.pipe(asked);
      else asked.end(body && JSON.stringify(body));
    });
  }
}
