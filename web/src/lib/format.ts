// Numbers and times as people read them.
import { locale } from './i18n';
import { prefs } from './prefs';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const zone = () => prefs().timeZone ?? undefined;

/** The zone in which times are shown. */
export const dateTimeZone = (): string =>
  zone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

export function dateTime(when: string | number): string {
  const date = new Date(when);
  if (Number.isNaN(date.getTime())) return '–';
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: zone() } as const;
  return new Intl.DateTimeFormat(locale(), options).format(date);
}

export function clock(when: number): string {
  const options = { hour: '2-digit', minute: '2-digit', timeZone: zone() } as const;
  return new Intl.DateTimeFormat(locale(), options).format(when);
}

/** A format is costly to make, and a log has a time in each line. */
let exact = { of: '', format: new Intl.DateTimeFormat() };

/** To the thousandth of a second, for logs. */
export function exactClock(when: number): string {
  const of = `${locale()} ${zone()}`;
  if (exact.of !== of) {
    const time = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
    const options = {
      ...time,
      fractionalSecondDigits: 3,
      hourCycle: 'h23',
      timeZone: zone(),
    } as const;
    exact = { of, format: new Intl.DateTimeFormat(locale(), options) };
  }
  return exact.format.format(when);
}

/** "5 minutes ago"; after a week the date. */
export function ago(when: string | number, now: number = Date.now()): string {
  const passed = now - new Date(when).getTime();
  if (Number.isNaN(passed)) return '–';
  if (passed > 7 * DAY) return dateTime(when);
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'long' });
  if (passed >= DAY) return format.format(-Math.floor(passed / DAY), 'day');
  if (passed >= HOUR) return format.format(-Math.floor(passed / HOUR), 'hour');
  if (passed >= MINUTE) return format.format(-Math.floor(passed / MINUTE), 'minute');
  return format.format(0, 'second');
}

export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** "2 weeks ago" */
export function since(count: number, unit: Unit): string {
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'long' });
  return format.format(-count, unit);
}

export function number(value: number, digits = 0): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(value);
}

export const percent = (value: number): string => `${number(value, value < 10 ? 1 : 0)} %`;

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

export function bytes(value: number): string {
  const power = Math.min(Math.floor(Math.log(Math.max(value, 1)) / Math.log(1024)), 5);
  const amount = value / 1024 ** power;
  return `${number(amount, amount < 10 && power > 0 ? 1 : 0)} ${UNITS[power]}`;
}

export function duration(seconds: number): string {
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600)];
  const minutes = Math.floor((seconds % 3600) / 60);
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}

/** "in 5 minutes"; what is further away than a week by its date. */
export function until(when: string | number, now: number = Date.now()): string {
  const left = new Date(when).getTime() - now;
  if (Number.isNaN(left)) return '–';
  if (left > 7 * DAY) return dateTime(when);
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto', style: 'long' });
  if (left >= DAY) return format.format(Math.floor(left / DAY), 'day');
  if (left >= HOUR) return format.format(Math.floor(left / HOUR), 'hour');
  return format.format(Math.max(0, Math.floor(left / MINUTE)), 'minute');
}

/** "4:07" */
export function countdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

export function millis(value: number): string {
  return value >= 1000 ? `${number(value / 1000, 1)} s` : `${number(value, value < 10 ? 1 : 0)} ms`;
}
