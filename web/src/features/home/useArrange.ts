import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { t } from '~/lib/i18n';
import { Hold, scrollAtEdge } from './hold';

interface Props {
  nameOf: (id: string) => string;
  onDrop: (id: string, over: string) => void;
  /** A grip was clicked and not dragged. */
  onAsk: (grip: HTMLElement) => void;
}

/** A click is not a drag. */
const FAR_ENOUGH = 8;
const ARROWS = /^Arrow(Up|Down|Left|Right)$/;

const gripOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('.grip') : null;

/**
 * Tiles can be put elsewhere by their grips, with the pointer or with keys. It listens where all
 * tiles stand, so that a tile that nobody takes hold of costs nothing. `said` is for those who hear
 * the page.
 */
export function useArrange({ nameOf, onDrop, onAsk }: Props) {
  const [said, setSaid] = useState('');
  const hold = useRef<Hold | null>(null);
  const dragged = useRef(false);
  const letGo = useRef<() => void>(() => {});
  useEffect(() => () => letGo.current(), []);

  const pick = (tile: HTMLElement) => {
    hold.current = new Hold(tile);
    setSaid(t('home.picked', { name: nameOf(hold.current.id) }));
  };
  const tellPlace = ({ id, over }: Hold) =>
    setSaid(id === over ? '' : t('home.over', { name: nameOf(id), other: nameOf(over) }));
  const end = (drops: boolean) => {
    const held = hold.current;
    hold.current = null;
    if (!held) return;
    held.release();
    setSaid(t('home.dropped', { name: nameOf(held.id) }));
    if (drops && held.over !== held.id) onDrop(held.id, held.over);
  };

  const onPointerDown = (event: PointerEvent) => {
    const tile = gripOf(event.target)?.closest('li');
    if (!tile || event.button !== 0) return;
    end(false);
    letGo.current();
    dragged.current = false;
    const { pageX: x, pageY: y } = event;
    letGo.current = follow(event.pointerId, {
      move: (at) => {
        if (!hold.current && Math.hypot(at.x - x, at.y - y) >= FAR_ENOUGH) {
          dragged.current = true;
          pick(tile);
        }
        if (hold.current?.follow({ x, y }, at)) tellPlace(hold.current);
        return hold.current !== null;
      },
      end,
    });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const grip = gripOf(event.target);
    const tile = grip?.closest('li');
    if (!grip || !tile) return;
    const presses = event.key === ' ' || event.key === 'Enter';
    if (!hold.current && !presses) return;
    if (event.key === 'Tab') return end(false);
    event.preventDefault();
    if (!hold.current) pick(tile);
    else if (event.key === 'Escape') end(false);
    else if (presses) {
      flushSync(() => end(true));
      // The browser takes the focus from an element that is put elsewhere.
      grip.focus();
    } else if (ARROWS.test(event.key) && hold.current.step(event.key)) tellPlace(hold.current);
  };

  // Some browsers click with the key's way up, whatever became of its way down.
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === ' ' && gripOf(event.target)) event.preventDefault();
  };

  // The held tile goes with the pointer, so that a drag ends with a click on its grip.
  const onClick = (event: MouseEvent) => {
    const grip = gripOf(event.target);
    if (grip && !dragged.current) onAsk(grip);
    dragged.current = false;
  };

  const onBlur = (event: FocusEvent) => {
    if (gripOf(event.target)) end(false);
  };

  /** The menu's way, which says what it did like the others. */
  const put = (id: string, over: string) => {
    onDrop(id, over);
    setSaid(t('home.over', { name: nameOf(id), other: nameOf(over) }));
  };

  return { said, put, handlers: { onPointerDown, onKeyDown, onKeyUp, onClick, onBlur } };
}

interface Follower {
  /** Whether something is held. */
  move: (at: { x: number; y: number }) => boolean;
  end: (drops: boolean) => void;
}

/** Follows a pointer until it is lifted, in the page's measure; the returned function gives it up. */
function follow(pointer: number, { move, end }: Follower): () => void {
  const gone = new AbortController();
  let last: { clientX: number; clientY: number } | null = null;
  let frame = 0;
  const reach = () =>
    last !== null && move({ x: last.clientX + scrollX, y: last.clientY + scrollY });
  const step = () => {
    if (reach()) scrollAtEdge(last?.clientY ?? 0);
    // At an edge the page goes on although the pointer rests.
    frame = requestAnimationFrame(step);
  };
  const stop = (drops: boolean) => {
    gone.abort();
    cancelAnimationFrame(frame);
    end(drops);
  };
  const listen = (type: 'pointermove' | 'pointerup' | 'pointercancel', run: () => void) => {
    const hear = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== pointer) return;
      last = event;
      run();
    };
    document.addEventListener(type, hear, { signal: gone.signal });
  };
  listen('pointermove', () => {
    frame ||= requestAnimationFrame(step);
  });
  listen('pointerup', () => {
    reach();
    stop(true);
  });
  listen('pointercancel', () => stop(false));
  const giveUp = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && stop(false);
  document.addEventListener('keydown', giveUp, { signal: gone.signal });
  return () => stop(false);
}
