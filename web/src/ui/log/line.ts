// A line of a log, and what is to be told from its text.

export interface LogLine {
  /** Counts up without a gap, also over what was forgotten. */
  id: number;
  /** In milliseconds, where it is known. */
  at: number | null;
  stream: string;
  level: Level;
  text: string;
  /** In letters, at the most. */
  width: number;
  /** Who said it, where several are read together. */
  source?: string;
  /** Where it stands in what is stored. */
  position?: string;
}

export type Level = 'plain' | 'warn' | 'bad';
export type NewLine = Pick<LogLine, 'at' | 'stream' | 'text' | 'source' | 'position'>;

const BAD = /\b(error|err|fatal|panic|exception|critical|failed)\b/i;
const WARN = /\bwarn(ing)?\b/i;
/** Whoever has not said by then how bad it is does not say it. */
const SAYS_SO = 2_000;

export function levelOf(text: string): Level {
  const head = text.length > SAYS_SO ? text.slice(0, SAYS_SO) : text;
  if (BAD.test(head)) return 'bad';
  return WARN.test(head) ? 'warn' : 'plain';
}

/** What a terminal would show of a line that was written over itself. */
export function lastWritten(text: string): string {
  const end = text.endsWith('\r') ? text.length - 1 : text.length;
  return text.slice(text.lastIndexOf('\r', end - 1) + 1, end);
}

// What a terminal is told with a line takes no room in it.
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they begin with
const ESCAPES = /\u001b\[[\d;]*[A-Za-z]/g;
const TAB = 8;

/** So many letters wide a line is, at the most. */
export function widthOf(text: string): number {
  const shown = text.includes('\u001b') ? text.replace(ESCAPES, '') : text;
  if (!shown.includes('\t')) return shown.length;
  return shown.length + (TAB - 1) * (shown.split('\t').length - 1);
}
