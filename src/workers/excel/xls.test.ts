import { describe, expect, it } from 'vitest';
import * as sheetJs from 'xlsx';
import { allCells, openFile, type Cells } from '../../../tests/support/readBoth.ts';
import { zipOf } from '../../../tests/support/zipFile.ts';
import { cellText } from '../../domain/sheet/columns.ts';
import { SheetFileError } from '../../domain/sheet/problem.ts';

/** Files written by Excel before 2007, record by record: either the values are correct, or there is a clear message. */

type Bytes = readonly number[];
const u16 = (value: number): Bytes => [value & 255, (value >> 8) & 255];
const record = (type: number, data: Bytes = []): Bytes => [...u16(type), ...u16(data.length), ...data];
const bof5 = (kind: number): Bytes => record(0x0809, [...u16(0x0500), ...u16(kind), ...u16(0x0dbb), ...u16(0x07cc)]);
const eof = record(0x000a);
const codePage = (page: number): Bytes => record(0x0042, u16(page));
const label = (row: number, column: number, text: Bytes): Bytes =>
  record(0x0204, [...u16(row), ...u16(column), ...u16(0), ...u16(text.length), ...text]);
const number = (row: number, column: number, value: number): Bytes =>
  record(0x0203, [...u16(row), ...u16(column), ...u16(0), ...new Uint8Array(Float64Array.of(value).buffer)]);
const ascii = (text: string): Bytes => [...text].map(letter => letter.charCodeAt(0));

interface Sheet5 {
  name: Bytes;
  records: Bytes;
  /** Sheet types as in BOUNDSHEET: 0 worksheet, 1 macro, 2 chart, 6 module. */
  kind?: number;
}

const BOF_KINDS: Readonly<Record<number, number>> = { 0: 0x10, 1: 0x40, 2: 0x20, 6: 0x06 };

/** A workbook of Excel 5 or 95. */
function excel5(sheets: readonly Sheet5[], globals: Bytes = []): Uint8Array<ArrayBuffer> {
  const head = [...bof5(5), ...globals];
  const size = sheets.reduce((sum, { name }) => sum + 11 + name.length, head.length + eof.length);
  const names: number[] = [];
  const bodies: number[] = [];
  for (const { name, records, kind = 0 } of sheets) {
    const at = size + bodies.length;
    names.push(...record(0x0085, [...u16(at & 0xffff), ...u16(at >>> 16), 0, kind, name.length, ...name]));
    bodies.push(...bof5(BOF_KINDS[kind] as number), ...records, ...eof);
  }
  return compound('Book', [...head, ...names, ...eof, ...bodies]);
}

