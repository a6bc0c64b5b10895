/** The app in the id of a proposal, `proposal_<source>_<scheme>_<app>_<port>`. */
export function nameIn(id: string): string {
  return /^proposal_[^_]+_[^_]+_(.+)_\d+$/.exec(id)?.[1] ?? id;
}
