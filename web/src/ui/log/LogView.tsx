import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, Clock, Download, TriangleAlert, WrapText } from 'lucide-react';
import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { exactClock, number } from '~/lib/format';
import { t } from '~/lib/i18n';
import { setPrefs, usePrefs } from '~/lib/prefs';
import { saveFile } from '~/lib/saveFile';
import { Button } from '../Button';
import { SearchField } from '../Field';
import { Ansi } from './Ansi';
import type { LogBuffer, LogLine } from './buffer';
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
}

const ROW = 20;
/** As near to the end as this counts as the end. */
const NEAR = 24;

/** The one view of a log: it follows, and stands still as soon as somebody scrolls up. */
export function LogView({ buffer, label, file, empty, actions, hit = '', sources }: Props) {
  const version = useSyncExternalStore(buffer.subscribe, () => buffer.version);
  const { logWrap, logTimes } = usePrefs();
  const [question, setQuestion] = useState('');
  const [onlyBad, setOnlyBad] = useState(false);
  const shown = useMemo(() => {
    void version;
    return chosen(buffer.lines, question, onlyBad);
  }, [buffer, version, question, onlyBad]);
  const place = useRef<HTMLDivElement>(null);
  const reading = useFollow(buffer, place, shown);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => place.current,
    estimateSize: () => ROW,
    overscan: 20,
    getItemKey: (index) => shown[index]?.id ?? index,
  });
  const download = () => saveFile(`${file}.log`, buffer.lines.map(asText).join('\n'));
  return (
    <div className="log">
      <div className="log-bar">
        <SearchField label={t('ui.logSearch')} value={question} onChange={setQuestion} />
        <span className="small muted numbers" role="status">
          {question || onlyBad
            ? t('ui.logShown', { shown: number(shown.length), total: number(buffer.lines.length) })
            : t('ui.logLines', { count: buffer.lines.length })}
        </span>
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
        <Button small icon={Download} iconOnly onClick={download}>
          {t('ui.download')}
        </Button>
        {actions}
      </div>
      <section
        ref={place}
        className={logWrap ? 'log-lines wrapped' : 'log-lines'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        aria-label={label}
        onScroll={reading.scrolled}
      >
        {shown.length === 0 && <p className="log-empty">{empty}</p>}
        <div style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((row) => (
            <Row
              key={row.key}
              line={shown[row.index] as LogLine}
              index={row.index}
              times={logTimes}
              sources={sources}
              question={question.trim() || hit}
              measure={logWrap ? virtual.measureElement : undefined}
              style={{ transform: `translateY(${row.start}px)` }}
            />
          ))}
        </div>
      </section>
      {!reading.following && (
        <Button small look="primary" icon={ArrowDown} className="log-more" onClick={reading.follow}>
          {reading.waiting > 0 ? t('ui.logNew', { count: reading.waiting }) : t('ui.logFollow')}
        </Button>
      )}
    </div>
  );
}

/** At the end one stays there; anywhere else one stays where one is, and is told what came. */
function useFollow(
  buffer: LogBuffer,
  place: React.RefObject<HTMLDivElement | null>,
  shown: LogLine[],
) {
  const [heldAt, setHeldAt] = useState<number | null>(null);
  const last = shown.at(-1)?.id ?? -1;
  const following = heldAt === null;
  const toEnd = () => {
    const element = place.current;
    if (element) element.scrollTop = element.scrollHeight;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new last line moves the end
  useEffect(() => {
    if (!following) return;
    // The rows that are new have their height only in the next frame.
    const frame = requestAnimationFrame(toEnd);
    return () => cancelAnimationFrame(frame);
  }, [following, last]);
  useEffect(() => {
    buffer.held = !following;
  }, [buffer, following]);
  const before = useRef(0);
  const scrolled = () => {
    const element = place.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    if (scrollHeight - scrollTop - clientHeight < NEAR) setHeldAt(null);
    // We only ever scroll down, so it was a person.
    else if (scrollTop < before.current) setHeldAt((at) => at ?? last);
    before.current = scrollTop;
  };
  const waiting = heldAt === null ? 0 : shown.filter(({ id }) => id > heldAt).length;
  return { following, waiting, scrolled, follow: () => setHeldAt(null) };
}

export function chosen(lines: LogLine[], question: string, onlyBad: boolean): LogLine[] {
  const wanted = question.trim().toLowerCase();
  if (wanted === '' && !onlyBad) return [...lines];
  return lines.filter(
    ({ text, level }) =>
      (!onlyBad || level !== 'plain') && (wanted === '' || text.toLowerCase().includes(wanted)),
  );
}

const asText = ({ at, source, text }: LogLine): string =>
  [at === null ? '' : new Date(at).toISOString(), source, text].filter(Boolean).join(' ');

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

/** So many colours there are for those who speak. */
const COLOURS = 6;

interface RowProps {
  line: LogLine;
  index: number;
  times: boolean;
  sources: string[] | undefined;
  question: string;
  measure: ((element: Element | null) => void) | undefined;
  style: CSSProperties;
}

function Row({ line, index, times, sources, question, measure, style }: RowProps) {
  const place = sources?.indexOf(line.source ?? '') ?? -1;
  return (
    <div ref={measure} data-index={index} className={`log-line ${line.level}`} style={style}>
      {times && <span className="log-time">{line.at === null ? '' : exactClock(line.at)}</span>}
      <span className={line.stream === 'stderr' ? 'log-mark aside' : 'log-mark'} aria-hidden />
      {place >= 0 && (
        <span className={`log-source of-${place % COLOURS}`} title={line.source}>
          {line.source}
        </span>
      )}
      <span className="log-text">
        <Ansi text={line.text} question={question} />
      </span>
    </div>
  );
}
