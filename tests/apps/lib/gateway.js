// One gateway for all apps: HTTPS with its own certificate, a user who signed in, and an access
// log that tells what browsers asked for.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { until } from './deadline.js';
import { folder, remove } from './folders.js';
import { gatehouse } from './paths.js';
import { freePort } from './ports.js';
import { lastWords, start } from './processes.js';

// Not a name of this machine, so the browser is nobody special: it needs the sign-in's cookie.
export const HOST = 'gatehouse.test';

const USER = { username: 'ada', password: 'correct horse battery' };

export async function startGateway() {
  const gateway = await launch();
  await signIn(gateway);
  return gateway;
}

// Two of them: the browser is at one, and the apps are the other one's.
export async function startPeers() {
  const gossip = [await freePort(), await freePort()];
  const gateway = await launch(federation(gossip[0], gossip[1]));
  gateway.behind = await launch(federation(gossip[1], gossip[0]));
  const status = await call(gateway.behind, 'GET', '/api/v1/federation/status');
  gateway.behind.id = JSON.parse(status.text).local_peer_id;
  await signIn(gateway);
  return gateway;
}

async function launch(more = '') {
  if (!existsSync(gatehouse)) throw new Error(`${gatehouse} is not there: cargo build -p gatehouse`);
  const dir = folder('gateway');
  const port = await freePort();
  const accessLog = join(dir, 'access.log');
  writeFileSync(join(dir, 'config.yaml'), configuration(accessLog) + more);
  const process_ = start(
    gatehouse,
    ['--config', 'config.yaml', '--addr', `127.0.0.1:${port}`, '--data-dir', 'data'],
    { dir },
  );
  const gateway = { port, dir, process_, origin: `https://${HOST}:${port}`, accessLog };
  await until(30, 'the gateway is ready', async () => {
    if (process_.ended) throw ended(process_);
    return (await call(gateway, 'GET', '/readyz')).status === 200;
  });
  return gateway;
}

async function signIn(gateway) {
  await expectStatus(call(gateway, 'POST', '/api/v1/auth/setup', USER), 201);
  const login = await expectStatus(call(gateway, 'POST', '/api/v1/auth/login', USER), 200);
  gateway.cookie = cookieOf(login);
  gateway.pin = await keyPin(gateway.port);
}

export async function stopGateway(gateway) {
  if (gateway.behind) await stopGateway(gateway.behind);
  await gateway.process_.stop();
  remove(gateway.dir);
}

function configuration(accessLog) {
  return `health_checks: { enabled: false }
discovery: { enabled: false }
access_log: { enabled: true, path: ${accessLog}, format: json }
`;
}

function federation(port, other) {
  return `federation:
  enabled: true
  cluster_secret: 'for this suite alone'
  gossip_port: ${port}
  advertise_addr: 127.0.0.1
  bootstrap_peers: ['127.0.0.1:${other}']
  mdns: false
  allow_remote_routes: true
`;
}

function ended(process_) {
  const error = new Error(`the gateway: ${process_.failure}\n${lastWords(process_)}`);
  return Object.assign(error, { final: true });
}

// A route as a person would make it: nothing is said about prefixes or rewriting.
export async function route(gateway, id, { to, websocket = false, hostHeader, forwardAuthorization }) {
  const body = { to, websocket, hostHeader, forwardAuthorization };
  const { behind } = gateway;
  await expectStatus(call(behind ?? gateway, 'PUT', `/api/v1/routes/${id}`, body), 200, 201);
  if (!behind) return `${gateway.origin}/apps/${id}/`;
  const there = `${id}@${behind.id}`;
  await until(60, 'the other gateway knows the app', async () => {
    const { status, text } = await call(gateway, 'GET', `/api/v1/apps/${there}`);
    return status === 200 && JSON.parse(text).proxyPath !== '';
  });
  return `${gateway.origin}/apps/${there}/`;
}

export function removeRoute(gateway, id) {
  const owner = gateway.behind ?? gateway;
  return expectStatus(call(owner, 'DELETE', `/api/v1/routes/${id}`), 204, 404);
}

// What the browser with this user agent asked the gateway for, WebSockets and workers included.
export function asked(gateway, agent) {
  if (!existsSync(gateway.accessLog)) return [];
  const lines = readFileSync(gateway.accessLog, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line)).filter((entry) => entry.userAgent?.endsWith(agent));
}

// The log is written behind the requests. Once this one is in it, all before it are.
export async function settleLog(gateway) {
  const path = `/livez?mark=${randomUUID()}`;
  await call(gateway, 'GET', path);
  await until(10, 'the access log is written', () => {
    return existsSync(gateway.accessLog) && readFileSync(gateway.accessLog, 'utf8').includes(path);
  });
}

async function expectStatus(answer, ...statuses) {
  const { status, text } = await answer;
  if (!statuses.includes(status)) throw new Error(`the gateway answered ${status}: ${text}`);
  return answer;
}

function call(gateway, method, path, body) {
  const text = body && JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port: gateway.port,
      method,
      path,
      rejectUnauthorized: false,
      headers: text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
      timeout: 20_000,
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer to ${method} ${path}`)));
    sent.on('error', reject);
    sent.on('response', async (response) => {
      let text = '';
      for await (const piece of response.setEncoding('utf8')) text += piece;
      resolve({ status: response.statusCode, headers: response.headers, text });
    });
    sent.end(text);
  });
}

function cookieOf({ headers }) {
  const line = headers['set-cookie']?.find((line) => line.startsWith('svc_apps='));
  if (!line) throw new Error('signing in set no cookie for apps');
  const value = line.slice('svc_apps='.length).split(';')[0];
  const flags = { httpOnly: true, secure: true, sameSite: 'Lax' };
  return { name: 'svc_apps', value, domain: HOST, path: '/apps/', ...flags };
}

// The browser trusts this one key. To ignore certificate errors instead would also keep it from
// caching and from service workers, which is not how people meet an app.
function keyPin(port) {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      const key = socket.getPeerX509Certificate().publicKey;
      const der = key.export({ type: 'spki', format: 'der' });
      resolve(createHash('sha256').update(der).digest('base64'));
      socket.destroy();
    });
    socket.on('error', reject);
  });
}
