import { expect, it } from 'vitest';
import { isMade, madeFor } from './password';

const variable = (name: string, more: object = {}) => ({
  name,
  label: name,
  type: 'password' as const,
  required: false,
  ...more,
});

it('a password that the gateway would make in silence is made where one sees it', () => {
  const made = madeFor([variable('ADMIN_PASSWORD'), variable('DB_PASSWORD')]);
  expect(Object.keys(made)).toEqual(['ADMIN_PASSWORD', 'DB_PASSWORD']);
  expect(made.ADMIN_PASSWORD).toMatch(/^[A-Za-z2-9]{24}$/);
  expect(made.ADMIN_PASSWORD).not.toBe(made.DB_PASSWORD);
});

it('not what is chosen, usual, or a key of the service', () => {
  expect(isMade(variable('ADMIN_PASSWORD', { required: true }))).toBe(false);
  expect(isMade(variable('ADMIN_PASSWORD', { default: 'admin' }))).toBe(false);
  expect(isMade(variable('SECRET_KEY'))).toBe(false);
  expect(isMade(variable('PASSWORD', { type: 'text' }))).toBe(false);
});

it('nor one that the template would refuse', () => {
  expect(madeFor([variable('PASSWORD', { validation: '[0-9]+' })])).toEqual({});
  expect(madeFor([variable('PASSWORD', { validation: '(?P<no>' })])).toEqual({});
  expect(Object.keys(madeFor([variable('PASSWORD', { validation: '.{8,}' })]))).toHaveLength(1);
});
