import { expect, it } from 'vitest';
import { textOf } from './Inbox';

it('a notification is told by what its sender wrote', () => {
  const said = (payload: object) => textOf({ payload: payload as never, type: 'custom' });
  expect(said({ message: 'The backup is done' })).toBe('The backup is done');
  expect(said({ data: { title: 'Door' } })).toBe('Door');
  expect(said({ data: {} })).toBe('custom');
});
