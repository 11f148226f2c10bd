import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as sheetJs from 'xlsx';
import { ODD_ROW, openFile } from '../../../tests/support/readBoth.ts';
import { sheetOf } from '../../../tests/support/workbookFile.ts';
import { mergedBelow, MergeScanner } from '../../domain/sheet/merges.ts';

/** In every format, merged ranges of cells are reported, because only the first cell of each has a value. */

const ranges = async (bytes: Uint8Array<ArrayBuffer>, name: string, header: number, columns: readonly number[]) =>
  mergedBelow(await (await openFile(bytes, name)).readSheet(0), header, columns);

describe('merged cells', () => {
  it('both readers report those of .xlsx files below the header row in mapped columns', async () => {
    const file = (rows: string) =>
      sheetOf(
        `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>${rows}</sheetData><mergeCells count="4"><mergeCell ref="A1:C1"/><mergeCell ref="A2:A4"/><mergeCell ref="E2:F3"/><mergeCell ref='B2:D2'/></mergeCells></worksheet>`,
      );
    for (const rows of ['', ODD_ROW]) {
      expect(await ranges(file(rows), 'a.xlsx', 1, [0, 2])).toEqual(['A2:A4', 'B2:D2']);
      expect(await ranges(file(rows), 'a.xlsx', 0, [1])).toEqual(['A1:C1', 'B2:D2']);
      expect(await ranges(file(rows), 'a.xlsx', 1, [6])).toEqual([]);
    }
  });

  it.each(['xlsb', 'biff8', 'ods'] as const)('those of %s files are reported', async bookType => {
    const sheet = sheetJs.utils.aoa_to_sheet([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ]);
    sheet['!merges'] = [{ s: { r: 1, c: 1 }, e: { r: 2, c: 1 } }];
    const book = sheetJs.utils.book_new();
    sheetJs.utils.book_append_sheet(book, sheet, 'S');
    const bytes = new Uint8Array(sheetJs.write(book, { type: 'array', bookType }) as ArrayBuffer);
    const name = { xlsb: 'a.xlsb', biff8: 'a.xls', ods: 'a.ods' }[bookType];
    expect(await ranges(bytes, name, 1, [0, 1])).toEqual(['B2:B3']);
  });

  it('are found however the part is cut into chunks, each once', () => {
    const part = `</sheetData><mergeCells>${Array.from({ length: 40 }, (_, n) => `<x:mergeCell ref="A${n + 1}:AB${n + 2}"/>`).join('')}</mergeCells></worksheet>`;
    const bytes = new TextEncoder().encode(part);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: bytes.length }), { maxLength: 30 }), cuts => {
        const scanner = new MergeScanner();
        const ends = [...new Set([...cuts, bytes.length])].sort((a, b) => a - b);
        ends.forEach((end, at) => scanner.push(bytes.subarray(ends[at - 1] ?? 0, end)));
        expect(scanner.ranges).toEqual(
          Array.from({ length: 40 }, (_, n) => ({ fromRow: n + 1, toRow: n + 2, fromColumn: 0, toColumn: 27 })),
        );
      }),
    );
  });
});
