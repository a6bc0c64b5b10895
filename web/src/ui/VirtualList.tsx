import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface Props<T> {
  items: T[];
  keyOf: (item: T) => string | number;
  /** A guess; each row is measured when it is seen. */
  rowHeight: number;
  label: string;
  children: (item: T) => ReactNode;
}

/** A long list, of which only what is in sight is in the page. */
export function VirtualList<T>({ items, keyOf, rowHeight, label, children }: Props<T>) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const { top } = list.current?.getBoundingClientRect() ?? { top: 0 };
    setTop(top + window.scrollY);
  }, []);
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top,
    getItemKey: (index) => keyOf(items[index] as T),
  });
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
