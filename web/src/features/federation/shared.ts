import type { Schemas } from '~/api/client';
import { locale } from '~/lib/i18n';

type App = Pick<Schemas['AppView'], 'id' | 'name' | 'url' | 'peer'>;

/** The apps of a peer, by their names. */
export const sharedBy = (apps: App[], peerId: string): App[] =>
  apps
    .filter(({ peer }) => peer?.id === peerId)
    .sort((a, b) => a.name.localeCompare(b.name, locale()));
