import { expect, it } from 'vitest';
import * as sheetJs from 'xlsx';
import { openFile } from '../../../tests/support/readBoth.ts';
import { zipOf } from '../../../tests/support/zipFile.ts';
import { cellText } from '../../domain/sheet/columns.ts';

/** Dates are counted from 1904 if the file says so, in every format that has this setting. */

const first = async (bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string> => {
  const sheet = await (await openFile(bytes, name)).readSheet(0);
  return cellText(sheet, 0, 0);
};

it.each(['xlsx', 'xlsb', 'biff8', 'xlml'] as const)(
  'dates in .%s files are counted from 1904 if the file says so',
  async bookType => {
    const sheet = sheetJs.utils.aoa_to_sheet([[43_538]]);
    (sheet['A1'] as sheetJs.CellObject).z = 'm/d/yy';
    const book = sheetJs.utils.book_new();
    sheetJs.utils.book_append_sheet(book, sheet, 'S');
    for (const [date1904, day] of [
      [true, '2023-03-15'],
      [false, '2019-03-14'],
    ] as const) {
      book.Workbook = { WBProps: { date1904 } };
      const bytes = new Uint8Array(sheetJs.write(book, { type: 'array', bookType }) as ArrayBuffer);
      const name = { xlsx: 'a.xlsx', xlsb: 'a.xlsb', biff8: 'a.xls', xlml: 'a.xml' }[bookType];
      expect(await first(bytes, name)).toBe(day);
    }
  },
);

it('.ods files contain complete dates, whatever their epoch', async () => {
  for (const settings of [
    '',
    '<table:calculation-settings><table:null-date table:date-value="1904-01-01"/></table:calculation-settings>',
  ]) {
    for (const day of ['2023-03-15', '1904-01-02', '0001-01-01', '1899-12-30']) {
      const bytes = zipOf({
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        'content.xml': `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>${settings}<table:table table:name="S"><table:table-row><table:table-cell office:value-type="date" office:date-value="${day}"><text:p>some day</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
        'META-INF/manifest.xml': '<manifest:manifest xmlns:manifest="m"/>',
      });
      expect([settings, await first(bytes, 'a.ods')]).toEqual([settings, day]);
    }
  }
});
