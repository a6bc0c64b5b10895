import { t } from '~/lib/i18n';

/** "3 apps, 1 device": what there is none of is left out. */
export function counted(counts: Record<string, number>): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  if (some.length === 0) return t('backups.nothing');
  return some.map(([what, count]) => t(`backups.what.${what}`, { count })).join(', ');
}
