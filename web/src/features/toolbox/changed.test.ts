import { expect, it } from 'vitest';
import { changedOf, isHidden, valuesOf } from './changed';

const deployment = { env_vars: { OWNER: 'ada', PASSWORD: '********' } };

it('what is not shown is not sent back', () => {
  expect(valuesOf(deployment)).toEqual({ OWNER: 'ada' });
  const variable = (name: string) => ({ name }) as Parameters<typeof isHidden>[0];
  expect(isHidden(variable('PASSWORD'), deployment)).toBe(true);
  expect(isHidden(variable('OWNER'), deployment)).toBe(false);
});

it('only what is another is sent', () => {
  const before = { OWNER: 'ada', TITLE: 'Notes' };
  expect(changedOf(before, before)).toEqual({});
  expect(changedOf(before, { OWNER: 'bob', TITLE: '', PASSWORD: 'new' })).toEqual({
    OWNER: 'bob',
    PASSWORD: 'new',
  });
});
