export const DAY = 86_400_000;
/** So many of the next runs the gateway tells. */
const KNOWN = 10;

export interface Line {
  /** When it runs within the day, and where that is on the line, in per cent. */
  marks: { at: string; share: number }[];
  /** From here on it goes on like that, more often than is told. */
  more: number | null;
}

/** The next runs on a line that begins now and is a day long. */
export function lineOf(runs: string[], from: number): Line {
  const all = runs.map((at) => ({ at, share: ((Date.parse(at) - from) / DAY) * 100 }));
  const marks = all.filter(({ share }) => share >= 0 && share <= 100);
  const last = all.at(-1)?.share ?? 100;
  return { marks, more: runs.length >= KNOWN && last < 100 ? Math.max(0, last) : null };
}
