import { describe, expect, it } from 'vitest';
import { channelLocationImport as declaration } from '../../contract/imports/channelLocation.ts';
import { findHeaders, type ColumnChoice, type HeaderMapping } from '../../domain/import/headers.ts';
import { columnTexts } from './columnTexts.ts';
import { fileNotes, namesText, noHeadersText } from './fileNotes.ts';
import type { UploadFile } from './uploadTypes.ts';

const HEADERS = declaration.columns.map(({ header }) => header);

/** The notes on a file whose sheets have these headers. */
function notesOf(
  sheets: readonly { name: string; hidden?: boolean; headers: readonly string[] }[],
  mapping: HeaderMapping = {},
  more: Partial<UploadFile> = {},
  choice: ColumnChoice = {},
) {
  const opened = {
    fileId: 1,
    sheets: sheets.map(({ name, hidden = false, headers }) => ({ name, hidden, head: [{ cells: headers }] })),
  };
  const matched = findHeaders(declaration, opened.sheets, mapping, choice);
  return fileNotes(
    { opened, matched, encoding: null, hiddenRows: 0, merged: [], ...more } as unknown as UploadFile,
    declaration.columns,
  );
}

it('ids of channels that have another name in the file are named, and the others are counted', () => {
  const [sheet] = [{ name: 'Location', headers: HEADERS }];
  const opened = { fileId: 1, sheets: [{ name: sheet.name, hidden: false, head: [{ cells: sheet.headers }] }] };
  const matched = findHeaders(declaration, opened.sheets, {}, {});
  const file = { opened, matched, encoding: null, hiddenRows: 0, merged: [] } as unknown as UploadFile;
  const first = { of: 'channel', id: 10_021, said: 'SiCepat', row: 4, name: 'J&T Express' } as const;
  expect(fileNotes(file, declaration.columns)?.otherNames).toBeNull();
  expect(fileNotes(file, declaration.columns, [{ first: [], count: 0 }])?.otherNames).toBeNull();
  expect(fileNotes(file, declaration.columns, [{ first: [first], count: 1 }])?.otherNames).toBe(
    'Channel 10021 is "J&T Express", not "SiCepat" (row 4). Rows are imported by their ID: check that it is right.',
  );
  expect(fileNotes(file, declaration.columns, [{ first: [first], count: 3 }])?.otherNames).toContain(
    '(row 4). 2 other names differ too.',
  );
});

describe('columns with the same header', () => {
  const sheets = [
    {
      name: 'Location',
      hidden: false,
      hiddenColumns: [[1, 1]] as const,
      head: [
        { cells: ['Channel ID', 'Location ID', 'LOCATION ID'] },
        { cells: ['7', '', 'b1'] },
        { cells: ['7', 'a2', 'b2'] },
      ],
    },
  ];
  const fileOf = (choice: ColumnChoice) =>
    ({
      opened: { fileId: 1, sheets },
      matched: findHeaders(declaration, sheets, {}, choice),
      encoding: null,
      encodings: null,
      hiddenRows: 0,
      merged: [],
    }) as unknown as UploadFile;

  it('duplicate columns are offered with their letter, their visibility and their first values', () => {
    const file = fileOf({});
    expect(columnTexts(file, file.matched?.match.twice[0]?.columns ?? [])).toEqual([
      { column: 1, text: 'Column B (hidden): a2' },
      { column: 2, text: 'Column C: b1, b2' },
    ]);
    expect(fileNotes(file, declaration.columns)?.counts).toBeNull();
  });

  it('a note lists the columns with the same header and says which one is used', () => {
    expect(fileNotes(fileOf({ locationId: 2 }), declaration.columns)).toMatchObject({
      counts: 'As you chose, "Location ID" is read from column C, not from B, which is hidden.',
      leftOut: [],
    });
  });
});

