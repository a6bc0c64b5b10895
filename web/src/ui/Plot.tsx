import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { locale } from '~/lib/i18n';
import { usePrefs } from '~/lib/prefs';

export interface Line {
  name: string;
  /** The name of a colour among the tokens. */
  colour: string;
  values: number[];
  fill?: boolean;
}

interface Props {
  /** Says in words what is to be seen. */
  label: string;
  times: number[];
  lines: Line[];
  height?: number;
  /** The largest value that is always in sight. */
  most?: number;
  axes?: boolean;
  format?: (value: number) => string;
}

const colourOf = (name: string): string => {
  // A canvas needs the colour itself, so a hidden element is asked which one it is.
  const probe = document.createElement('i');
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

const faded = (colour: string): string => `color-mix(in srgb, ${colour} 16%, transparent)`;

function options(props: Props, width: number): UPlot.Options {
  const { height = 90, most, axes, format, lines } = props;
  const muted = colourOf('muted');
  const grid = { stroke: colourOf('line'), width: 1 };
  const axis = { stroke: muted, grid, ticks: { show: false }, font: '11px system-ui', size: 34 };
  const clock = new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' });
  const times = (_: UPlot, splits: number[]) => splits.map((at) => clock.format(at * 1000));
  const values = (_: UPlot, splits: number[]) => splits.map((each) => format?.(each) ?? `${each}`);
  return {
    width,
    height,
    padding: axes ? [8, 8, 0, 0] : [4, 0, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: { y: { range: (_, low, high) => [Math.min(0, low), Math.max(most ?? 1, high * 1.1)] } },
    axes: axes
      ? [
          { ...axis, grid: { show: false }, values: times, size: 28, space: 72 },
          { ...axis, values, size: 52 },
        ]
      : [{ show: false }, { show: false }],
    series: [
      {},
      ...lines.map(({ name, colour, fill }) => {
        const stroke = colourOf(colour);
        const points = { show: false };
        return { label: name, stroke, width: 1.75, points, fill: fill ? faded(stroke) : undefined };
      }),
    ],
  };
}

export function Plot(props: Props) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | null>(null);
  const { theme, accent } = usePrefs();
  const { label, times, lines, height = 90 } = props;
  const latest = useRef(props);
  latest.current = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew for other colours
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const draw = () => {
      plot.current?.destroy();
      const { times, lines } = latest.current;
      const data: UPlot.AlignedData = [times, ...lines.map((line) => line.values)];
      plot.current = new UPlot(options(latest.current, element.clientWidth), data, element);
    };
    draw();
    const observer = new ResizeObserver(() => {
      plot.current?.setSize({ width: element.clientWidth, height });
    });
    observer.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      scheme.removeEventListener('change', draw);
      observer.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [theme, accent, height]);

  useEffect(() => {
    plot.current?.setData([times, ...lines.map((line) => line.values)]);
  }, [times, lines]);

  return <div ref={place} role="img" aria-label={label} style={{ height, overflow: 'hidden' }} />;
}
