import type { Schemas } from '~/api/client';
import { givenTo } from './asked';
import type { Parameters, Script, Workflow } from './queries';

/** A step of a workflow while it is being made. */
export interface Step {
  key: number;
  scriptId: string;
  onFailure: Schemas['OnFailure'];
  parameters: Parameters;
}

export const newStep = (key: number, scriptId: string): Step => ({
  key,
  scriptId,
  onFailure: 'stop',
  parameters: {},
});

export const stepsOf = ({ steps }: Workflow): Step[] =>
  steps.map((step, key) => ({ key, ...step }));

/** As the gateway wants them: a script that was changed meanwhile may ask for less. */
export function inputOf(steps: Step[], scripts: Script[]): Schemas['StepInput'][] {
  return steps.map(({ scriptId, onFailure, parameters }) => {
    const script = scripts.find(({ id }) => id === scriptId);
    return { scriptId, onFailure, parameters: givenTo(script, parameters) };
  });
}

/** The step at `index` one place up or down. */
export function moved<T>(steps: T[], index: number, by: -1 | 1): T[] {
  const next = [...steps];
  const [one, other] = [next[index], next[index + by]];
  if (one === undefined || other === undefined) return steps;
  [next[index], next[index + by]] = [other, one];
  return next;
}
