/** Messages by area and name, as a language's file has them. */
export type Texts = { [key: string]: string | Texts };
export type TextFiles = Record<string, { default: Texts }>;
export type Values = Record<string, string | number>;
/** Messages by their whole key: `ui.save`. */
export type Messages = Map<string, string>;

/** One tree of the files beside the features: the folder's name is the first word of a key. */
export function gathered(files: TextFiles): Texts {
  const areas = Object.entries(files).map(([path, file]) => [path.split('/').at(-2), file.default]);
  return Object.fromEntries(areas);
}

/** `{ ui: { save: 'Save' } }` becomes `ui.save`. What is empty is not translated yet. */
export function flatten(texts: Texts): Messages {
  const flat: Messages = new Map();
  const add = (key: string, value: string | Texts) => {
    if (typeof value !== 'string') {
      for (const [name, inner] of Object.entries(value)) add(key ? `${key}.${name}` : name, inner);
    } else if (value !== '') flat.set(key, value);
  };
  add('', texts);
  return flat;
}

/** `{name}` in a text is replaced. */
export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/**
 * A message in a language. With a count, the key's form for that number is taken (`_one`, `_few`, …),
 * else the one for all others.
 */
export function messageFor(
  messages: Messages,
  language: string,
  key: string,
  count: string | number | undefined,
): string | undefined {
  if (typeof count !== 'number') return messages.get(key);
  const form = new Intl.PluralRules(language).select(count);
  return messages.get(`${key}_${form}`) ?? messages.get(`${key}_other`) ?? messages.get(key);
}

/** The messages of `whole` that a language has not. A form for other numbers stands for its message. */
export function missingIn(messages: Messages, whole: Messages): string[] {
  return [...whole.keys()].filter(
    (key) => !messages.has(key) && !messages.has(key.replace(/_one$/, '_other')),
  );
}
