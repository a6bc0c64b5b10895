// Lines of a log, as many as a page can hold. They come in bursts; who shows them hears of it once
// a frame, and each is looked at once, whatever is filtered by.
import { Layout } from './layout';
import { type LogLine, lastWritten, levelOf, type NewLine, widthOf } from './line';
import { Ring } from './ring';

/** A time from its first moment up to, and without, its end. */
export interface Span {
  from: number;
  to: number;
}

export interface Filter {
  question: string;
  onlyBad: boolean;
  span: Span | null;
}

/** So many are kept, and twice as many while somebody reads further up: nothing moves then. */
export const KEPT = 100_000;
/** The same of their letters, as one line may have a million. */
export const KEPT_LETTERS = 16 * 1024 * 1024;
/** So many lines are looked at before others have their turn. */
const AT_ONCE = 5_000;
/** A frame, in milliseconds. */
const FRAME = 16;

const byTime = (a: NewLine, b: NewLine): number => (a.at ?? 0) - (b.at ?? 0);

/** Whether a line passes a filter. */
export function passing({ question, onlyBad, span }: Filter): (line: LogLine) => boolean {
  const wanted = question.trim().toLowerCase();
  return ({ at, text, level }) => {
    if (onlyBad && level === 'plain') return false;
    if (span && (at === null || at < span.from || at >= span.to)) return false;
    return wanted === '' || text.toLowerCase().includes(wanted);
  };
}

export class LogBuffer {
  readonly lines = new Ring<LogLine>();
  /** Those that pass the filter. */
  readonly shown = new Layout();
  /** Changes with every change, for React. */
  version = 0;
  /** Somebody reads further up. */
  held = false;
  #letters = 0;
  /** The id of the line that comes next. */
  #next = 0;
  /** The id of the line that the filter looks at next. */
  #unseen = 0;
  #passes: (line: LogLine) => boolean = () => true;
  #listeners = new Set<() => void>();
  #due = false;
  #looking = false;

  append(fresh: NewLine[]): void {
    for (const { at, stream, text, source, position } of fresh) {
      const shown = lastWritten(text);
      const [level, width] = [levelOf(shown), widthOf(shown)];
      this.#put({ id: 0, at, stream, level, text: shown, width, source, position });
    }
    this.#trim();
    this.#look();
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
    const later: LogLine[] = [];
    while ((this.lines.at(this.lines.length - 1)?.at ?? 0) > first) later.push(this.#take());
    this.append([...later.reverse(), ...sorted].sort(byTime));
  }

  /** What a source said comes once more, or is not wanted any longer. */
  forget(source: string): void {
    const others = [...this.lines].filter((line) => line.source !== source);
    if (others.length === this.lines.length) return;
    this.#empty();
    for (const line of others) this.#put(line);
    this.#look();
    this.#changed();
  }

  clear(): void {
    this.#empty();
    this.#changed();
  }

  /** Shows only what passes. Of very many lines, the first ones are shown before the last ones. */
  filter(filter: Filter): void {
    this.#passes = passing(filter);
    this.shown.clear();
    this.#unseen = this.lines.at(0)?.id ?? this.#next;
    this.#look();
    this.#changed();
  }

  /** Breaks lines after so many letters. */
  wrap(columns: number): void {
    this.shown.wrap(columns);
    this.#changed();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #put(line: LogLine): void {
    this.lines.push({ ...line, id: this.#next++ });
    this.#letters += line.text.length;
  }

  /** Takes the last line away. */
  #take(): LogLine {
    const line = this.lines.pop() as LogLine;
    this.#letters -= line.text.length;
    this.#next = line.id;
    this.#unseen = Math.min(this.#unseen, line.id);
    const { lines } = this.shown;
    if (lines.at(lines.length - 1) === line) this.shown.pop();
    return line;
  }

  #trim(): void {
    const times = this.held ? 2 : 1;
    while (this.lines.length > times * KEPT || this.#letters > times * KEPT_LETTERS) {
      const line = this.lines.shift() as LogLine;
      this.#letters -= line.text.length;
      this.#unseen = Math.max(this.#unseen, line.id + 1);
      if (this.shown.lines.at(0) === line) this.shown.shift();
    }
  }

  #empty(): void {
    this.lines.clear();
    this.shown.clear();
    this.#letters = 0;
    this.#unseen = this.#next;
  }

  /** Looks at lines that the filter has not seen. */
  #look(): void {
    const first = this.lines.at(0)?.id ?? this.#next;
    const end = Math.min(this.#next, this.#unseen + AT_ONCE);
    for (; this.#unseen < end; this.#unseen++) {
      const line = this.lines.at(this.#unseen - first) as LogLine;
      if (this.#passes(line)) this.shown.push(line);
    }
    if (this.#unseen === this.#next || this.#looking) return;
    this.#looking = true;
    setTimeout(() => {
      this.#looking = false;
      this.#look();
      this.#changed();
    });
  }

  #changed(): void {
    if (this.#due) return;
    this.#due = true;
    setTimeout(() => {
      this.#due = false;
      this.version += 1;
      for (const listener of this.#listeners) listener();
    }, FRAME);
  }
}
