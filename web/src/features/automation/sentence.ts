// What a cron expression means, as a sentence, where it is one that people use.
import { locale, t } from '~/lib/i18n';

const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
/** More times than this are no sentence. */
const MOST_TIMES = 4;
const WORKDAYS = '1,2,3,4,5';
const WEEKEND = '0,6';

interface Field {
  /** All of them count. */
  any: boolean;
  values: number[];
}

/** A list of `*`, values and ranges; `null` for what a sentence has no words for. */
function field(text: string, least: number, most: number, names: string[] = []): Field | null {
  const numberOf = (word: string): number => {
    const named = names.indexOf(word.toUpperCase());
    return named >= 0 ? named + least : /^\d+$/.test(word) ? Number(word) : Number.NaN;
  };
  const values = new Set<number>();
  for (const item of text.split(',')) {
    const [range = '', step = '1'] = item.split('/');
    const [first = '', last = item.includes('/') ? String(most) : first] =
      range === '*' ? [String(least), String(most)] : range.split('-');
    const [from, to, by] = [numberOf(first), numberOf(last), Number(step)];
    if (!(from >= least && to <= most && from <= to && by >= 1)) return null;
    for (let value = from; value <= to; value += by) values.add(value);
  }
  const any = values.size === most - least + 1;
  return { any, values: [...values].sort((a, b) => a - b) };
}

/** The distance, where it is the same between all of them and over the end: 15 minutes, but not 45. */
function pace({ values }: Field, length: number): number | null {
  const [first = 0, second] = values;
  if (second === undefined) return null;
  const step = second - first;
  const even = values.every((value, index) => value === first + index * step);
  return even && values.length * step === length ? step : null;
}

const listed = (words: string[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(words);

const written = (date: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' }).format(date);

const timeText = (hour: number, minute: number): string =>
  written(Date.UTC(2024, 0, 1, hour, minute), { hour: '2-digit', minute: '2-digit' });

// The first of September 2024 was a Sunday.
const weekdayText = (day: number): string =>
  written(Date.UTC(2024, 8, 1 + day), { weekday: 'long' });

const monthText = (month: number): string =>
  written(Date.UTC(2024, month - 1, 1), { month: 'long' });

/** "every 15 minutes", "every hour, 5 minutes past", "at 03:00 and 15:00" */
function timesOf(minutes: Field, hours: Field): { text: string; often: boolean } | null {
  const minute = minutes.values[0] ?? 0;
  if (hours.any) {
    if (minutes.any) return { text: t('automation.often.minute'), often: true };
    const step = pace(minutes, 60);
    if (step && minute === 0) {
      return { text: t('automation.often.minutes', { number: step }), often: true };
    }
    if (minutes.values.length > 1) return null;
    if (minute === 0) return { text: t('automation.often.hour'), often: true };
    return { text: t('automation.often.past', { count: minute }), often: true };
  }
  if (minutes.values.length > 1) return null;
  const step = pace(hours, 24);
  if (step && hours.values[0] === 0 && minute === 0 && hours.values.length > 2) {
    return { text: t('automation.often.hours', { number: step }), often: true };
  }
  if (hours.values.length > MOST_TIMES) return null;
  const times = listed(hours.values.map((hour) => timeText(hour, minute)));
  return { text: t('automation.at', { times }), often: false };
}

function monthsOf({ any, values }: Field): string {
  if (any) return '';
  return ` ${t('automation.inMonths', { names: listed(values.map(monthText)) })}`;
}

/** "every day", "every Sunday", "Monday to Friday", "on day 1 of the month" */
function daysOf(days: Field, months: Field, weekdays: Field): string | null {
  // With both, either is enough: nobody would read that out of a sentence.
  if (!days.any && !weekdays.any) return null;
  const inMonths = monthsOf(months);
  if (!weekdays.any) {
    const key = weekdays.values.join(',');
    if (key === WORKDAYS) return t('automation.workdays') + inMonths;
    if (key === WEEKEND) return t('automation.weekends') + inMonths;
    const names = listed(weekdays.values.map(weekdayText));
    return t('automation.onWeekdays', { names }) + inMonths;
  }
  if (days.any) return t('automation.everyDay') + inMonths;
  if (days.values.length > MOST_TIMES) return null;
  const numbers = listed(days.values.map((number) => t('automation.dayNumber', { number })));
  return t(months.any ? 'automation.onDays' : 'automation.onDaysIn', { numbers }) + inMonths;
}

/** `null` where only the expression itself says it. */
export function sentence(cron: string): string | null {
  const parts = cron.trim().split(/\s+/);
  if (parts.length !== 5) return null;
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = parts;
  const minutes = field(minute, 0, 59);
  const hours = field(hour, 0, 23);
  const days = field(day, 1, 31);
  const months = field(month, 1, 12, MONTHS);
  const weekdays = field(weekday, 0, 6, WEEKDAYS);
  if (!minutes || !hours || !days || !months || !weekdays) return null;
  const times = timesOf(minutes, hours);
  const which = daysOf(days, months, weekdays);
  if (!times || !which) return null;
  const everyDay = days.any && months.any && weekdays.any;
  if (!times.often) return begun(`${which} ${times.text}`);
  return begun(everyDay ? times.text : `${times.text}, ${which}`);
}

const begun = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
