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
  /** Who said it, where several are read together. */
  source?: string;
}

export type Level = 'plain' | 'warn' | 'bad';
export type NewLine = Pick<LogLine, 'at' | 'stream' | 'text' | 'source'>;

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

const byTime = (a: NewLine, b: NewLine): number => (a.at ?? 0) - (b.at ?? 0);

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
    for (const { at, stream, text, source } of fresh) {
      const shown = lastWritten(text);
      this.lines.push({ id: this.#next++, at, stream, level: levelOf(shown), text: shown, source });
    }
    const most = this.held ? 2 * KEPT : KEPT;
    if (this.lines.length > most) this.lines = this.lines.slice(-KEPT);
    this.#changed();
  }

  /** Puts lines of several sources where their times belong; at the end while somebody reads. */
  merge(fresh: NewLine[]): void {
    const sorted = [...fresh].sort(byTime);
    const first = sorted[0]?.at ?? null;
    if (this.held || first === null) {
      this.append(sorted);
      return;
    }
    let from = this.lines.length;
    while (from > 0 && (this.lines[from - 1]?.at ?? 0) > first) from -= 1;
    const later = this.lines.splice(from);
    this.append([...later, ...sorted].sort(byTime));
  }

  /** What a source said comes once more, or is not wanted any longer. */
  forget(source: string): void {
    this.lines = this.lines.filter((line) => line.source !== source);
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
