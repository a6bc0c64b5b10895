import { has, t } from '~/lib/i18n';
import type { Rule } from './queries';

export function eventText(event: string): string {
  const key = `notifications.event.${event}`;
  return has(key) ? t(key) : event;
}

/** A rule that nobody named has its event's name. */
export const nameOf = ({ name, event }: Rule): string =>
  name === event.replaceAll('_', ' ') ? '' : name;

export const titleOf = (rule: Rule): string => nameOf(rule) || eventText(rule.event);
