import { describe, expect, it } from 'vitest';
import * as sheetJs from 'xlsx';
import { ODD_ROW, openFile } from '../../../tests/support/readBoth.ts';
import { sheetOf } from '../../../tests/support/workbookFile.ts';
import { zipOf } from '../../../tests/support/zipFile.ts';

/** In every format, hidden rows are read and counted, and hidden columns are reported. */

const counts = async (bytes: Uint8Array<ArrayBuffer>, name: string): Promise<(number | undefined)[]> => {
  const sheet = await (await openFile(bytes, name)).readSheet(0);
  return [sheet.rows, sheet.hiddenRows];
};

it('both readers count the hidden rows of .xlsx files', async () => {
  const row = (number: number, attributes = '') =>
    `<row r="${number}"${attributes}><c r="A${number}"><v>${number}</v></c></row>`;
  const rows = `${row(1)}${row(2, ' ht="15" hidden="1"')}${row(3, ' hidden=\'true\' s="1"')}${row(4, ' hidden="0"')}<row r="5" hidden="1"/>`;
  expect(await counts(sheetOf(rows), 'a.xlsx')).toEqual([4, 2]);
  expect(await counts(sheetOf(rows + ODD_ROW), 'a.xlsx')).toEqual([5, 2]);
});

it.each(['xlsb', 'xlml'] as const)('hidden rows of %s files are counted', async bookType => {
  const sheet = sheetJs.utils.aoa_to_sheet([['a'], ['b'], ['c'], ['d']]);
  sheet['!rows'] = [{}, { hidden: true }, {}, { hidden: true }];
  const book = sheetJs.utils.book_new();
  sheetJs.utils.book_append_sheet(book, sheet, 'S');
  const bytes = new Uint8Array(sheetJs.write(book, { type: 'array', bookType, cellStyles: true }) as ArrayBuffer);
  expect(await counts(bytes, bookType === 'xlsb' ? 'a.xlsb' : 'a.xml')).toEqual([4, 2]);
});

it('hidden rows of .ods files are counted', async () => {
  const row = (attributes: string) =>
    `<table:table-row${attributes}><table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row>`;
  const rows = `${row('')}${row(' table:visibility="filter" table:number-rows-repeated="3"')}<table:table-row-group table:display="false">${row('')}</table:table-row-group>${row(' table:visibility="visible"')}<table:table-row table:visibility="collapse" table:number-rows-repeated="1000000"/>`;
  const bytes = zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="A &amp; B">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
    'META-INF/manifest.xml': '<manifest:manifest xmlns:manifest="m"/>',
  });
  expect(await counts(bytes, 'a.ods')).toEqual([6, 4]);
  expect((await openFile(bytes, 'a.ods')).sheets).toEqual([{ name: 'A & B', hidden: false }]);
});

describe('hidden columns', () => {
  const hidden = async (bytes: Uint8Array<ArrayBuffer>, name: string) =>
    (await (await openFile(bytes, name)).readSheet(0)).hiddenColumns;

  it('both readers report the hidden columns of .xlsx files', async () => {
    const cols =
      '<cols><col min="1" max="1" width="9"/><col min="2" max="3" hidden="1"/><col min="5" max="5" hidden="true"/></cols>';
    const sheet = (rows: string) =>
      sheetOf(
        `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${cols}<sheetData><row r="1"><c r="A1"><v>1</v></c></row>${rows}</sheetData></worksheet>`,
      );
    const runs = [
      [1, 2],
      [4, 4],
    ];
    expect(await hidden(sheet(''), 'a.xlsx')).toEqual(runs);
    expect(await hidden(sheet(ODD_ROW), 'a.xlsx')).toEqual(runs);
  });

  it('hidden columns of .xls files are reported', async () => {
    const sheet = sheetJs.utils.aoa_to_sheet([['a', 'b', 'c']]);
    sheet['!cols'] = [{}, { hidden: true }, {}];
    const book = sheetJs.utils.book_new();
    sheetJs.utils.book_append_sheet(book, sheet, 'S');
    const bytes = new Uint8Array(
      sheetJs.write(book, { type: 'array', bookType: 'biff8', cellStyles: true }) as ArrayBuffer,
    );
    expect(await hidden(bytes, 'a.xls')).toEqual([[1, 1]]);
  });

  it('hidden columns of .ods files are reported', async () => {
    const columns =
      '<table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/><table:table-column-group table:display="false"><table:table-column/></table:table-column-group>';
    const bytes = zipOf({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="A">${columns}<table:table-row><table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
      'META-INF/manifest.xml': '<manifest:manifest xmlns:manifest="m"/>',
    });
    expect(await hidden(bytes, 'a.ods')).toEqual([
      [1, 2],
      [3, 3],
    ]);
  });
});
