// What happens during a visit: every request, and everything that a person with open developer
// tools would see in red.

export function record(context) {
  const seen = { requests: [], trouble: [] };
  const trouble = (kind, text, address = '') => seen.trouble.push({ kind, text, address });

  context.on('request', (request) => seen.requests.push(request.url()));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed';
    // A page that goes away takes its requests with it; that is no failure.
    if (reason !== 'net::ERR_ABORTED') trouble('request', reason, request.url());
  });
  context.on('response', (response) => {
    if (response.status() >= 400) trouble('answer', String(response.status()), response.url());
  });
  context.on('console', (message) => {
    const closed = message.text().includes('WebSocket is closed before');
    if (message.type() === 'error' && !closed) trouble('console', message.text(), message.location().url);
  });
  context.on('weberror', (error) => trouble('page', String(error.error())));
  context.on('page', (page) => {
    page.on('websocket', (socket) => {
      seen.requests.push(socket.url());
      socket.on('socketerror', (reason) => {
        // The page itself closed it, often by going away.
        if (!reason.includes('closed before')) trouble('socket', reason, socket.url());
      });
    });
    page.on('crash', () => trouble('page', 'the page crashed'));
  });
  return seen;
}
