import { Search } from 'lucide-react';
import { memo } from 'react';
import { exactClock } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Button } from '../Button';
import { Ansi } from './Ansi';
import type { LogLine } from './line';

/** So many colours there are for those who speak. */
const COLOURS = 6;

interface Props {
  line: LogLine;
  times: boolean;
  sources: string[] | undefined;
  question: string;
  /** It is the one that was looked for. */
  current: boolean;
  onOpen: ((line: LogLine) => void) | undefined;
}

export const Row = memo(function Row(props: Props) {
  const { line, times, sources, question, current, onOpen } = props;
  const place = sources?.indexOf(line.source ?? '') ?? -1;
  return (
    <div
      className={`log-line ${line.level}${current ? ' current' : ''}`}
      aria-current={current || undefined}
    >
      {onOpen && (
        <Button
          small
          look="quiet"
          icon={Search}
          iconOnly
          className="log-open"
          onClick={() => onOpen(line)}
        >
          {t('ui.logAround')}
        </Button>
      )}
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
});
