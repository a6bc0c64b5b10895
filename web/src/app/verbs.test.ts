import { expect, it } from 'vitest';
import { askedFirst } from './verbs';

const sources = ['', 'automation.runName', 'toolbox.deployName'].map((begins) => ({ begins }));
const asked = (text: string, from = sources) => askedFirst(from, text).map(({ begins }) => begins);

it('asks for two things at most, and first for what the verb is about', () => {
  expect(asked('j')).toEqual(['', 'automation.runName']);
  expect(asked('d')).toEqual(['toolbox.deployName', '']);
  expect(asked('Run')).toEqual(['automation.runName', '']);
});

it('asks for nothing where all is known', () => {
  expect(asked('d', [])).toEqual([]);
});
