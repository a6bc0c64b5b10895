import type { Texts } from './i18n';

export const german = import.meta.glob('../*/**/de.json', { eager: true }) as Record<
  string,
  { default: Texts }
>;