function compound(name: string, stream: Bytes): Uint8Array<ArrayBuffer> {
  const file = sheetJs.CFB.utils.cfb_new();
  sheetJs.CFB.utils.cfb_add(file, name, Uint8Array.from(stream));
  return new Uint8Array(sheetJs.CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

const read = async (bytes: Uint8Array<ArrayBuffer>): Promise<Record<string, Cells>> =>
  allCells(await openFile(bytes, 'areas.xls'));
const problemOf = async (bytes: Uint8Array<ArrayBuffer>, name = 'areas.xls'): Promise<SheetFileError> => {
  const end = await openFile(bytes, name)
    .then(allCells)
    .catch((error: unknown) => error);
  if (end instanceof SheetFileError) return end;
  throw new Error('it was read');
};

describe("text is decoded with the file's code page", () => {
  const PAGES: readonly [page: number, bytes: Bytes, text: string][] = [
    [1252, [0x93, 0x53, 0xe3, 0x6f, 0x94, 0x85], '“São”…'],
    [0x8001, [0x80], '€'],
    [1251, [0xf0, 0x2e], 'р.'],
    [1253, [0xcf, 0xea, 0xf4], 'Οκτ'],
    [1250, [0xe8], 'č'],
    [1258, [0xd0, 0xe0], 'Đà'],
    [874, [0xa1], 'ก'],
    [936, [0xb1, 0xb1, 0xbe, 0xa9], '北京'],
    [932, [0x93, 0x8c, 0x8b, 0x9e], '東京'],
    [437, [0x82], 'é'],
    [0x8000, [0x8e], 'é'],
  ];
  it.each(PAGES)('text in code page %i is decoded', async (page, bytes, text) => {
    const file = excel5(
      [{ name: bytes, records: [...label(0, 0, bytes), ...label(1, 0, ascii('plain'))] }],
      codePage(page),
    );
    expect(await read(file)).toEqual({ [text]: { A1: text, A2: 'plain' } });
  });

  it('text without a code page is decoded with the Western code page', async () => {
    expect(await read(excel5([{ name: ascii('S'), records: label(0, 0, [0x91, 0xe9, 0x92]) }]))).toEqual({
      S: { A1: '‘é’' },
    });
  });

  it('a file written by Excel 4 or earlier has a single sheet and no directory', async () => {
    const stream = Uint8Array.from([
      ...record(0x0409, [...u16(0), ...u16(0x10), ...u16(0)]),
      ...codePage(1251),
      ...label(0, 0, [0xcc]),
      ...number(1, 0, 7),
      ...eof,
    ]);
    expect(await read(stream)).toEqual({ Sheet1: { A1: 'М', A2: 7 } });
  });

  it('an unknown code page is reported by its number, and so are code page tables that cannot be loaded', async () => {
    const file = excel5([{ name: ascii('S'), records: label(0, 0, [0xe9]) }], codePage(4711));
    expect(await problemOf(file)).toMatchObject({ kind: 'damaged', found: 'its code page 4711 is not known' });
  });
});

it('charts, macros and modules are not read as sheets', async () => {
  const sheets: Sheet5[] = [
    { name: ascii('Chart'), records: number(0, 0, 1), kind: 2 },
    { name: ascii('Areas'), records: number(0, 0, 2) },
    { name: ascii('Macro'), records: number(0, 0, 3), kind: 1 },
    { name: ascii('Module'), records: [], kind: 6 },
  ];
  expect(await read(excel5(sheets))).toEqual({ Areas: { A1: 2 } });
  expect(await problemOf(excel5(sheets.filter(({ kind }) => kind !== undefined)))).toMatchObject({ kind: 'noSheets' });
});

it('hidden rows are counted', async () => {
  const row = (at: number, flags: number): Bytes =>
    record(0x0208, [...u16(at), ...u16(0), ...u16(1), ...u16(255), ...u16(0), ...u16(0), flags, 1, 15, 0]);
  const records = [...row(0, 0), ...row(1, 0x20), ...row(2, 0x20), ...number(0, 0, 1), ...number(1, 0, 2)];
  const sheet = await (await openFile(excel5([{ name: ascii('S'), records }]), 'a.xls')).readSheet(0);
  expect([sheet.rows, sheet.hiddenRows]).toEqual([2, 1]);
});

it('an invalid number is reported as an error', async () => {
  const sheet = await (
    await openFile(excel5([{ name: ascii('S'), records: [...number(0, 0, NaN), ...number(0, 1, Infinity)] }]), 'a.xls')
  ).readSheet(0);
  expect([cellText(sheet, 0, 0), cellText(sheet, 1, 0), sheet.columns[0]?.kinds[0]]).toEqual(['#NUM!', '#NUM!', 4]);
});

it('a password is reported, whatever the encryption', async () => {
  const ods = zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': Uint8Array.of(0x8f, 0x00, 0xfe, 0x31, 0x80),
    'META-INF/manifest.xml':
      '<manifest:manifest xmlns:manifest="m"><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data manifest:checksum-type="SHA1/1K"/></manifest:file-entry></manifest:manifest>',
  });
  expect(await problemOf(ods, 'areas.ods')).toMatchObject({ kind: 'password' });
  const later = zipOf({ mimetype: 'x', 'encrypted-package': 'x', 'META-INF/manifest.xml': '<manifest/>' });
  expect(await problemOf(later, 'areas.ods')).toMatchObject({ kind: 'password' });
  const rc4 = record(0x002f, [...u16(1), ...u16(4), ...u16(2), ...Array.from({ length: 40 }, () => 9)]);
  expect(await problemOf(excel5([{ name: ascii('S'), records: [] }], rc4))).toMatchObject({ kind: 'password' });
  expect(await problemOf(excel5([{ name: ascii('S'), records: [] }], record(0x002f, [1, 2, 3, 4])))).toMatchObject({
    kind: 'password',
  });
});

describe('a file with a zeroed block is never read with fewer rows', () => {
  const rows = Array.from({ length: 400 }, (_, at) => [at + 1, `District ${at}`, 'Standard', `Street ${at % 7}`]);
  const written = (bookType: 'biff8' | 'biff5' | 'biff2' | 'xlml'): Uint8Array<ArrayBuffer> => {
    const book = sheetJs.utils.book_new();
    sheetJs.utils.book_append_sheet(book, sheetJs.utils.aoa_to_sheet([['ID', 'Name', 'Type', 'Street'], ...rows]), 'S');
    return new Uint8Array(
      sheetJs.write(book, { type: 'array', bookType, bookSST: bookType === 'biff8' }) as ArrayBuffer,
    );
  };
  it.each(['biff8', 'biff5', 'biff2', 'xlml'] as const)(
    'a %s file with a zeroed block is either rejected or read completely',
    async bookType => {
      const whole = written(bookType);
      const name = bookType === 'xlml' ? 'areas.xml' : 'areas.xls';
      const good = await allCells(await openFile(whole, name));
      expect(Object.keys(Object.values(good)[0] as Cells)).toHaveLength(4 + 4 * rows.length);
      for (const size of [512, 1024, Math.floor(whole.length / 10)]) {
        for (let from = 0; from + size < whole.length; from += Math.max(512, Math.floor(whole.length / 60))) {
          const holed = whole.slice();
          holed.fill(0, from, from + size);
          const end = await openFile(holed, name)
            .then(allCells)
            .catch((error: unknown) => error);
          // Either the file is rejected, or the missing bytes affect no value.
          expect([from, size, end instanceof SheetFileError ? good : end]).toEqual([from, size, good]);
        }
      }
    },
  );
});
