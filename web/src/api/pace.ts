// Keeps this tab within the gateway's rate limits: it looks at what is left of a limit in each
// answer and waits when nothing is. A request that is refused all the same was not carried out, so
// it is sent again when its time has come.

type Fetch = (request: Request) => Promise<Response>;

const MOST_TRIES = 3;
const LONGEST_WAIT = 120_000;

/** The gateway counts these apart; everything else is one pool. */
export function poolOf(path: string): string {
  const [, api, , first, second, third] = path.split('/');
  if (api !== 'api') return 'health';
  if (first === 'auth') return second === 'qr' ? 'qr' : 'auth';
  if (first === 'services' && third === 'health') return 'health';
  if (first === 'apps' && third === 'favicon') return 'none';
  if (first === 'devices' || first === 'audit-logs') return 'device';
  return first === 'containers' ? 'container' : 'general';
}

const seconds = (headers: Headers, name: string): number => Number(headers.get(name) ?? Number.NaN);

export interface Timers {
  now(): number;
  sleep(millis: number): Promise<void>;
}

const real: Timers = {
  now: () => Date.now(),
  sleep: (millis) => new Promise((resolve) => setTimeout(resolve, millis)),
};

export function paced(send: Fetch, timers: Timers = real): Fetch {
  const freeAt = new Map<string, number>();

  const hold = (pool: string, answer: Response) => {
    const { headers, status } = answer;
    const retry = seconds(headers, 'retry-after');
    const reset = seconds(headers, 'ratelimit-reset');
    const left = seconds(headers, 'x-ratelimit-remaining');
    if (status === 429) {
      const wait = Number.isFinite(retry) ? retry * 1000 : 5000;
      freeAt.set(pool, timers.now() + Math.min(wait, LONGEST_WAIT));
    } else if (left === 0 && Number.isFinite(reset)) {
      freeAt.set(pool, timers.now() + Math.min(reset * 1000, 3000));
    }
  };

  return async (request) => {
    const pool = poolOf(new URL(request.url).pathname);
    for (let tries = 1; ; tries++) {
      const wait = (freeAt.get(pool) ?? 0) - timers.now();
      if (wait > 0) await timers.sleep(wait);
      const answer = await send(request.clone());
      hold(pool, answer);
      if (answer.status !== 429 || tries === MOST_TRIES) return answer;
    }
  };
}
