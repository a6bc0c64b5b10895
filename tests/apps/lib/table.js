// The outcome, one line for each app and the reasons below it.
const SHOWN = 12;

export function table(results, { direct: onlyDirect, verbose }) {
  const width = Math.max(4, ...results.map(({ app }) => app.name.length));
  const lines = [`${'app'.padEnd(width)}  directly      ${onlyDirect ? '' : 'through       '}kind`];
  const sorted = [...results].sort((a, b) => a.app.name.localeCompare(b.app.name));
  for (const { app, direct, through, again, reasons = [] } of sorted) {
    const cells = [cell(direct, direct?.failure ? 1 : 0)];
    if (!onlyDirect) cells.push(cell(through, reasons.length));
    lines.push(`${app.name.padEnd(width)}  ${cells.map((each) => each.padEnd(12)).join('  ')}  ${app.kind}${again ? ' (tried twice)' : ''}`);
    const all = [...(direct?.failure ? [`directly: ${direct.failure}`] : []), ...reasons];
    const shown = verbose ? all : all.slice(0, SHOWN);
    for (const reason of shown) lines.push(`    ${reason.replaceAll('\n', '\n      ')}`);
    if (shown.length < all.length) lines.push(`    … and ${all.length - shown.length} more (-v)`);
  }
  return lines.join('\n');
}

function cell(visit, wrong) {
  if (!visit) return '-';
  return `${wrong ? 'FAILS' : 'works'} ${visit.seconds.toFixed(1)} s`;
}
