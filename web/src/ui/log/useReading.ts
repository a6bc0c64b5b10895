import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { LogBuffer } from './buffer';

/** As near to the end as this counts as the end. */
const NEAR = 24;
/** So many rows above and below those in sight are in the page. */
const SPARE = 20;

interface Reading {
  buffer: LogBuffer;
  place: RefObject<HTMLElement | null>;
  rowHeight: number;
  /** The line that is to be in sight first, by its position in what is stored. */
  current: string | undefined;
}

interface View {
  top: number;
  height: number;
  /** Rows that were gone at the top when somebody was here. */
  gone: number;
  /** We went there, and the element has yet to follow. */
  ours: boolean;
}

/**
 * Which lines are in sight. At the end one stays there; anywhere else one stays where one is, and is
 * told what came.
 */
export function useReading({ buffer, place, rowHeight, current }: Reading) {
  const { shown } = buffer;
  const [heldAt, setHeldAt] = useState<number | null>(
    // Whoever goes to a line does not wait for others.
    current === undefined ? null : Number.POSITIVE_INFINITY,
  );
  const [view, setView] = useState<View>({ top: 0, height: 0, gone: 0, ours: false });
  const following = heldAt === null;
  const end = Math.max(0, shown.rows * rowHeight - view.height);
  // What goes at the top must not move what is read.
  const stays = Math.max(0, view.top - Math.max(0, shown.gone - view.gone) * rowHeight);
  const top = following ? end : stays;
  const before = useRef(0);

  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    if (following) {
      // Who has just moved up is heard of in a moment.
      if (element.scrollTop >= before.current || isAtEnd(element)) {
        element.scrollTop = element.scrollHeight;
        before.current = element.scrollTop;
      }
    } else if (view.ours || shown.gone > view.gone) {
      element.scrollTop = top;
      before.current = element.scrollTop;
      setView({ ...view, top: element.scrollTop, gone: shown.gone, ours: false });
      if (view.ours && isAtEnd(element)) setHeldAt(null);
    }
  });

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const height = element.clientHeight;
      setView((view) => (view.height === height ? view : { ...view, height }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);

  useEffect(() => {
    buffer.held = !following;
  }, [buffer, following]);

  useArrival({ buffer, rowHeight, current, height: view.height, setView });

  const scrolled = () => {
    const element = place.current;
    if (!element) return;
    const { scrollTop, clientHeight } = element;
    if (isAtEnd(element)) setHeldAt(null);
    // We only ever scroll down, so it was a person.
    else if (scrollTop < before.current) setHeldAt((at) => at ?? newest(buffer));
    before.current = scrollTop;
    setView({ top: scrollTop, height: clientHeight, gone: shown.gone, ours: false });
  };
  /** Breaks lines anew; whoever reads further up stays at the line. */
  const wrap = useCallback(
    (columns: number) => {
      const index = buffer.shown.indexAt((place.current?.scrollTop ?? 0) / rowHeight);
      buffer.wrap(columns);
      const top = buffer.shown.top(index) * rowHeight;
      setView((view) => ({ ...view, top, gone: buffer.shown.gone, ours: true }));
    },
    [buffer, place, rowHeight],
  );

  const first = Math.max(0, shown.indexAt(top / rowHeight) - SPARE);
  const last = shown.indexAt((top + view.height) / rowHeight) + SPARE;
  return {
    following,
    waiting: heldAt === null ? 0 : shown.after(heldAt),
    first,
    last: Math.min(last, shown.lines.length - 1),
    scrolled,
    wrap,
    follow: () => setHeldAt(null),
  };
}

interface Arrival {
  buffer: LogBuffer;
  rowHeight: number;
  current: string | undefined;
  height: number;
  setView: (change: (view: View) => View) => void;
}

/** Goes to the line that is wanted as soon as it is there. */
function useArrival({ buffer, rowHeight, current, height, setView }: Arrival): void {
  const arrived = useRef<string>(undefined);
  useEffect(() => {
    if (current === undefined || arrived.current === current || height === 0) return;
    const { shown } = buffer;
    const index = [...shown.lines].findIndex(({ position }) => position === current);
    if (index < 0) return;
    arrived.current = current;
    const top = Math.max(0, shown.top(index) * rowHeight - (height - rowHeight) / 2);
    setView((view) => ({ ...view, top, gone: shown.gone, ours: true }));
  });
}

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight < NEAR;

function newest({ shown: { lines } }: LogBuffer): number {
  return lines.at(lines.length - 1)?.id ?? -1;
}
