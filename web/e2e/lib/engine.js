// Plays a container engine, as far as discovery asks one: what runs, and what changes.

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const idOf = (name) => Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64);

export class Engine {
  constructor() {
    this.dir = mkdtempSync(join(tmpdir(), 'gatehouse-engine-'));
    this.socket = join(this.dir, 'docker.sock');
    this.containers = [];
    this.listeners = new Set();
    this.server = createServer((request, response) => this.#answer(request.url, response));
  }

  start() {
    return new Promise((resolve) => this.server.listen(this.socket, resolve));
  }

  /** `ports` are pairs of the container's own and the one at which it is reached. */
  run(name, { image, labels = {}, ports }) {
    this.containers.push({ id: idOf(name), name, image, labels, ports });
    this.#tell('start', idOf(name));
  }

  stop() {
    for (const response of this.listeners) response.end();
    this.server.closeAllConnections();
    this.server.close();
    rmSync(this.dir, { recursive: true, force: true });
  }

  #tell(action, id) {
    const now = Date.now();
    const event = { Type: 'container', Action: action, Actor: { ID: id, Attributes: {} } };
    const text = JSON.stringify({ ...event, time: Math.floor(now / 1000), timeNano: now * 1e6 });
    for (const response of this.listeners) response.write(`${text}\n`);
  }

  #answer(url, response) {
    const path = url.split('?')[0].replace(/^\/v[\d.]+/, '');
    if (path === '/events') {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.flushHeaders();
      this.listeners.add(response);
      response.on('close', () => this.listeners.delete(response));
      return;
    }
    const found = this.#find(path);
    response.writeHead(found === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
    response.end(
      typeof found === 'string' ? found : JSON.stringify(found ?? { message: 'no such thing' }),
    );
  }

  #find(path) {
    if (path === '/_ping') return 'OK';
    if (path === '/version')
      return { Version: '27.0.0', ApiVersion: '1.44', MinAPIVersion: '1.24' };
    if (path === '/networks/bridge')
      return { Name: 'bridge', IPAM: { Config: [{ Gateway: '127.0.0.1' }] } };
    if (path === '/containers/json') return this.containers.map(summary);
    const id = path.match(/^\/containers\/(\w+)\/json$/)?.[1];
    const container =
      id && this.containers.find((each) => each.id.startsWith(id) || each.name === id);
    return container ? details(container) : undefined;
  }
}

function summary({ id, name, image, labels, ports }) {
  return {
    Id: id,
    Names: [`/${name}`],
    Image: image,
    Labels: labels,
    State: 'running',
    Status: 'Up 2 minutes',
    Created: 1_760_000_000,
    Ports: ports.map(([own, at]) => ({
      IP: '127.0.0.1',
      PrivatePort: own,
      PublicPort: at,
      Type: 'tcp',
    })),
    HostConfig: { NetworkMode: 'bridge' },
    NetworkSettings: { Networks: {} },
  };
}

function details({ id, name, image, labels, ports }) {
  const bound = ports.map(([own, at]) => [
    `${own}/tcp`,
    [{ HostIp: '127.0.0.1', HostPort: `${at}` }],
  ]);
  return {
    Id: id,
    Name: `/${name}`,
    Created: '2026-01-05T10:00:00Z',
    Path: 'serve',
    Args: [],
    State: { Status: 'running', Running: true, StartedAt: '2026-01-05T10:00:00Z' },
    Config: { Image: image, Labels: labels, Env: [], ExposedPorts: {} },
    HostConfig: { NetworkMode: 'bridge' },
    NetworkSettings: { Ports: Object.fromEntries(bound), Networks: {} },
    Mounts: [],
  };
}
