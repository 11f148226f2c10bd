import { expect, it } from 'vitest';
import { fileProblem } from './problem.ts';

it('a file that is not a spreadsheet is refused with what it is and which files can be read', () => {
  expect(fileProblem('notSpreadsheet', 'bill.csv', 'a PDF document').message).toBe(
    '"bill.csv" is not a spreadsheet: it is a PDF document. Choose an .xlsx, .xls, .xlsb, .ods or .csv file.',
  );
});

it.each(['notSpreadsheet', 'tooManyCells', 'noSheets', 'overTime', 'overMemory'] as const)(
  'the problem %s of a file for which no template exists, such as a bill, mentions no template',
  kind => expect(fileProblem(kind, 'bill.xlsx').message).not.toContain('template'),
);
