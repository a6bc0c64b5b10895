import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Search } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { api, ok, type Schemas } from '~/api/client';
import { messageOf } from '~/api/problem';
import { dateTime, number } from '~/lib/format';
import { t } from '~/lib/i18n';
import { Button } from '~/ui/Button';
import { SelectField, TextField } from '~/ui/Field';
import { LogBuffer } from '~/ui/log/buffer';
import { LogView } from '~/ui/log/LogView';
import type { NewLine } from '~/ui/log/line';
import { type Container, placeOf } from '../queries';

type FoundLines = Schemas['FoundLines'];

interface Question {
  q: string;
  hours: string;
  /** When it was asked: the same question later has another answer. */
  at: number;
}

const HOURS = ['', '1', '24', '168'];
const MOST = 1_000;
/** So many lines stand before a hit, and after it. */
const AROUND = 50;

/** Looks through what the gateway has kept, also from before the container was started anew. */
export function StoredLog({ container }: { container: Container }) {
  const [question, setQuestion] = useState<Question>(() => asked('', ''));
  const [open, setOpen] = useState(false);
  /** The hit that was opened last; whoever comes back is where it is. */
  const [hit, setHit] = useState<string>();
  const ask = (question: Question) => {
    setQuestion(question);
    setHit(undefined);
    setOpen(false);
  };
  const show = (position: string) => {
    setHit(position);
    setOpen(true);
  };
  if (open && hit !== undefined) {
    const back = () => setOpen(false);
    return <Surroundings container={container} position={hit} q={question.q} onBack={back} />;
  }
  return <Hits container={container} question={question} hit={hit} onAsk={ask} onOpen={show} />;
}

interface HitsProps {
  container: Container;
  question: Question;
  hit: string | undefined;
  onAsk: (question: Question) => void;
  onOpen: (position: string) => void;
}

function Hits({ container, question, hit, onAsk, onOpen }: HitsProps) {
  const found = useQuery({
    queryKey: ['stored-log', container.id, question],
    queryFn: () => {
      const query = {
        ...placeOf(container),
        q: question.q || undefined,
        since: sinceOf(question)?.toISOString(),
        limit: MOST,
      };
      const params = { path: { containerId: container.id }, query };
      return ok(api.GET('/api/v1/containers/{containerId}/logs', { params }));
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Asked anew it is another question: this answer is kept for whoever comes back from a hit.
    gcTime: 60_000,
  });
  const buffer = useLines(found.data);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    onAsk(asked(String(fields.get('q')).trim(), String(fields.get('hours'))));
  };
  return (
    <>
      <form className="row wrap stored-form" onSubmit={submit}>
        <TextField
          label={t('containers.log.contains')}
          name="q"
          maxLength={200}
          defaultValue={question.q}
        />
        <SelectField label={t('containers.log.since')} name="hours" defaultValue={question.hours}>
          {HOURS.map((hours) => (
            <option key={hours} value={hours}>
              {t(`containers.log.hours${hours}`)}
            </option>
          ))}
        </SelectField>
        <Button type="submit" icon={Search} busy={found.isFetching}>
          {t('ui.search')}
        </Button>
      </form>
      <Trouble error={found.error} />
      {found.data && (
        <p className="small muted" role="status">
          {reachText(found.data, sinceOf(question))}
        </p>
      )}
      <LogView
        // Another search begins at its end again.
        key={question.at}
        buffer={buffer}
        label={t('containers.log.stored')}
        file={`${container.name}-stored`}
        hit={question.q}
        empty={found.isFetching ? t('ui.loading') : t('containers.log.nothing')}
        current={hit}
        onOpen={({ position }) => position !== undefined && onOpen(position)}
      />
    </>
  );
}

interface SurroundingsProps {
  container: Container;
  position: string;
  q: string;
  onBack: () => void;
}

/** A hit among the lines before and after it. */
function Surroundings({ container, position, q, onBack }: SurroundingsProps) {
  const found = useQuery({
    queryKey: ['stored-log', container.id, 'around', position],
    queryFn: () => {
      const query = { ...placeOf(container), around: position, before: AROUND, after: AROUND };
      const params = { path: { containerId: container.id }, query };
      return ok(api.GET('/api/v1/containers/{containerId}/logs', { params }));
    },
    staleTime: 0,
    // What is not stored any longer does not come back.
    retry: false,
  });
  const buffer = useLines(found.data);
  return (
    <>
      <div className="row wrap">
        <Button small icon={ArrowLeft} onClick={onBack}>
          {t('containers.log.back')}
        </Button>
        <span className="small muted">{t('containers.log.around', { count: AROUND })}</span>
      </div>
      <Trouble error={found.error} />
      <LogView
        buffer={buffer}
        label={t('containers.log.aroundOf', { name: container.name })}
        file={`${container.name}-around`}
        hit={q}
        empty={found.isFetching ? t('ui.loading') : t('containers.log.nothing')}
        current={position}
      />
    </>
  );
}

function Trouble({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <p className="notice bad" role="alert">
      {messageOf(error)}
    </p>
  );
}

/** The lines in a buffer of their own. */
function useLines(found: FoundLines | undefined): LogBuffer {
  const [buffer] = useState(() => new LogBuffer());
  useEffect(() => {
    if (!found) return;
    buffer.clear();
    buffer.append(found.lines.map(asLine));
  }, [found, buffer]);
  return buffer;
}

const asLine = ({ message, stream, timestamp, position }: Schemas['FoundLine']): NewLine => ({
  at: Date.parse(timestamp),
  stream,
  text: message,
  position,
});

const asked = (q: string, hours: string): Question => ({ q, hours, at: Date.now() });

const sinceOf = ({ hours, at }: Question): Date | undefined =>
  hours ? new Date(at - Number(hours) * 3_600_000) : undefined;

/** How far back was looked, and how much was found of which not all is shown. */
export function reachText(found: Omit<FoundLines, 'lines'>, since: Date | undefined): string {
  const { count, total, oldest } = found;
  if (!oldest) return t('containers.log.noneStored');
  const from = Math.max(Date.parse(oldest), since?.getTime() ?? 0);
  const reach = t('containers.log.reach', { time: dateTime(from) });
  if (total <= count) return reach;
  const more = t('containers.log.moreHits', { shown: number(count), total: number(total) });
  return `${reach} ${more}`;
}
