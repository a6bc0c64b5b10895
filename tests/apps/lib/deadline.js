// Every wait has an end, and says what it waited for.
import { setTimeout as sleep } from 'node:timers/promises';

export async function within(seconds, what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${seconds} s`)), seconds * 1000);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

// Asks again until the answer is truthy. What `ask` throws counts as "not yet".
export async function until(seconds, what, ask, pause = 50) {
  const end = Date.now() + seconds * 1000;
  let reason = '';
  while (Date.now() < end) {
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      if (error.final) throw error;
      reason = ` (${String(error.message).split('\n')[0]})`;
    }
    await sleep(pause);
  }
  throw new Error(`${what}: not within ${seconds} s${reason}`);
}
