import { expect, it } from 'vitest';
import { inputOf, isComplete } from './filled';
import type { Template } from './queries';

const template = {
  id: 'notes',
  env_vars: [{ name: 'OWNER', label: 'Owner', type: 'text', required: true }],
} as unknown as Template;
const filled = { name: ' Notes ', port: '8010', values: { OWNER: 'ada' } };

it('a form becomes what the gateway is asked for', () => {
  expect(inputOf(template, filled)).toEqual({
    service_id: 'notes',
    service_name: 'Notes',
    custom_port: 8010,
    env_vars: { OWNER: 'ada' },
  });
  expect(inputOf(template, { ...filled, port: '' }).custom_port).toBeUndefined();
});

it('is worth asking when all that is required is there', () => {
  expect(isComplete(template, filled)).toBe(true);
  expect(isComplete(template, { ...filled, name: ' ' })).toBe(false);
  expect(isComplete(template, { ...filled, port: '80x' })).toBe(false);
  expect(isComplete(template, { ...filled, values: {} })).toBe(false);
});
