const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** How well a text answers a question: the lower the better, `null` where it does not. */
export function rank(text: string, question: string): number | null {
  const [has, wanted] = [plain(text), plain(question.trim())];
  if (wanted === '') return 0;
  const at = has.indexOf(wanted);
  if (at === 0) return 0;
  if (at > 0) return has[at - 1] === ' ' || has[at - 1] === '-' ? 1 : 2;
  // All letters in their order, as in "hmas" for "home assistant".
  let from = 0;
  for (const letter of wanted) {
    const found = has.indexOf(letter, from);
    if (found < 0) return null;
    from = found + 1;
  }
  return 3;
}

/** Those that answer the question, the best first; equals keep their order. */
export function ranked<T>(items: T[], question: string, textOf: (item: T) => string): T[] {
  const judged = items.map((item) => ({ item, place: rank(textOf(item), question) }));
  return judged
    .filter((each): each is { item: T; place: number } => each.place !== null)
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
