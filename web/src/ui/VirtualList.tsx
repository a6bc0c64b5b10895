import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface Props<T> {
  items: T[];
  keyOf: (item: T) => string | number;
  /** A guess; each row is measured when it is seen. */
  rowHeight: number;
  label: string;
  children: (item: T) => ReactNode;
}

interface Rows<T> extends Pick<Props<T>, 'items' | 'keyOf' | 'rowHeight'> {
  /** What the rows stand in. */
  place: RefObject<HTMLElement | null>;
  /** How many more than those in sight are there, at both ends. */
  overscan?: number;
}

/** Which rows of a long list are in the page, and where, as the page scrolls. */
export function usePageRows<T>({ items, keyOf, rowHeight, place, overscan = 12 }: Rows<T>) {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const { top } = place.current?.getBoundingClientRect() ?? { top: 0 };
    setTop(top + window.scrollY);
  }, [place]);
  return useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: top,
    getItemKey: (index) => keyOf(items[index] as T),
  });
}

/** A long list, of which only what is in sight is in the page. */
export function VirtualList<T>({ items, keyOf, rowHeight, label, children }: Props<T>) {
  const list = useRef<HTMLUListElement>(null);
  const virtual = usePageRows({ items, keyOf, rowHeight, place: list });
  return (
    <ul
      ref={list}
      className="virtual"
      aria-label={label}
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map((row) => (
        <li
          key={row.key}
          ref={virtual.measureElement}
          data-index={row.index}
          aria-setsize={items.length}
          aria-posinset={row.index + 1}
          style={{ transform: `translateY(${row.start - virtual.options.scrollMargin}px)` }}
        >
          {children(items[row.index] as T)}
        </li>
      ))}
    </ul>
  );
}
