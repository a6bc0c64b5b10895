import { useEffect, useState } from 'react';
import { on, say, whenOpen } from '~/api/live/link';
import { LogBuffer, type NewLine } from '~/ui/log/buffer';
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
/** Another tab of this browser left the stream that both read. */
const JOIN_AGAIN = 1000;

/** A line comes with its time before it. */
export function parseLine(stream: string, message: string): NewLine {
  const space = message.indexOf(' ');
  const at = Date.parse(message.slice(0, space));
  if (space < 0 || Number.isNaN(at)) return { at: null, stream, text: message };
  return { at, stream, text: message.slice(space + 1) };
}

/** What a container says, from its last lines on, also after the socket was lost. */
export function useContainerLog(container: Container): { buffer: LogBuffer; state: Following } {
  const [buffer] = useState(() => new LogBuffer());
  const [state, setState] = useState<Following>({ name: 'waiting' });
  const { id } = container;
  const { runtime, namespace } = placeOf(container);
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined;
    const where = { containerId: id, runtime, namespace };
    const ask = () =>
      say({ type: 'container.logs.subscribe', data: { ...where, tail: TAIL, timestamps: true } });
    const hear = (type: string, run: (told: Told) => void) =>
      on<Told>(type, (told) => told.containerId === id && run(told));
    const stop = [
      hear('container.logs.started', () => {
        clearTimeout(again);
        buffer.clear();
        setState({ name: 'following' });
      }),
      hear('container.logs', ({ stream = 'stdout', message = '' }) =>
        buffer.append([parseLine(stream, message)]),
      ),
      hear('container.logs.ended', ({ reason }) => {
        if (reason === 'stopped') again = setTimeout(ask, JOIN_AGAIN);
        else setState({ name: 'ended' });
      }),
      hear('container.logs.error', ({ message = '' }) =>
        setState({ name: 'refused', why: message }),
      ),
      whenOpen(ask),
    ];
    return () => {
      clearTimeout(again);
      for (const each of stop) each();
      say({ type: 'container.logs.unsubscribe', data: where });
    };
  }, [id, runtime, namespace, buffer]);
  return { buffer, state };
}
