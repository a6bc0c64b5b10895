import { describe, expect, it } from 'vitest';
import { askedOf, givenTo } from './asked';
import type { Script, Workflow } from './queries';

const script = (id: string, ...names: string[]) =>
  ({ id, parameters: names.map((name) => ({ name })) }) as Script;
const step = (scriptId: string, parameters = {}) => ({
  scriptId,
  parameters,
  onFailure: 'stop' as const,
});
const workflow = (...steps: Workflow['steps']) => ({ steps }) as Workflow;

describe('what a workflow asks for', () => {
  const scripts = [script('copy', 'FROM', 'TO'), script('check', 'TO', 'DEEP')];

  it('is each parameter of its steps once', () => {
    const asked = askedOf(workflow(step('copy'), step('check')), scripts);
    expect(asked.map(({ name }) => name)).toEqual(['FROM', 'TO', 'DEEP']);
  });

  it('leaves out what a step answers, as it would be overruled', () => {
    const asked = askedOf(workflow(step('copy', { TO: '/srv' }), step('check')), scripts);
    expect(asked.map(({ name }) => name)).toEqual(['FROM', 'DEEP']);
  });

  it('has what a schedule says instead of a step', () => {
    const asked = askedOf(workflow(step('copy', { TO: '/srv' })), scripts, { TO: '/mnt' });
    expect(asked.map(({ name }) => name)).toEqual(['FROM', 'TO']);
  });

  it('is nothing where the script is gone', () => {
    expect(askedOf(workflow(step('gone')), scripts)).toEqual([]);
  });
});

describe('what a script is given', () => {
  it('has no answers to questions that are not asked any more', () => {
    expect(givenTo(script('copy', 'TO'), { TO: '/srv', FROM: '/' })).toEqual({ TO: '/srv' });
  });

  it('is kept where it asks for nothing, as it takes anything', () => {
    expect(givenTo(script('free'), { ANY: '1' })).toEqual({ ANY: '1' });
  });
});
