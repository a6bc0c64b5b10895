// Long lists of which only the beginning is in the page. What follows comes when one scrolls or steps
// to it, and has its room before.
import { type CSSProperties, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '~/lib/i18n';
import { whenInSight } from '~/lib/inSight';

/** More than a large screen shows: shorter lists are there as a whole. */
export const AT_ONCE = 48;
/** A few rows, whether a row has one, two or three. */
const STEP = 24;
/** So far ahead that nobody who scrolls or presses Tab comes to the end. */
const NEAR = 800;

interface More {
  /** How many are in the page. */
  there: number;
  /** Adds some before the element that stands for the rest. */
  add: (rest: HTMLElement) => void;
}

/** Of `count` parts, `first` and then more; it begins again with another `about`. */
export function useMore(count: number, first: number, about: string): More {
  const [grown, setGrown] = useState({ about, to: first });
  const there = Math.min(count, grown.about === about ? Math.max(first, grown.to) : first);
  const add = useCallback(
    (rest: HTMLElement) => {
      const list = rest.parentElement;
      const focused = rest.contains(document.activeElement);
      flushSync(() => setGrown({ about, to: there + STEP }));
      // Whoever stepped to the rest goes on with what has come instead.
      if (focused) list?.children[there]?.querySelector<HTMLElement>('a, button')?.focus();
    },
    [about, there],
  );
  return { there, add };
}

interface Props {
  left: number;
  add: (rest: HTMLElement) => void;
  /** Makes it as high as what will come in its place. */
  style: CSSProperties;
}

/** Says how many are left, and brings some when it is nearly in sight or pressed. */
export function Rest({ left, add, style }: Props) {
  const rest = useRef<HTMLLIElement>(null);
  const more = useCallback(() => rest.current && add(rest.current), [add]);
  useEffect(() => {
    if (rest.current) return whenInSight(rest.current, NEAR, more);
  }, [more]);
  return (
    <li ref={rest} className="rest" style={style}>
      <button type="button" className="button quiet small" onClick={more}>
        {t('ui.showMore', { count: left })}
      </button>
    </li>
  );
}
