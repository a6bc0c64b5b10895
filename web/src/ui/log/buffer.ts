// Lines of a log, as many as a page can hold. They come in bursts; who shows them hears of it once
// a frame.

export interface LogLine {
  /** Counts up, also over what was forgotten. */
  id: number;
  /** In milliseconds, where it is known. */
  at: number | null;
  stream: string;
  level: Level;
  text: string;
}

export type Level = 'plain' | 'warn' | 'bad';
export type NewLine = Pick<LogLine, 'at' | 'stream' | 'text'>;

/** So many are kept, and twice as many while somebody reads further up: nothing moves then. */
export const KEPT = 50_000;

const BAD = /\b(error|err|fatal|panic|exception|critical|failed)\b/i;
const WARN = /\bwarn(ing)?\b/i;

export function levelOf(text: string): Level {
  if (BAD.test(text)) return 'bad';
  return WARN.test(text) ? 'warn' : 'plain';
}

/** What a terminal would show of a line that was written over itself. */
export function lastWritten(text: string): string {
  const end = text.endsWith('\r') ? text.length - 1 : text.length;
  return text.slice(text.lastIndexOf('\r', end - 1) + 1, end);
}

export class LogBuffer {
  lines: LogLine[] = [];
  /** Changes with every change, for React. */
  version = 0;
  /** Somebody reads further up. */
  held = false;
  #next = 0;
  #listeners = new Set<() => void>();
  #due = false;

  append(fresh: NewLine[]): void {
    for (const { at, stream, text } of fresh) {
      const shown = lastWritten(text);
      this.lines.push({ id: this.#next++, at, stream, level: levelOf(shown), text: shown });
    }
    const most = this.held ? 2 * KEPT : KEPT;
    if (this.lines.length > most) this.lines = this.lines.slice(-KEPT);
    this.#changed();
  }

  clear(): void {
    this.lines = [];
    this.#changed();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #changed(): void {
    if (this.#due) return;
    this.#due = true;
    setTimeout(() => {
      this.#due = false;
      this.version += 1;
      for (const listener of this.#listeners) listener();
    }, 16);
  }
}
