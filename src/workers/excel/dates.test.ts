import { afterEach, describe, expect, it } from 'vitest';
import * as sheetJs from 'xlsx';
import { openFile } from '../../../tests/support/readBoth.ts';
import { sheetOf } from '../../../tests/support/workbookFile.ts';
import { COUNTRIES } from '../../domain/country.ts';
import { cellText } from '../../domain/sheet/columns.ts';

/** Dates never shift by a day, whatever the time zone of the operator's machine. */

const ZONES = [...Object.values(COUNTRIES).map(({ timeZone }) => timeZone), 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const before = process.env['TZ'];

afterEach(() => {
  if (before === undefined) delete process.env['TZ'];
  else process.env['TZ'] = before;
});

const serials = ['1', '59', '60', '61', '36526', '45000', '45000.99999', '45291', '2958465'];
const texts = [
  '1900-01-01',
  '1900-02-28',
  '1900-02-29',
  '1900-03-01',
  '2000-01-01',
  '2023-03-15',
  '2023-03-15 23:59:59',
  '2023-12-31',
  '9999-12-31',
];

/** Minutes west of Greenwich on 1970-01-01, as reported by Date; proves that the time zone is in effect. */
function offsetOf(zone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
    new Date(0),
  );
  const [, sign = '+', hours = '0', minutes = '0'] =
    /([+-])(\d+):(\d+)/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? [];
  return (sign === '+' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

async function firstColumn(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<string[]> {
  const sheet = await (await openFile(bytes, name)).readSheet(0);
  return Array.from({ length: sheet.rows }, (_, row) => cellText(sheet, 0, row));
}

describe.each(ZONES)('in the time zone %s', zone => {
  it('serial numbers become the date that the spreadsheet displays', async () => {
    process.env['TZ'] = zone;
    expect(new Date(0).getTimezoneOffset()).toBe(offsetOf(zone));
    const xml = serials
      .map((serial, at) => `<row r="${at + 1}"><c r="A${at + 1}" s="1"><v>${serial}</v></c></row>`)
      .join('');
    expect(await firstColumn(sheetOf(xml), 'a.xlsx')).toEqual(texts);
    const since1904 = '<row r="1"><c r="A1" s="4"><v>0</v></c></row><row r="2"><c r="A2" s="4"><v>43538</v></c></row>';
    expect(await firstColumn(sheetOf(since1904, { date1904: true }), 'b.xlsx')).toEqual(['1904-01-01', '2023-03-15']);
    const iso =
      '<row r="1"><c r="A1" t="d"><v>2023-03-15</v></c></row><row r="2"><c r="A2" t="d"><v>2023-03-15T23:59:59</v></c></row>';
    expect(await firstColumn(sheetOf(iso, { strict: true }), 'c.xlsx')).toEqual(['2023-03-15', '2023-03-15 23:59:59']);
  });

  it.each(['xls', 'xlsb', 'ods'] as const)('serial numbers in .%s files become the same date', async bookType => {
    process.env['TZ'] = zone;
    const sheet = sheetJs.utils.aoa_to_sheet([[45000], [45291]]);
    for (const address of ['A1', 'A2']) (sheet[address] as sheetJs.CellObject).z = 'm/d/yy';
    const book = sheetJs.utils.book_new();
    sheetJs.utils.book_append_sheet(book, sheet, 'Sheet1');
    const bytes = new Uint8Array(sheetJs.write(book, { type: 'array', bookType }) as ArrayBuffer);
    expect(await firstColumn(bytes, `a.${bookType}`)).toEqual(['2023-03-15', '2023-12-31']);
  });
});
