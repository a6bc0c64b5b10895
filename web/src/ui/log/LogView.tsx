import { ArrowDown, Clock, Download, TriangleAlert, WrapText, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { number } from '~/lib/format';
import { t } from '~/lib/i18n';
import { setPrefs, usePrefs } from '~/lib/prefs';
import { Button } from '../Button';
import { SearchField } from '../Field';
import type { LogBuffer, Span } from './buffer';
import { Histogram, spanText } from './Histogram';
import type { LogLine } from './line';
import { Row } from './Row';
import { save } from './save';
import { useReading } from './useReading';
import './log.css';

interface Props {
  buffer: LogBuffer;
  label: string;
  /** What the file is called when it is downloaded. */
  file: string;
  /** Stands where the first line will. */
  empty: ReactNode;
  actions?: ReactNode;
  /** What these lines were looked for by; what is filtered by here stands out in its place. */
  hit?: string;
  /** Who speaks, where several are read together. */
  sources?: string[];
  /** The line that is meant, by its position in what is stored. */
  current?: string;
  /** Each line can be opened. */
  onOpen?: (line: LogLine) => void;
}

const ROW = 20;
/** With something to press in it. */
const ROOMY_ROW = 26;

/** The one view of a log: it follows, and stands still as soon as somebody scrolls up. */
export function LogView(props: Props) {
  const { buffer, label, file, empty, actions, hit = '', sources, current, onOpen } = props;
  useSyncExternalStore(buffer.subscribe, () => buffer.version);
  const { logWrap, logTimes } = usePrefs();
  const [question, setQuestion] = useState('');
  const [onlyBad, setOnlyBad] = useState(false);
  const [span, setSpan] = useState<Span | null>(null);
  useEffect(() => buffer.filter({ question, onlyBad, span }), [buffer, question, onlyBad, span]);
  const place = useRef<HTMLElement>(null);
  const rowHeight = onOpen ? ROOMY_ROW : ROW;
  const reading = useReading({ buffer, place, rowHeight, current });
  const { shown } = buffer;
  const rows: LogLine[] = [];
  for (let index = reading.first; index <= reading.last; index++) {
    rows.push(shown.lines.at(index) as LogLine);
  }
  const isFiltered = question !== '' || onlyBad || span !== null;
  return (
    <div className="log">
      <div className="log-bar">
        <SearchField label={t('ui.logSearch')} value={question} onChange={setQuestion} />
        <span className="small muted numbers" role="status">
          {isFiltered
            ? t('ui.logShown', {
                shown: number(shown.lines.length),
                total: number(buffer.lines.length),
              })
            : t('ui.logLines', { count: buffer.lines.length })}
        </span>
        {span && (
          <Button small icon={X} onClick={() => setSpan(null)}>
            {t('ui.logSpan', { time: spanText(span) })}
          </Button>
        )}
        <span className="grow" />
        <Toggle on={onlyBad} set={setOnlyBad} icon={TriangleAlert} text={t('ui.logErrors')} />
        <Toggle
          on={logTimes}
          set={(on) => setPrefs({ logTimes: on })}
          icon={Clock}
          text={t('ui.logTimes')}
        />
        <Toggle
          on={logWrap}
          set={(on) => setPrefs({ logWrap: on })}
          icon={WrapText}
          text={t('ui.logWrap')}
        />
        <Button small icon={Download} iconOnly onClick={() => void save(file, buffer)}>
          {t('ui.download')}
        </Button>
        {actions}
      </div>
      <Histogram buffer={buffer} span={span} onSpan={setSpan} />
      <section
        ref={place}
        className={['log-lines', logWrap && 'wrapped', onOpen && 'roomy'].filter(Boolean).join(' ')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        aria-label={label}
        onScroll={reading.scrolled}
      >
        {shown.lines.length === 0 && <p className="log-empty">{empty}</p>}
        {logWrap && (
          <Ruler
            opens={onOpen !== undefined}
            times={logTimes}
            named={sources !== undefined}
            onWrap={reading.wrap}
          />
        )}
        <div className="log-space" style={{ height: shown.rows * rowHeight }}>
          <div
            className="log-block"
            style={{ transform: `translateY(${shown.top(reading.first) * rowHeight}px)` }}
          >
            {rows.map((line) => (
              <Row
                key={line.id}
                line={line}
                times={logTimes}
                sources={sources}
                question={question.trim() || hit}
                current={current !== undefined && line.position === current}
                onOpen={onOpen}
              />
            ))}
          </div>
        </div>
      </section>
      {!reading.following && shown.lines.length > 0 && (
        <Button small look="primary" icon={ArrowDown} className="log-more" onClick={reading.follow}>
          {reading.waiting > 0 ? t('ui.logNew', { count: reading.waiting }) : t('ui.logFollow')}
        </Button>
      )}
    </div>
  );
}

interface ToggleProps {
  on: boolean;
  set: (on: boolean) => void;
  icon: typeof Clock;
  text: string;
}

function Toggle({ on, set, icon, text }: ToggleProps) {
  return (
    <Button
      small
      icon={icon}
      iconOnly
      aria-pressed={on}
      className={on ? 'pressed' : undefined}
      onClick={() => set(!on)}
    >
      {text}
    </Button>
  );
}

const RULED = '0'.repeat(100);

interface RulerProps {
  opens: boolean;
  times: boolean;
  /** Whoever speaks is named before the text. */
  named: boolean;
  onWrap: (columns: number) => void;
}

/** Stands like a line, unseen, and tells how many letters go into a row. */
function Ruler({ opens, times, named, onWrap }: RulerProps) {
  const text = useRef<HTMLSpanElement>(null);
  const letters = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = text.current;
    if (!element) return;
    const measure = () => {
      const letter = (letters.current?.offsetWidth ?? 0) / RULED.length;
      if (letter > 0) onWrap(Math.max(1, Math.floor(element.clientWidth / letter)));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      onWrap(Number.POSITIVE_INFINITY);
    };
  }, [onWrap]);
  return (
    <div className="log-line log-ruler" aria-hidden>
      {opens && <span className="log-open" />}
      {times && <span className="log-time">00:00:00.000</span>}
      <span className="log-mark" />
      {named && <span className="log-source" />}
      <span ref={text} className="log-text">
        <span ref={letters} className="log-letters">
          {RULED}
        </span>
      </span>
    </div>
  );
}
