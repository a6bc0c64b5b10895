// What running scripts write, heard from the first piece on: the page that shows it may be opened a
// moment later. When a run is over, its record has all of it.

interface Told {
  executionId: string;
  output: string;
}

type Listener = (lines: string[]) => void;

/** So many runs are remembered, and so many lines of each. */
const RUNS = 20;
const LINES = 5_000;

/** Pieces of output come as they were written; a line may come in several. */
export class Pieces {
  lines: string[] = [];
  #rest = '';

  /** The lines that are whole now. */
  add(piece: string): string[] {
    const parts = (this.#rest + piece).split('\n');
    this.#rest = parts.pop() ?? '';
    this.lines = [...this.lines, ...parts].slice(-LINES);
    return parts;
  }
}

const runs = new Map<string, Pieces>();
const listeners = new Map<string, Set<Listener>>();

export function heard({ executionId, output }: Told): void {
  const run = runs.get(executionId) ?? new Pieces();
  runs.set(executionId, run);
  const oldest = runs.keys().next().value;
  if (runs.size > RUNS && oldest !== undefined) runs.delete(oldest);
  const fresh = run.add(output);
  for (const listener of listeners.get(executionId) ?? []) listener(fresh);
}

export const forget = (executionId: string): void => void runs.delete(executionId);

/** What was heard so far at once, and then what comes, until the returned function is called. */
export function followOutput(executionId: string, listener: Listener): () => void {
  const all = listeners.get(executionId) ?? new Set();
  listeners.set(executionId, all.add(listener));
  listener(runs.get(executionId)?.lines ?? []);
  return () => {
    all.delete(listener);
    if (all.size === 0) listeners.delete(executionId);
  };
}
