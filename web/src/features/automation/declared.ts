import type { Schemas } from '~/api/client';

export type Parameter = Schemas['ParameterView'];

/** A parameter while it is being declared. */
export interface Row {
  key: number;
  parameter: Parameter;
  /** As it is typed: the values to choose from, apart by commas. */
  options: string;
}

export const rowOf = (parameter: Parameter, key: number): Row => ({
  key,
  parameter,
  options: (parameter.options ?? []).join(', '),
});

/** What was declared, as the gateway wants it; a row without a name is none. */
export function declared(rows: Row[]): Parameter[] {
  return rows
    .map(({ parameter, options }) => ({
      ...parameter,
      name: parameter.name.trim(),
      default: parameter.default || null,
      options: parameter.type === 'select' ? apart(options) : [],
    }))
    .filter(({ name }) => name !== '');
}

const apart = (text: string): string[] =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean);