describe('notes on how a file is read', () => {
  it('a file that matches the template has no notes', () => {
    expect(notesOf([{ name: 'Location', headers: HEADERS }])).toEqual({
      sheet: null,
      otherNames: null,
      chosen: [],
      leftOut: [],
      counts: null,
      hidden: null,
      merged: null,
      encoding: null,
    });
  });

  it('rows hidden in the file are imported, and a note says so', () => {
    const hidden = (hiddenRows: number) => notesOf([{ name: 'a', headers: HEADERS }], {}, { hiddenRows })?.hidden;
    expect(hidden(1)).toBe('1 row is hidden or filtered out in the file but will also be imported.');
    expect(hidden(1200)).toBe('1,200 rows are hidden or filtered out in the file but will also be imported.');
  });

  it('merged cells have one value, and a note says so', () => {
    const merged = (ranges: string[]) => notesOf([{ name: 'a', headers: HEADERS }], {}, { merged: ranges })?.merged;
    expect(merged(['A5:A8'])).toBe(
      'The cells A5:A8 are merged: only the first one has a value, and the others count as empty. Repeat the value in each cell if it applies to all of them.',
    );
    expect(merged(['A5:A8', 'B5:C5'])).toMatch(
      /^2 ranges of cells are merged, such as A5:A8: only the first cell of each/,
    );
    expect(merged([])).toBeNull();
  });

  it('a note names the encoding that the person chose', () => {
    expect(notesOf([{ name: 'a', headers: HEADERS }], {}, { encoding: 'big5' })?.encoding).toBe(
      'As you chose, the file is read as Big5 (Traditional Chinese).',
    );
  });

  it('a note lists the unused columns', () => {
    const notes = notesOf([{ name: 'Location', headers: [...HEADERS, 'Remark', 'Errors', 'Support Deliver', ''] }]);
    expect(notes?.leftOut).toEqual(['Remark']);
    expect(notes?.counts).toBeNull();
    const wide = notesOf([
      { name: 'Location', headers: [...HEADERS, ...Array.from({ length: 187 }, (_, at) => `x${at}`)] },
    ]);
    expect(namesText(wide?.leftOut ?? [])).toMatch(/and 182 more$/);
    expect(namesText(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe('"a", "b", "c", "d", "e" and 2 more');
  });

  it('a note says that a remembered column mapping was applied', () => {
    const headers = HEADERS.map(header => (header === 'Location ID' ? 'Place' : header));
    const notes = notesOf([{ name: 'Location', headers: [...headers, 'Remark'] }], {
      place: 'locationId',
      remark: null,
    });
    expect(notes?.chosen).toEqual([{ header: 'Place', as: 'Location ID' }]);
    expect(notes?.leftOut).toEqual(['Remark']);
  });

  it('for a workbook with several sheets, a note says which one is read and which others might be meant', () => {
    const one = notesOf([
      { name: 'Notes', headers: ['Read me'] },
      { name: 'Data', headers: HEADERS },
    ]);
    expect(one?.sheet).toEqual({ at: 1, text: 'The sheet "Data" is read.', important: false });
    const two = notesOf([
      { name: 'Jan', headers: HEADERS },
      { name: 'Feb', headers: HEADERS },
    ]);
    expect(two?.sheet).toMatchObject({ at: 0, important: true });
    expect(two?.sheet?.text).toMatch(/^Only the sheet "Jan" is read\. "Feb" has the same columns/);
    const hidden = notesOf([
      { name: 'Secret', hidden: true, headers: HEADERS },
      { name: 'Shown', headers: ['hello'] },
    ]);
    expect(hidden?.sheet).toMatchObject({ at: 0, important: true });
    expect(hidden?.sheet?.text).toContain('hidden in the file');
  });
});

it('a note says which rows were searched for the headers', () => {
  const sheets = (...rows: number[]) =>
    rows.map(count => ({ name: 'a', hidden: false, head: Array.from({ length: count }, () => ({ cells: ['x'] })) }));
  const text = (...rows: number[]) => noHeadersText('a.xlsx', sheets(...rows));
  expect(text(1)).toBe('The first row of "a.xlsx" does not contain the template’s headers.');
  expect(text(200)).toBe('The first 200 rows of "a.xlsx" do not contain the template’s headers.');
  expect(text(3, 200)).toBe('The first 200 rows of each sheet in "a.xlsx" do not contain the template’s headers.');
});
