interface Props {
  text: string;
  question: string;
}

/** A text in which each hit stands out. */
export function Marked({ text, question }: Props) {
  if (question === '') return text;
  return pieces(text, question).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a line never change
      <mark key={index}>{piece}</mark>
    ),
  );
}

/** What is between the hits, and the hits, in turns; letters count the same in both sizes. */
export function pieces(text: string, question: string): string[] {
  const [has, wanted] = [text.toLowerCase(), question.toLowerCase()];
  // Few letters are of another length in small; then nothing would be where it is looked for.
  if (wanted === '' || has.length !== text.length) return [text];
  const found: string[] = [];
  let from = 0;
  for (let at = has.indexOf(wanted); at >= 0; at = has.indexOf(wanted, from)) {
    found.push(text.slice(from, at), text.slice(at, at + wanted.length));
    from = at + wanted.length;
  }
  return [...found, text.slice(from)];
}
