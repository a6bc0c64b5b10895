import Anser, { type AnserJsonEntry } from 'anser';
import type { CSSProperties } from 'react';
import { Marked } from './Marked';

interface Props {
  text: string;
  /** What is looked for in it. */
  question: string;
}

/** A text with the colours that a terminal would give it. */
export function Ansi({ text, question }: Props) {
  if (!text.includes('\u001b')) return <Marked text={text} question={question} />;
  const pieces = Anser.ansiToJson(text, { use_classes: true, remove_empty: true });
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line never change
    <span key={index} className={classesOf(piece)} style={coloursOf(piece)}>
      <Marked text={piece.content} question={question} />
    </span>
  ));
}

function classesOf({ fg, bg, decorations }: AnserJsonEntry): string {
  const names = [fg, bg && `${bg}-bg`, ...(decorations ?? []).map((each) => `ansi-${each}`)];
  return names.filter(Boolean).join(' ');
}

function coloursOf({ fg_truecolor, bg_truecolor }: AnserJsonEntry): CSSProperties | undefined {
  if (!fg_truecolor && !bg_truecolor) return undefined;
  return {
    color: fg_truecolor ? `rgb(${fg_truecolor})` : undefined,
    backgroundColor: bg_truecolor ? `rgb(${bg_truecolor})` : undefined,
  };
}
