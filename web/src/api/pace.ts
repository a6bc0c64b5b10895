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
  if (first === 'auth' && second === 'qr') return 'qr';
  if (first === 'auth' && /^(sessions?|setup-status)$/.test(second ?? '')) return 'general';
  if (first === 'auth') return 'auth';
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

/** What is known of a pool's limit. */
interface Pool {
  /** Nothing is sent before. */
  freeAt: number;
  /** How many more the gateway takes, once those that are under way have been counted. */
  left: number;
  underWay: number;
}

/** When the gateway takes one more, where it has not said so. */
const REFILL = 2000;

export function paced(send: Fetch, timers: Timers = real): Fetch {
  const pools = new Map<string, Pool>();

  const poolFor = (name: string): Pool => {
    const known = pools.get(name) ?? { freeAt: 0, left: Number.POSITIVE_INFINITY, underWay: 0 };
    pools.set(name, known);
    return known;
  };

  const turn = async (pool: Pool) => {
    for (let wait = pool.freeAt - timers.now(); wait > 0; wait = pool.freeAt - timers.now()) {
      await timers.sleep(wait);
    }
    pool.left -= 1;
    // The last one: whoever comes before it is answered has to wait.
    if (pool.left <= 0) pool.freeAt = timers.now() + REFILL;
  };

  const learn = (pool: Pool, { headers, status }: Response) => {
    const retry = seconds(headers, 'retry-after');
    const reset = seconds(headers, 'ratelimit-reset');
    const left = seconds(headers, 'x-ratelimit-remaining');
    if (status === 429) {
      const wait = Number.isFinite(retry) ? retry * 1000 : 5000;
      pool.freeAt = timers.now() + Math.min(wait, LONGEST_WAIT);
    } else if (left === 0 && Number.isFinite(reset)) {
      pool.freeAt = timers.now() + Math.min(reset * 1000, 3000);
    }
    if (Number.isFinite(left)) pool.left = Math.max(1, left) - pool.underWay;
  };

  return async (request) => {
    const pool = poolFor(poolOf(new URL(request.url).pathname));
    for (let tries = 1; ; tries++) {
      await turn(pool);
      pool.underWay += 1;
      const answer = await send(request.clone()).finally(() => {
        pool.underWay -= 1;
      });
      learn(pool, answer);
      if (answer.status !== 429 || tries === MOST_TRIES) return answer;
    }
  };
}
