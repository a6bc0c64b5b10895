// Small things that several checks need.
import { until } from './deadline.js';

// Waits until what an element shows is as wanted; says what it showed where it never was.
export async function shown(page, selector, wanted, seconds = 15) {
  let text;
  await until(seconds, selector, async () => {
    text = await page.locator(selector).first().innerText({ timeout: seconds * 1000 });
    return wanted(text);
  }).catch((error) => {
    throw new Error(`${error.message}, it shows ${JSON.stringify(text)}`);
  });
  return text;
}
