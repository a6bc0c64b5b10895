import type { Outside } from './connection';

const PATH = '/api/v1/ws';

/** The real world, in a page and in a worker alike. */
export const browser: Outside = {
  now: () => Date.now(),
  later(millis, run) {
    const timer = setTimeout(run, millis);
    return () => clearTimeout(timer);
  },
  socket() {
    const url = new URL(PATH, self.location.origin);
    url.protocol = url.protocol.replace('http', 'ws');
    return new WebSocket(url);
  },
  async askWait() {
    try {
      const answer = await fetch(PATH, { cache: 'no-store' });
      const after = Number(answer.headers.get('retry-after'));
      return answer.status === 429 && Number.isFinite(after) ? after * 1000 : null;
    } catch {
      return null;
    }
  },
};
