import { setTimeout as sleep } from 'node:timers/promises';

/** Asks until the answer is good. On a busy machine that may take long, so there is much time. */
export async function until(what, ask, { seconds = 60, pause = 100 } = {}) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`not within ${seconds} seconds: ${what}`);
    await sleep(pause);
  }
}
