import { expect, it } from 'vitest';
import { stateText, verdictOf } from './fileState.ts';
import type { UploadFile } from './uploadTypes.ts';

const file = (part: Partial<UploadFile>): UploadFile => ({
  name: 'a.xlsx',
  file: { size: 20_480 },
  state: 'read',
  opened: { fileId: 7, sheets: [] },
  matched: { sheet: 0, match: { row: 2, columns: [], unknown: [], missing: [], twice: [] }, alike: [], undecided: [] },
  report: null,
  rows: 13,
  hiddenRows: 0,
  merged: [],
  encoding: null,
  encodings: null,
  problem: null,
  ...part,
});
const counted = (rows: number, skipped: number) => ({
  byFile: [
    { fileId: 3, rows: 99, skipped: 9, otherNames: [] },
    { fileId: 7, rows, skipped, otherNames: [] },
  ],
});

it('a checked file shows the number of rows to import, and an unchecked one the number of rows in the sheet', () => {
  expect(stateText(file({ state: 'mapping' }), null)).toBe('20 kB, match its columns');
  expect(stateText(file({}), null)).toBe('20 kB, 10 rows');
  expect(stateText(file({}), counted(10, 0))).toBe('20 kB, 10 rows');
  expect(stateText(file({}), counted(1234, 1))).toBe(
    '20 kB, 1,234 rows; 1 row skipped (blank, or the template’s example)',
  );
  expect(stateText(file({}), counted(0, 0))).toBe('20 kB, no rows to import');
  expect(stateText(file({}), counted(0, 2))).toBe(
    '20 kB, no rows to import; 2 rows skipped (blank, or the template’s example)',
  );
});

it('a checked file is good, or wrong if it has errors or no rows, while an unchecked one is neither', () => {
  const check = (rows: number, wrongFiles: number[] = []) => ({ ...counted(rows, 0), wrongFiles });
  expect(verdictOf(file({}), null)).toBeNull();
  expect(verdictOf(file({}), check(10))).toBe('good');
  expect(verdictOf(file({}), check(10, [7]))).toBe('wrong');
  expect(verdictOf(file({}), check(10, [3]))).toBe('good');
  expect(verdictOf(file({}), check(0))).toBe('wrong');
  expect(verdictOf(file({ state: 'mapping' }), check(10))).toBeNull();
});
