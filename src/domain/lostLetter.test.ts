import { expect, it } from 'vitest';
import { hasLostLetter, lostLetterAt, lostLetterProblem } from './lostLetter.ts';

it('a replacement character in a string is detected, and in a nested value, its path is returned', () => {
  expect(hasLostLetter('S\ufffdo Paulo')).toBe(true);
  expect(hasLostLetter('São Paulo 😀')).toBe(false);
  expect(lostLetterProblem('Name', 'São')).toBeNull();
  expect(lostLetterProblem('Name', '\ufffd')).toEqual({
    problem: 'Name contains "\ufffd" instead of a letter that was lost. Enter that letter again',
  });
  const rows = [{ name: 'Ana' }, { name: 'S\ufffdo' }];
  expect(lostLetterAt({ id: 7, none: null, rows })).toBe('rows.1.name');
  expect(lostLetterAt({ id: 7, rows: rows.slice(0, 1) })).toBeNull();
});
