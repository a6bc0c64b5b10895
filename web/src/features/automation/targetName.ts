import type { Schedule, Script, Workflow } from './queries';

/** What a schedule runs, by its name. */
export function targetName(
  { scriptId, workflowId }: Schedule,
  scripts: Script[],
  workflows: Workflow[],
): string {
  const found = scriptId
    ? scripts.find(({ id }) => id === scriptId)
    : workflows.find(({ id }) => id === workflowId);
  return found?.name ?? scriptId ?? workflowId ?? '';
}
