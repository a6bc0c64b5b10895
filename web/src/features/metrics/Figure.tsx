import { type Line, Plot } from '~/ui/Plot';

interface Props {
  name: string;
  /** The last of the values, in words. */
  now: string;
  times: number[];
  lines: Line[];
  most: number;
  format: (value: number) => string;
}

/** A plot with its name, its last value, and what each line is where there are several. */
export function Figure({ name, now, times, lines, most, format }: Props) {
  return (
    <div className="stack tight">
      <div className="row apart small">
        <h3 className="muted">{name}</h3>
        <span className="strong numbers">{now}</span>
      </div>
      <Plot
        label={`${name}: ${now}`}
        times={times}
        lines={lines.map((line, index) => ({ ...line, fill: index === 0 }))}
        most={most}
        format={format}
        height={150}
        axes
      />
      {lines.length > 1 && (
        <ul className="row small muted legend">
          {lines.map((line) => (
            <li key={line.name} className={line.colour}>
              {line.name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
