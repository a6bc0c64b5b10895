import type { Schemas } from '~/api/client';
import { rank } from '~/lib/search';

type App = Schemas['AppView'];

/** Made once: to make one for each comparison takes longer than to compare. */
const { compare } = new Intl.Collator();

/** As the person put them; those that were never moved come after, by name. */
export function inOrder(apps: App[], order: string[]): App[] {
  const place = new Map(order.map((id, index) => [id, index]));
  const at = (app: App) => place.get(app.id) ?? Number.MAX_SAFE_INTEGER;
  return [...apps].sort((a, b) => at(a) - at(b) || compare(a.name, b.name));
}

/** The order after one was put before or behind another. */
export function moved(ids: string[], from: string, to: string): string[] {
  const [at, goal] = [ids.indexOf(from), ids.indexOf(to)];
  if (at < 0 || goal < 0) return ids;
  const rest = ids.filter((id) => id !== from);
  rest.splice(goal, 0, from);
  return rest;
}

export const MOVES = ['first', 'forward', 'back', 'last'] as const;
export type Move = (typeof MOVES)[number];

/** Whose place an app takes among those of its group; `undefined` where it cannot go on. */
export function goalOf(groups: Group[], id: string, move: Move): string | undefined {
  const isIt = (app: App) => app.id === id;
  const apps = groups.find((group) => group.apps.some(isIt))?.apps ?? [];
  const at = apps.findIndex(isIt);
  const place = { first: 0, forward: at - 1, back: at + 1, last: apps.length - 1 }[move];
  return place === at ? undefined : apps[place]?.id;
}

export interface Group {
  /** `null`: those without a tag; `undefined`: the favourites. */
  tag: string | null | undefined;
  apps: App[];
}

/** Favourites first, then by first tag as the tags come in the alphabet, then the rest. */
export function grouped(apps: App[], favourites: string[], byTag: boolean): Group[] {
  const chosen = new Set(favourites);
  const loved = apps.filter((app) => chosen.has(app.id));
  const rest = apps.filter((app) => !chosen.has(app.id));
  const groups: Group[] = loved.length > 0 ? [{ tag: undefined, apps: loved }] : [];
  if (!byTag) return rest.length > 0 ? [...groups, { tag: null, apps: rest }] : groups;
  const tags = [...new Set(rest.flatMap((app) => app.tags.slice(0, 1)))].sort();
  for (const tag of tags) groups.push({ tag, apps: rest.filter((app) => app.tags[0] === tag) });
  const untagged = rest.filter((app) => app.tags.length === 0);
  return untagged.length > 0 ? [...groups, { tag: null, apps: untagged }] : groups;
}

/** How many of `count` tiles each group has, where they are given out from the top. */
export function shares(groups: Group[], count: number): number[] {
  let left = count;
  return groups.map(({ apps }) => {
    const share = Math.min(left, apps.length);
    left -= share;
    return share;
  });
}

export function matching(apps: App[], question: string): App[] {
  const text = (app: App) => [app.name, app.id, ...app.tags].join(' ');
  return apps.filter((app) => rank(text(app), question) !== null);
}
