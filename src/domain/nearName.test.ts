import { expect, it } from 'vitest';
import { typingErrors } from './nearName.ts';

it.each([
  ['coblong', 'coblong', 0],
  ['coblong', 'coblng', 1],
  ['coblong', 'cobblong', 1],
  ['coblong', 'colbong', 1],
  ['coblong', 'coblonq', 1],
  // Two wrong letters are accepted as typos only in long names.
  ['coblong', 'cobqonq', null],
  ['sumatera utara', 'sumatra utaara', 2],
  ['sumatera utara', 'sumatra utaaar', null],
  // Short names and names with a number are never treated as misspelled.
  ['dau', 'dao', null],
  ['blok 12', 'blok 13', null],
  ['dago', 'dagoatas', null],
  ['a'.repeat(61), 'a'.repeat(60), null],
] as const)('the number of typos between "%s" and "%s" is counted', (name, typed, errors) => {
  expect(typingErrors(name, typed)).toBe(errors);
  expect(typingErrors(typed, name)).toBe(errors);
});
