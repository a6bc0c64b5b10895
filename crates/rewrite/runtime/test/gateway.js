// Plays the gateway and, at the same time, the apps behind it: pages with our element, an echo for
// everything else, and a record of what was asked for.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { modules, workers } from './files.js';

const PIXEL = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
);
const TYPES = { css: 'text/css', js: 'text/javascript', mjs: 'text/javascript', png: 'image/png' };

export const script = await readFile(new URL('../../src/runtime.js', import.meta.url), 'utf8');

const HASH = `sha256-${createHash('sha256').update(script).digest('base64')}`;

const element = (config) => `<script data-gatehouse='${JSON.stringify(config)}'>${script}</script>`;

/** The app's name is the first part below `/apps/`; `aware` ones know of their prefix. */
function configOf(app) {
    const inner = ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', 'nas'];
    return { p: `/apps/${app}`, o: inner, a: app.startsWith('aware'), ...(app === 'based' && { b: '/inner' }) };
}

function page(app, url) {
    const body = url.searchParams.get('body') ?? '';
    const head = url.searchParams.has('bare') ? '' : element(configOf(app));
    return `<!doctype html><html><head>${head}<title>${app}</title></head><body>${body}</body></html>`;
}

export class Gateway {
    /** Paths of all requests, in order. */
    asked = [];

    async start() {
        this.server = createServer((request, response) => this.answer(request, response));
        const sockets = new WebSocketServer({ server: this.server });
        sockets.on('connection', (socket, request) => {
            this.asked.push(request.url);
            socket.send(request.url);
        });
        this.server.listen(0, '127.0.0.1');
        await once(this.server, 'listening');
        this.host = `127.0.0.1:${this.server.address().port}`;
        this.origin = `http://${this.host}`;
        return this;
    }

    async stop() {
        this.server.closeAllConnections();
        this.server.close();
        await once(this.server, 'close');
    }

    /** What was asked for outside of the app. */
    escaped(app) {
        return this.asked.filter((path) => !path.startsWith(`/apps/${app}/`) && path !== '/favicon.ico');
    }

    async answer(request, response) {
        let body = '';
        for await (const piece of request) body += piece;
        this.asked.push(request.url);
        const url = new URL(request.url, this.origin);
        const [, app, path] = /^\/apps\/([^/]+)(\/.*)$/.exec(url.pathname) ?? [];
        const send = (status, type, text) => {
            response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' });
            response.end(text);
        };
        if (request.headers['service-worker']) response.setHeader('service-worker-allowed', `/apps/${app}/`);
        const policy = url.searchParams.get('policy');
        if (policy) response.setHeader('content-security-policy', policy.replace('HASH', HASH));

        const name = path?.split('/').pop() ?? '';
        const ending = /\.(\w+)$/.exec(name)?.[1];
        if (app && /^\/pages?(\/|$)/.test(path)) return send(200, 'text/html', page(app, url));
        if (app && workers[name]) return send(200, TYPES.js, this.worker(app) + workers[name]);
        if (app && modules[name]) return send(200, TYPES.js, modules[name]);
        if (app && name === 'events') return send(200, 'text/event-stream', `data: ${request.url}\n\n`);
        if (name === 'redirect') return response.writeHead(302, { location: `/apps/${app}/landed` }).end();
        if (ending && TYPES[ending]) return send(200, TYPES[ending], ending === 'png' ? PIXEL : '');
        const echo = { method: request.method, path: request.url, body, cookie: request.headers.cookie ?? '' };
        if (url.pathname === '/') return send(200, 'text/html', '<!doctype html><body>the gateway');
        return send(app || url.pathname === '/foreign' ? 200 : 404, 'application/json', JSON.stringify(echo));
    }

    worker(app) {
        return `self.$gh$c=${JSON.stringify(configOf(app))};${script};`;
    }
}
