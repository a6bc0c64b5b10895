import { expect, it } from 'vitest';
import { declared, rowOf } from './declared';

it('what was typed is what the gateway wants', () => {
  const known = { name: 'FOLDER', label: 'Folder', required: true, validation: '/srv/[a-z]+' };
  const rows = [
    rowOf(known, 0),
    { key: 1, parameter: { name: ' MODE ', type: 'select' as const }, options: 'fast, slow,' },
    { key: 2, parameter: { name: 'DAYS', type: 'number' as const, default: '' }, options: 'left' },
    { key: 3, parameter: { name: ' ' }, options: '' },
  ];
  expect(declared(rows)).toEqual([
    // What the form does not show stays.
    { ...known, default: null, options: [] },
    { name: 'MODE', type: 'select', default: null, options: ['fast', 'slow'] },
    { name: 'DAYS', type: 'number', default: null, options: [] },
  ]);
});

it('values to choose from come back as they were', () => {
  const parameter = { name: 'MODE', type: 'select' as const, options: ['fast', 'slow'] };
  expect(declared([rowOf(parameter, 0)])[0]?.options).toEqual(['fast', 'slow']);
});
