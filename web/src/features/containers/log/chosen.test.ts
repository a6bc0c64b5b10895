import { expect, it } from 'vitest';
import type { Container } from '../queries';
import { MOST, named, namesOf } from './chosen';

const all = ['web', 'db', 'cache'].map((name) => ({ id: name, name }) as Container);

it('whose logs are read stands in the address', () => {
  expect(namesOf(all)).toBe('web,db,cache');
  expect(named(all, 'db,gone,web,db').map(({ name }) => name)).toEqual(['db', 'web']);
  expect(named(all, '')).toEqual([]);
});

it('as many as one can read', () => {
  const many = Array.from(
    { length: 30 },
    (_, at) => ({ id: `${at}`, name: `c${at}` }) as Container,
  );
  expect(namesOf(many).split(',')).toHaveLength(MOST);
  expect(named(many, many.map(({ name }) => name).join())).toHaveLength(MOST);
});
