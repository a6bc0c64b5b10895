const BROWSERS: [string, RegExp][] = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS|Chromium)\//],
  ['Safari', /Safari\//],
];
const SYSTEMS: [string, RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux|X11/],
];

/** "Firefox on Windows", as far as the browser says. The first that fits: most claim to be others. */
export function browserName(agent: string): string | null {
  const named = (all: [string, RegExp][]) => all.find(([, pattern]) => pattern.test(agent))?.[0];
  const found = [named(BROWSERS), named(SYSTEMS)].filter(Boolean);
  return found.length > 0 ? found.join(' · ') : null;
}
