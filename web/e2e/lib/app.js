// A small app with a page, a picture and a colour of its own.
import { createServer } from 'node:http';

export async function startApp(name, hue) {
  const letter = name[0];
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="15" fill="hsl(${hue} 60% 45%)"/><text x="32" y="45" font-family="sans-serif" font-size="36" font-weight="700" text-anchor="middle" fill="#fff">${letter}</text></svg>`;
  const page = `<!doctype html><title>${name}</title><link rel="icon" href="/icon.svg"><h1>${name}</h1>`;
  const server = createServer((request, response) => {
    const picture = request.url === '/icon.svg';
    response.setHeader('Content-Type', picture ? 'image/svg+xml' : 'text/html');
    response.end(picture ? icon : page);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { name, port: server.address().port, stop };
}
