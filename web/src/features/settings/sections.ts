import type { Schemas } from '~/api/client';
import { rank } from '~/lib/search';

type Setting = Schemas['SettingView'];

interface Wanted {
  text: string;
  /** With what nobody has set. */
  all: boolean;
}

/** Those that are looked for, by the first part of their names. Whoever searches sees all. */
export function bySection(settings: Setting[], { text, all }: Wanted): [string, Setting[]][] {
  const question = text.trim();
  const sections = new Map<string, Setting[]>();
  for (const setting of settings) {
    const shown = question
      ? rank(`${setting.key} ${setting.meaning}`, question) !== null
      : all || setting.source !== 'default';
    if (!shown) continue;
    const section = setting.key.split('.')[0] ?? '';
    sections.set(section, [...(sections.get(section) ?? []), setting]);
  }
  return [...sections];
}
