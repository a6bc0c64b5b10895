import { saveFile } from '~/lib/saveFile';
import type { LogBuffer } from './buffer';
import type { LogLine } from './line';

/** So many lines are written before others have their turn. */
const AT_ONCE = 2_000;

/** Gives a person all lines as a file. */
export async function save(name: string, buffer: LogBuffer): Promise<void> {
  const lines = [...buffer.lines];
  const pieces: string[] = [];
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    const some = lines.slice(from, from + AT_ONCE);
    pieces.push(some.map((line) => `${asText(line)}\n`).join(''));
    await new Promise((resolve) => setTimeout(resolve));
  }
  saveFile(`${name}.log`, new Blob(pieces, { type: 'text/plain' }));
}

const asText = ({ at, source, text }: LogLine): string =>
  [at === null ? '' : new Date(at).toISOString(), source, text].filter(Boolean).join(' ');
