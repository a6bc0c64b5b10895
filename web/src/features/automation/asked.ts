import type { Parameter } from './declared';
import type { Parameters, Script, Workflow } from './queries';

/**
 * What has to be said to run a workflow: what its steps' scripts ask for and no step answers. What is
 * said goes to all steps that ask for it and counts before their own answers, so those are not asked
 * for again, unless `given` says something else already.
 */
export function askedOf(
  { steps }: Workflow,
  scripts: Script[],
  given: Parameters = {},
): Parameter[] {
  const own = steps.flatMap(({ parameters }) => Object.keys(parameters));
  const answered = new Set(own.filter((name) => !(name in given)));
  const asked = new Map<string, Parameter>();
  for (const { scriptId } of steps) {
    const script = scripts.find(({ id }) => id === scriptId);
    for (const parameter of script?.parameters ?? []) {
      if (answered.has(parameter.name) || asked.has(parameter.name)) continue;
      asked.set(parameter.name, parameter);
    }
  }
  return [...asked.values()];
}

/** Those answers that are to one of the questions: they may have changed since. */
export function answersTo(fields: Parameter[], values: Parameters): Parameters {
  const known = new Set(fields.map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => known.has(name)));
}

/** What a script is given. One that asks for nothing takes whatever it is given. */
export function givenTo(script: Script | undefined, values: Parameters): Parameters {
  const asked = script?.parameters ?? [];
  return asked.length === 0 ? values : answersTo(asked, values);
}
