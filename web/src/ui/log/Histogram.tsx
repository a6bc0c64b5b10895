import { type KeyboardEvent, type MouseEvent, useEffect, useState } from 'react';
import { clock, exactClock, number } from '~/lib/format';
import { t } from '~/lib/i18n';
import type { LogBuffer, Span } from './buffer';
import { type Bar, histogram, linesIn } from './histogram';

const BARS = 60;
/** All lines are counted each time, so not for every line. */
const PAUSE = 500;
const MINUTE = 60_000;

interface Props {
  buffer: LogBuffer;
  /** The time that is shown; `null`: all of it. */
  span: Span | null;
  onSpan: (span: Span | null) => void;
}

/** How much was said when, and how bad it was. Choosing a bar narrows the log to its time. */
export function Histogram({ buffer, span, onSpan }: Props) {
  const bars = useBars(buffer);
  const [at, setAt] = useState(0);
  if (bars.length < 2) return null;
  const most = Math.max(...bars.map(linesIn));
  const chosen = Math.min(Math.max(0, at), bars.length - 1);
  const text = textOf(bars[chosen] as Bar);
  const toggle = (index: number) => {
    const bar = bars[index];
    if (!bar) return;
    setAt(index);
    onSpan(span && isWithin(bar, span) ? null : { from: bar.from, to: bar.to });
  };
  const press = (event: KeyboardEvent) => {
    const next = { ArrowLeft: chosen - 1, ArrowRight: chosen + 1, Home: 0, End: bars.length - 1 }[
      event.key
    ];
    if (next !== undefined) setAt(Math.min(Math.max(0, next), bars.length - 1));
    else if (event.key === 'Enter' || event.key === ' ') toggle(chosen);
    else if (event.key === 'Escape' && span) onSpan(null);
    else return;
    event.preventDefault();
  };
  const under = (event: MouseEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.floor(((event.clientX - left) / width) * bars.length);
  };
  return (
    <div
      className="log-histogram"
      role="slider"
      tabIndex={0}
      aria-label={t('ui.logWhen')}
      aria-valuemin={0}
      aria-valuemax={bars.length - 1}
      aria-valuenow={chosen}
      aria-valuetext={text}
      title={text}
      onKeyDown={press}
      onPointerMove={(event) => setAt(under(event))}
      onClick={(event) => toggle(under(event))}
    >
      {bars.map((bar, index) => (
        <span key={bar.from} className={classOf(bar, index === chosen, span)} aria-hidden>
          {(['bad', 'warn', 'plain'] as const).map((level) => (
            <span key={level} className={level} style={{ height: heightOf(bar[level], most) }} />
          ))}
        </span>
      ))}
    </div>
  );
}

/** A single error among thousands of lines is to be seen, too. */
const heightOf = (count: number, most: number): string =>
  count === 0 ? '0' : `max(2px, ${(count / most) * 100}%)`;

const isWithin = (bar: Bar, { from, to }: Span): boolean => bar.from >= from && bar.to <= to;

function classOf(bar: Bar, chosen: boolean, span: Span | null): string {
  const isOut = span !== null && (bar.to <= span.from || bar.from >= span.to);
  return ['log-bin', chosen && 'chosen', isOut && 'out'].filter(Boolean).join(' ');
}

/** "09:41:05–09:41:10" */
export function spanText({ from, to }: Span): string {
  const show = to - from < MINUTE ? (at: number) => exactClock(at).slice(0, 8) : clock;
  return `${show(from)}–${show(to)}`;
}

function textOf(bar: Bar): string {
  return t('ui.logBar', {
    time: spanText(bar),
    lines: number(linesIn(bar)),
    bad: number(bar.bad),
    warn: number(bar.warn),
  });
}

function useBars(buffer: LogBuffer): Bar[] {
  const [bars, setBars] = useState<Bar[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = () => {
      timer = undefined;
      setBars(histogram(buffer.lines, BARS));
    };
    const later = () => {
      timer ??= setTimeout(count, PAUSE);
    };
    count();
    const stop = buffer.subscribe(later);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [buffer]);
  return bars;
}
