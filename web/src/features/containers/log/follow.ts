import { useEffect, useState } from 'react';
import { on, say, whenOpen } from '~/api/live/link';
import { LogBuffer } from '~/ui/log/buffer';
import type { NewLine } from '~/ui/log/line';
import { type Container, placeOf } from '../queries';

interface Told {
  containerId: string;
  stream?: string;
  message?: string;
  reason?: string;
}

export type Following =
  | { name: 'waiting' }
  | { name: 'following' }
  | { name: 'ended' }
  | { name: 'refused'; why: string };

const TAIL = 1000;
/** Where several are read together. */
const TAIL_OF_EACH = 200;
/** What is said within it is put in order at once. */
const MOMENT = 200;
/** Another tab of this browser left the stream that both read. */
const JOIN_AGAIN = 1000;

/** A line comes with its time before it. */
export function parseLine(stream: string, message: string): NewLine {
  const space = message.indexOf(' ');
  const at = Date.parse(message.slice(0, space));
  if (space < 0 || Number.isNaN(at)) return { at: null, stream, text: message };
  return { at, stream, text: message.slice(space + 1) };
}

interface Listener {
  /** Its last lines come now, also after the socket was lost. */
  started: () => void;
  line: (line: NewLine) => void;
  changed: (state: Following) => void;
}

interface Wanted {
  container: Container;
  /** So many of its last lines. */
  tail: number;
  /** What the instance before the last restart said; nothing more comes of it. */
  previous?: boolean;
}

/** Follows what a container says until the returned function is called. */
function follow({ container, tail, previous = false }: Wanted, listener: Listener): () => void {
  let again: ReturnType<typeof setTimeout> | undefined;
  const { id } = container;
  const where = { containerId: id, ...placeOf(container) };
  const ask = () =>
    say({ type: 'container.logs.subscribe', data: { ...where, tail, previous, timestamps: true } });
  const hear = (type: string, run: (told: Told) => void) =>
    on<Told>(type, (told) => told.containerId === id && run(told));
  const stop = [
    hear('container.logs.started', () => {
      clearTimeout(again);
      listener.started();
      listener.changed({ name: 'following' });
    }),
    hear('container.logs', ({ stream = 'stdout', message = '' }) =>
      listener.line(parseLine(stream, message)),
    ),
    hear('container.logs.ended', ({ reason }) => {
      if (reason === 'stopped' && !previous) again = setTimeout(ask, JOIN_AGAIN);
      else listener.changed({ name: 'ended' });
    }),
    hear('container.logs.error', ({ message = '' }) =>
      listener.changed({ name: 'refused', why: message }),
    ),
    whenOpen(ask),
  ];
  return () => {
    clearTimeout(again);
    for (const each of stop) each();
    say({ type: 'container.logs.unsubscribe', data: where });
  };
}

/** What a container says, from its last lines on, or what the instance before it said last. */
export function useContainerLog(
  container: Container,
  previous: boolean,
): { buffer: LogBuffer; state: Following } {
  const [buffer] = useState(() => new LogBuffer());
  const [state, setState] = useState<Following>({ name: 'waiting' });
  const { id } = container;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another id is another container
  useEffect(
    () =>
      follow(
        { container, tail: TAIL, previous },
        {
          started: () => buffer.clear(),
          line: (line) => buffer.append([line]),
          changed: setState,
        },
      ),
    [id, previous, buffer],
  );
  return { buffer, state };
}

/** What one of several says, until the returned function is called. */
export function followInto(
  buffer: LogBuffer,
  container: Container,
  changed: (state: Following) => void,
): () => void {
  const source = container.name;
  let waiting: NewLine[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const put = () => {
    timer = undefined;
    buffer.merge(waiting);
    waiting = [];
  };
  const stop = follow(
    { container, tail: TAIL_OF_EACH },
    {
      started: () => {
        waiting = [];
        buffer.forget(source);
      },
      line: (line) => {
        waiting.push({ ...line, source });
        timer ??= setTimeout(put, MOMENT);
      },
      changed,
    },
  );
  return () => {
    clearTimeout(timer);
    stop();
    buffer.forget(source);
  };
}
