const WIDTH = 78;
const HEIGHT = 20;

interface Props {
  values: number[];
  /** The largest value that is always in sight: without it, rest would look like work. */
  most: number;
}

/** The last values as a line without words, beside the figure that says them. */
export function Spark({ values, most }: Props) {
  const line = points(values, most);
  return (
    <svg className="spark" width={WIDTH} height={HEIGHT} aria-hidden="true">
      {line !== '' && (
        <>
          <polygon points={`${line} ${WIDTH},${HEIGHT} 0,${HEIGHT}`} />
          <polyline points={line} />
        </>
      )}
    </svg>
  );
}

/** From edge to edge; one value alone is no line. */
export function points(values: number[], most: number): string {
  if (values.length < 2) return '';
  const top = Math.max(most, ...values);
  const step = WIDTH / (values.length - 1);
  // Half of the line's width stays inside at both ends.
  const y = (value: number) => 1 + (HEIGHT - 2) * (1 - Math.max(0, value) / top);
  return values.map((value, index) => `${round(index * step)},${round(y(value))}`).join(' ');
}

const round = (value: number): number => Math.round(value * 10) / 10;
