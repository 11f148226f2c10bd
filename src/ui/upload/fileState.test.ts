import { expect, it } from 'vitest';
import { stateText } from './fileState.ts';
import type { UploadFile } from './uploadTypes.ts';

const file = (part: Partial<UploadFile>): UploadFile => ({
  name: 'a.xlsx',
  file: { size: 20_480 },
  state: 'read',
  opened: { fileId: 7, sheets: [] },
  matched: { sheet: 0, match: { row: 2, columns: [], unknown: [], missing: [], twice: [] }, alike: [] },
  report: null,
  rows: 13,
  guessed: null,
  problem: null,
  ...part,
});
const counted = (rows: number, skipped: number) => ({
  byFile: [
    { fileId: 3, rows: 99, skipped: 9 },
    { fileId: 7, rows, skipped },
  ],
});

it('tells the rows that are to be imported once they are checked, those of the sheet before', () => {
  expect(stateText(file({}), null)).toBe('20 KB, 10 rows');
  expect(stateText(file({}), counted(10, 0))).toBe('20 KB, 10 rows');
  expect(stateText(file({}), counted(1234, 1))).toBe(
    '20 KB, 1,234 rows; 1 row passed over: blank, or the example of the template',
  );
  expect(stateText(file({}), counted(0, 0))).toBe('20 KB, no rows to import');
  expect(stateText(file({}), counted(0, 2))).toBe(
    '20 KB, no rows to import; 2 rows passed over: blank, or the example of the template',
  );
});
