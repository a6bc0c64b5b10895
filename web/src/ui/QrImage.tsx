import { useMemo } from 'react';
import { encode } from 'uqr';

/** Always dark on light: not every camera reads it the other way round. */
export function QrImage({
  text,
  label,
  size = 232,
}: {
  text: string;
  label: string;
  size?: number;
}) {
  const { path, modules } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: 3 });
    const dots = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
    return { path: dots.join(''), modules: size };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#101418" />
    </svg>
  );
}
