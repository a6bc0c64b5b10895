import { inPage } from '../runner.js';

inPage('fetch', [
    ['without credentials, by which the gateway would not know who asks', async () => [new Request('/a', { credentials: 'omit' }).credentials, (await fetch('/a', { credentials: 'omit' })).ok], ['same-origin', true]],
    ['a rooted path', async () => (await (await fetch('/api')).json()).path, '/apps/x/api'],
    ['a rooted path with a query', async () => (await (await fetch('/api?a=/b&c=%2F')).json()).path, '/apps/x/api?a=/b&c=%2F'],
    ['one that is moved already', async () => (await (await fetch('/apps/x/api')).json()).path, '/apps/x/api'],
    ['another app that has this one\'s name in front', async () => (await (await fetch('/apps/xy')).json()).path, '/apps/x/apps/xy'],
    ['a relative one', async () => (await (await fetch('../../b/api')).json()).path, '/apps/x/b/api'],
    ['one that climbs', async () => (await (await fetch('../../c/../api')).json()).path, '/apps/x/api'],
    ['one that climbs above the root', async () => (await (await fetch('../../../../../api')).json()).path, '/apps/x/api'],
    ['dots in a rooted path', async () => (await (await fetch('/../../a/./api')).json()).path, '/apps/x/a/api'],
    ['with our own origin', async () => (await (await fetch(`${location.origin}/api`)).json()).path, '/apps/x/api'],
    ['our host without a scheme', async () => (await (await fetch(`//${location.host}/api`)).json()).path, '/apps/x/api'],
    ['our host with another scheme', async () => (await (await fetch(`https://${location.host}/api`)).json()).path, '/apps/x/api'],
    ['the inner address', async () => (await (await fetch('http://127.0.0.1:3000/api')).json()).path, '/apps/x/api'],
    ['another name of the inner address', async () => (await (await fetch('http://LOCALHOST:3000?a')).json()).path, '/apps/x/?a'],
    ['an inner address with its usual port', async () => (await (await fetch('http://nas:80/api')).json()).path, '/apps/x/api'],
    ['an object', async () => (await (await fetch(new URL('/api', location.origin))).json()).path, '/apps/x/api'],
    ['anything that has a text', async () => (await (await fetch({ toString: () => '/api' })).json()).path, '/apps/x/api'],
    ['a Request', async () => (await (await fetch(new Request('/api', { method: 'PUT', body: 'b' }))).json()), { method: 'PUT', path: '/apps/x/api', body: 'b', cookie: '' }],
    ['a Request made of another', async () => {
        const request = new Request(new Request('/api'), { method: 'POST' });
        return [(await (await fetch(request)).json()).path, new URL(request.url).pathname];
    }, ['/apps/x/api', '/api']],
    ['gives the address that the app knows', async () => {
        const response = await fetch('/redirect');
        return [new URL(response.url).pathname, response.redirected];
    }, ['/landed', true]],
    ['another host is left alone', async ({ foreign }) => (await (await fetch(`${foreign}/foreign`)).json()).path, '/foreign'],
    ['data is left alone', async () => (await fetch('data:text/plain,/a')).text(), '/a'],
    ['a bad address still fails as it did', () => fetch('http://').catch((error) => error.constructor.name), 'TypeError'],
    ['without an argument', () => fetch().catch((error) => error.constructor.name), 'TypeError'],
], { together: true });

inPage('XMLHttpRequest', [
    ['goes into the app and says so in the app\'s words', () => new Promise((resolve) => {
        const request = new XMLHttpRequest();
        request.open('POST', '/api', true);
        request.onload = () => resolve([JSON.parse(request.response).path, new URL(request.responseURL).pathname]);
        request.send('x');
    }), ['/apps/x/api', '/api']],
    ['synchronous', () => {
        const request = new XMLHttpRequest();
        request.open('GET', new URL('/api', location.origin), false);
        request.send();
        return JSON.parse(request.response).path;
    }, '/apps/x/api'],
], { together: true });

const socket = (address) => new Promise((resolve, reject) => {
    const socket = new WebSocket(address);
    socket.onmessage = ({ data }) => {
        resolve([data, new URL(socket.url).pathname, socket instanceof WebSocket, socket.constructor === WebSocket]);
        socket.close();
    };
    socket.onerror = () => reject(new Error(socket.url));
});
const ofSocket = (address) => `(${socket})(${address})`;

inPage('WebSocket', [
    ['with our host', ofSocket('`ws://${location.host}/live`'), ['/apps/x/live', '/live', true, true]],
    ['with the wrong security', ofSocket('`wss://${location.host}/live`'), ['/apps/x/live', '/live', true, true]],
    ['with the inner address', ofSocket('"ws://localhost:3000/live"'), ['/apps/x/live', '/live', true, true]],
    ['a rooted path', ofSocket('"/live"'), ['/apps/x/live', '/live', true, true]],
    ['of a class that extends it', async () => {
        class Mine extends WebSocket { mine() { return 1; } }
        const socket = new Mine(`ws://${location.host}/live`);
        const { data } = await new Promise((resolve) => (socket.onmessage = resolve));
        return [data, socket.mine(), socket instanceof Mine, Mine.OPEN];
    }, ['/apps/x/live', 1, true, 1]],
    ['with protocols that are wrong', () => {
        try {
            return new WebSocket(`ws://${location.host}/live`, ['a', 'a']);
        } catch (error) {
            return error.name;
        }
    }, 'SyntaxError'],
], { together: true });

inPage('others', [
    ['EventSource', () => new Promise((resolve) => {
        const source = new EventSource('/events');
        source.onmessage = ({ data }) => {
            source.close();
            resolve([data, new URL(source.url).pathname]);
        };
    }), ['/apps/x/events', '/events']],
    ['a beacon', async () => {
        navigator.sendBeacon('/beacon', 'x');
        return (await fetch('/after')).ok;
    }, true],
    ['an image by its constructor', () => new Promise((resolve) => {
        const image = new Image();
        image.onload = () => resolve([new URL(image.src).pathname, image.getAttribute('src'), new URL(image.currentSrc).pathname]);
        image.src = '/a.png';
    }), ['/a.png', '/a.png', '/a.png']],
    ['a sound by its constructor', () => {
        const audio = new Audio('/a.mp3');
        return [new URL(audio.src).pathname, audio.matches('[src*="/apps/x/a.mp3"]'), audio instanceof Audio, audio instanceof HTMLAudioElement];
    }, ['/a.mp3', true, true, true]],
    ['import() by what the gateway writes', async () => (await import($gh$i('/lib/module.mjs'))).here, '/apps/x/lib/module.mjs'],
    ['import() leaves others alone', () => ['./a.js', '../../../a.js', 'bare', 'https://example.org/a.js', '/apps/x/a'].map((given) => $gh$i(given)),
        ['./a.js', '../../../a.js', 'bare', 'https://example.org/a.js', '/apps/x/a']],
], { together: true });

inPage('fetch', [
    ['below a path of the app\'s own', async () => [
        (await (await fetch('/inner/api')).json()).path,
        new URL((await fetch('/inner/api')).url).pathname,
        location.$gh$.pathname,
    ], ['/apps/based/api', '/inner/api', '/inner/page/a'], { app: 'based', at: '/page/a' }],
]);
