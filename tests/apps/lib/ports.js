// Ports that nobody listens on, each given away once.
import { createServer } from 'node:net';

const given = new Set();

export async function freePort() {
  for (;;) {
    // Below the range from which the system takes ports for outgoing connections.
    const port = 20000 + Math.floor(Math.random() * 10000);
    if (!given.has(port) && (await isFree(port))) {
      given.add(port);
      return port;
    }
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
