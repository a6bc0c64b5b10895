// Every page at the width of a phone and of a desk, light and dark, looked over by axe.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const ALL = { type: 'tag', values: TAGS };
/** What a theme changes: all else is the same elements in the same places. */
const COLOURS = { type: 'rule', values: ['color-contrast'] };
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

export const looks = ['light', 'dark'].flatMap((scheme) =>
  Object.keys(SIZES).map((size) => ({ scheme, size })),
);

export class Looker {
  #found = [];

  constructor(page, watch, screenshots) {
    Object.assign(this, { page, watch, screenshots });
  }

  async set({ scheme, size }) {
    await this.page.emulateMedia({ colorScheme: scheme });
    await this.page.setViewportSize(SIZES[size]);
  }

  /** All looks of what is shown now; afterwards it is a desk in the light again. */
  all(name) {
    return this.#each(
      name,
      looks.map((look) => ({ ...look, rules: look.scheme === 'dark' ? COLOURS : ALL })),
    );
  }

  /** Two that differ in all, for what differs little from what was looked at before. */
  some(name) {
    return this.#each(
      name,
      [looks[0], looks[3]].map((look) => ({ ...look, rules: ALL })),
    );
  }

  /** For other colours of what was looked at before. */
  colours(name) {
    return this.#each(
      name,
      [looks[0], looks[2]].map((look) => ({ ...look, rules: COLOURS })),
    );
  }

  /** What was found since the last time, all of it at once. */
  check(where) {
    const found = this.#found;
    this.#found = [];
    if (found.length > 0) throw new Error(`${where}:\n  ${found.join('\n  ')}`);
  }

  async #each(name, wanted) {
    for (const look of wanted) {
      await this.set(look);
      await this.#settle();
      const where = `${name}, ${look.size}, ${look.scheme}`;
      await this.#fits(where);
      await this.#accessible(where, look.rules);
      if (this.screenshots) await this.#shoot(`${name}-${look.size}-${look.scheme}`);
    }
    await this.set(looks[0]);
    this.watch.check(name);
  }

  async #shoot(name) {
    await this.page.evaluate(() => scrollTo(0, 0));
    // What was said of an earlier step is not of this page.
    const toasts = this.page.locator('.toasts');
    await toasts.evaluateAll(([all]) => all?.style.setProperty('display', 'none', 'important'));
    await this.page.screenshot({ path: join(this.screenshots, `${name}.png`) });
    await toasts.evaluateAll(([all]) => all?.style.removeProperty('display'));
  }

  async #settle() {
    await this.page.evaluate(async () => {
      await document.fonts.ready;
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      // What turns until an answer comes has no end.
      const moving = document
        .getAnimations()
        .filter((each) => each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      await Promise.all(moving.map((each) => each.finished.catch(() => {})));
    });
  }

  async #fits(where) {
    const over = await this.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (over > 0) this.#found.push(`${where}: ${over} pixels wider than the screen`);
    const cells = await this.page.locator('dd, td, th').evaluateAll((all) =>
      all
        .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 && cell.clientWidth > 0)
        .filter((cell) => getComputedStyle(cell).overflowX === 'visible')
        .map((cell) => cell.innerText.slice(0, 40)),
    );
    this.#found.push(...cells.map((text) => `${where}: "${text}" stands over what is beside it`));
  }

  /** What is wrong stays wrong; what is only on its way to another colour does not. */
  async #accessible(where, rules) {
    let told = await this.#violations(rules);
    for (let again = 0; told.length > 0 && again < 3; again++) {
      await this.page.waitForTimeout(1_000);
      await this.#settle();
      told = await this.#violations(rules);
    }
    this.#found.push(...told.map((each) => `${where}: ${each}`));
  }

  async #violations(runOnly) {
    // Through the debugger, as the page's policy lets nobody add a script.
    await this.page.evaluate(axe);
    const found = await this.page.evaluate(
      (runOnly) => window.axe.run({ runOnly, resultTypes: ['violations'] }),
      runOnly,
    );
    return found.violations.map(({ id, nodes }) => {
      const node = nodes[0];
      return `${id} (${nodes.length}): ${node.html.slice(0, 160)}\n    ${node.failureSummary}`;
    });
  }
}
