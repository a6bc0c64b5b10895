import { type ReactNode, type RefCallback, useRef } from 'react';
import { usePageRows } from './VirtualList';

/** A list of so many rows is in the page as a whole; of a longer one, what is in sight. */
const WHOLE = 60;

/** Where a row stands: it goes into the `tr`, and its height is measured there. */
export interface RowPlace {
  index: number;
  measure: RefCallback<HTMLTableRowElement>;
}

interface Props<Item> {
  name: string;
  /** One `th` for each column. */
  head: ReactNode;
  columns: number;
  items: Item[];
  keyOf: (item: Item) => string;
  /** A guess; each row is measured when it is seen. */
  rowHeight: number;
  row: (item: Item, place: RowPlace & { key: string }) => ReactNode;
}

/** A table that may have thousands of rows. */
export function LongTable<Item>({
  name,
  head,
  columns,
  items,
  keyOf,
  rowHeight,
  row,
}: Props<Item>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const long = items.length > WHOLE;
  const overscan = long ? 12 : WHOLE;
  const virtual = usePageRows({ items, keyOf, rowHeight, place: body, overscan });
  const shown = virtual.getVirtualItems();
  const { scrollMargin } = virtual.options;
  const before = (shown[0]?.start ?? scrollMargin) - scrollMargin;
  const after = virtual.getTotalSize() - ((shown.at(-1)?.end ?? scrollMargin) - scrollMargin);
  return (
    <div className="card flush">
      {/* The header counts as a row. */}
      <table className={long ? `${name} long` : name} aria-rowcount={items.length + 1}>
        <thead>
          <tr aria-rowindex={1}>{head}</tr>
        </thead>
        <tbody ref={body}>
          <Gap columns={columns} height={before} />
          {shown.map(({ key, index }) =>
            row(items[index] as Item, {
              key: String(key),
              index,
              measure: virtual.measureElement,
            }),
          )}
          <Gap columns={columns} height={after} />
        </tbody>
      </table>
    </div>
  );
}

/** Room for rows that are not in the page. */
function Gap({ columns, height }: { columns: number; height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className="gap">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
