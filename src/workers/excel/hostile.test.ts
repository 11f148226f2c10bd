import { constants, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import * as sheetJs from 'xlsx';
import { allCells, openFile } from '../../../tests/support/readBoth.ts';
import { longTextXlsx } from '../../../tests/support/hostileFiles.ts';
import { MAIN, sheetOf, workbookOf } from '../../../tests/support/workbookFile.ts';
import { zipOf } from '../../../tests/support/zipFile.ts';
import { expansionGuard } from '../../domain/sheet/expansion.ts';
import { LIMITS } from '../../domain/sheet/limits.ts';
import { openWorkbook } from '../../domain/sheet/openWorkbook.ts';
import { fileProblem, SheetFileError, type FileProblemKind } from '../../domain/sheet/problem.ts';
import type { SheetPlatform } from '../../domain/sheet/unpack.ts';
import { blobPlatform } from './platform.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const GOOD = sheetOf('<row r="1"><c r="A1"><v>1</v></c></row>');

/** A compound file with the given streams. */
function compound(...names: string[]): Uint8Array<ArrayBuffer> {
  const file = sheetJs.CFB.utils.cfb_new();
  for (const name of names) sheetJs.CFB.utils.cfb_add(file, name, new Uint8Array(64));
  return new Uint8Array(sheetJs.CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

/**
 * The given number of megabytes of identical bytes, compressed: the same compressed chunk is repeated, so that
 * generating it takes neither time nor memory.
 */
function zeros(megabytes: number, byte = 0): { packed: Uint8Array; size: number } {
  const piece = deflateRawSync(new Uint8Array(2 ** 20).fill(byte), { finishFlush: constants.Z_FULL_FLUSH });
  const end = deflateRawSync(new Uint8Array());
  return { packed: Buffer.concat([...Array.from({ length: megabytes }, () => piece), end]), size: megabytes * 2 ** 20 };
}

/** A valid workbook whose sheet consists of compressed bytes. */
const replaceSheet = (packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> =>
  sheetOf('', { parts: { 'xl/worksheets/sheet1.xml': { packed, size } } });

/** An OpenDocument spreadsheet with a single table. */
const tableOf = (rows: string): Uint8Array<ArrayBuffer> =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="Sheet1">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`,
    'styles.xml': '<office:document-styles xmlns:office="o"/>',
    'meta.xml': '<office:document-meta xmlns:office="o"/>',
    'META-INF/manifest.xml': '<manifest:manifest xmlns:manifest="m"/>',
  });
const cellOf = (attributes: string, text = 'x'): string =>
  `<table:table-cell ${attributes} office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;

async function problem(bytes: Uint8Array<ArrayBuffer>, name = 'areas.xlsx'): Promise<SheetFileError> {
  try {
    const book = await openFile(bytes, name);
    await allCells(book);
  } catch (error) {
    if (error instanceof SheetFileError) return error;
    throw error;
  }
  throw new Error('it was read');
}

const repeat = (count: number, xml: (at: number) => string): string => {
  const parts: string[] = [];
  for (let at = 0; at < count; at++) parts.push(xml(at));
  return parts.join('');
};

type Hostile = [what: string, make: () => Uint8Array<ArrayBuffer>, kind: FileProblemKind, name?: string];
const HOSTILE: Hostile[] = [
  ['no bytes', () => new Uint8Array(0), 'empty'],
  ['a password', () => compound('EncryptionInfo', 'EncryptedPackage'), 'password'],
  ['a zip with a password', () => zipOf({ 'xl/workbook.xml': 'x' }, { flags: 1 }), 'password'],
  ['a legacy Word document', () => compound('WordDocument'), 'notSpreadsheet'],
  ['a Word document', () => zipOf({ 'word/document.xml': '<x/>' }), 'notSpreadsheet'],
  ['an unrelated zip', () => zipOf({ 'photo.jpg': 'x' }), 'notSpreadsheet'],
  ['a web page', () => bytesOf('<!DOCTYPE html><html><table><tr><td>1</td></tr></table></html>'), 'notSpreadsheet'],
  ['an HTML table', () => bytesOf('\n <table><tr><td>1</td></tr></table>'), 'notSpreadsheet', 'old.xls'],
  ['a PDF', () => bytesOf('%PDF-1.7 ...'), 'notSpreadsheet'],
  ['a picture', () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0), 'notSpreadsheet'],
  ['bytes of an unknown format', () => Uint8Array.of(1, 0, 2, 0, 3, 9), 'notSpreadsheet'],
  ['bytes of an unknown format named .csv', () => Uint8Array.of(1, 0, 2, 0, 3, 0, 0, 9), 'notSpreadsheet', 'areas.csv'],
  [
    'bytes of an unknown format without a zero byte',
    () => Uint8Array.of(200, 7, 230, 14, 250, 3, 9),
    'notSpreadsheet',
    'areas.csv',
  ],
  ['undeclared UTF-16', () => bytesOf('a\0,\0b\0\n\0'), 'encoding', 'areas.csv'],
  ['a CSV named .xlsx', () => bytesOf('a,b\n1,2\n'), 'wrongName'],
  ['a truncated zip', () => GOOD.slice(0, GOOD.length - 40), 'truncated'],
  ['a zip truncated in the middle', () => GOOD.slice(0, GOOD.length >> 1), 'truncated'],
  ['a wrong checksum', () => sheetOf('<row r="1"/>', { zip: { crc: 1 } }), 'damaged'],
  [
    'XML that ends early',
    () =>
      sheetOf('', {
        parts: {
          'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1"><v>1</v></c>`,
        },
      }),
    'damaged',
  ],
  [
    'a missing shared string',
    () => sheetOf('<row r="1"><c r="A1" t="s"><v>7</v></c></row>', { shared: '<si><t>a</t></si>' }),
    'damaged',
  ],
  ['no sheet', () => workbookOf({ sheets: [] }), 'noSheets'],
  ['row 1,048,577', () => sheetOf('<row r="1048577"><c r="A1048577"><v>1</v></c></row>'), 'tooManyRows'],
  ['column XFE', () => sheetOf('<row r="1"><c r="XFE1"><v>1</v></c></row>'), 'damaged'],
  [
    'a cell of two million characters',
    () => sheetOf(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(2_000_000)}</t></is></c></row>`),
    'textTooLong',
  ],
  [
    'a shared string of two million characters',
    () =>
      sheetOf('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', { shared: `<si><t>${'x'.repeat(2_000_000)}</t></si>` }),
    'textTooLong',
  ],
  [
    'a row repeated a million times',
    () =>
      tableOf(
        `<table:table-row table:number-rows-repeated="1048576">${cellOf('table:number-columns-repeated="16384"')}</table:table-row>`,
      ),
    'bomb',
    'areas.ods',
  ],
  [
    'a billion spaces',
    () => tableOf(`<table:table-row>${cellOf('', 'a<text:s text:c="1000000000"/>b')}</table:table-row>`),
    'bomb',
    'areas.ods',
  ],
  [
    'a link over every cell, next to an unusual feature',
    () =>
      sheetOf(
        `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r = "A1"><v>1</v></c></row></sheetData>` +
          '<hyperlinks><hyperlink ref="A1:XFD1048576" location="A1"/></hyperlinks></worksheet>',
      ),
    'bomb',
  ],
  [
    'a diagonal of cells',
    () => sheetOf(repeat(4000, at => `<row r="${at + 1}">${'<c/>'.repeat(at * 4)}<c><v>1</v></c></row>`)),
    'tooManyCells',
  ],
];

describe('a text longer than a cell allows', () => {
  const long = 'é'.repeat(32_768);
  const shared = `<si><t>a</t></si><si><t>${long}</t></si>`;
  const cells = '<row r="3"><c r="B3" t="s"><v>0</v></c><c r="C3" t="s"><v>1</v></c></row>';
  const FILES: [reader: string, make: (text: string) => Uint8Array<ArrayBuffer>, name: string, place: string][] = [
    [
      'own reader, shared string',
      text => sheetOf(cells, { shared: shared.replace(long, text) }),
      'a.xlsx',
      'cell C3 of "Sheet1"',
    ],
    [
      'own reader, inline string',
      text => sheetOf(`<row r="2"><c r="AB2" t="inlineStr"><is><t>${text}</t></is></c></row>`),
      'a.xlsx',
      'cell AB2 of "Sheet1"',
    ],
    [
      'general reader',
      text => sheetOf(`<row r="0"/>${cells}`, { shared: shared.replace(long, text) }),
      'a.xlsx',
      'cell C3 of "Sheet1"',
    ],
    ['CSV', text => bytesOf(`a,b\n1,${text}\n`), 'a.csv', 'cell B2 of "a"'],
  ];
  it.each(FILES)('the error about a text that is too long specifies the cell: %s', async (_, make, name, place) => {
    expect(await problem(make(long), name)).toMatchObject({ kind: 'textTooLong', found: place });
    const [cell] = Object.values(await allCells(await openFile(make(long.slice(1)), name))).flatMap(found =>
      Object.values(found).filter(value => String(value).length > 1),
    );
    expect(cell).toBe(long.slice(1));
  });

  it('the general reader stores each string only once, however many cells contain it', async () => {
    const started = performance.now();
    const book = await openFile(longTextXlsx(12_000, 32_000), 'a.xlsx');
    const sheet = await book.readSheet(0);
    expect([sheet.rows, sheet.texts.count]).toEqual([12_000, 1]);
    // Each of them alone used to take minutes.
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(await problem(longTextXlsx(12_000, 1_000_000))).toMatchObject({
      kind: 'textTooLong',
      found: 'cell A1 of "Sheet1"',
    });
  });
});

describe('hostile and malformed files produce a clear message', () => {
  it.each<Hostile>(HOSTILE)('%s', async (...[, make, kind, name]: Hostile) => {
    const bytes = make();
    const error = await problem(bytes, name);
    expect(error.kind).toBe(kind);
    const { message } = fileProblem(error.kind, 'areas.xlsx', error.found);
    // The message says which file failed, why, and what to do next.
    expect(message).toMatch(/^"areas\.xlsx" .+\. .+\.$|^"areas\.xlsx" .+: .+\. .+\.$/);
  });

  it('a table in another XML format is not reported as a web page', async () => {
    const flat = bytesOf('<?xml version="1.0"?><office:document><table:table/></office:document>');
    expect((await problem(flat, 'areas.fods')).found).toBe('an XML file');
    expect((await problem(bytesOf('<table><tr>'), 'areas.xls')).found).toBe('a web page (HTML)');
  });

  it.each([
    ['that declares its size is not decompressed at all', (size: number) => size, 0],
    ['that lies about its size is stopped when its compression ratio reveals it', () => 1_000_000, 1],
  ])('a zip bomb %s', async (_, declared, times) => {
    const { packed, size } = zeros(600, 32);
    const platform = blobPlatform(new Blob([replaceSheet(packed, declared(size))]));
    let unpacked = 0;
    let largest = 0;
    const counted: SheetPlatform = {
      ...platform,
      gunzip: async function* (...part) {
        for await (const chunk of platform.gunzip(...part)) {
          unpacked += chunk.length;
          largest = Math.max(largest, chunk.length);
          yield chunk;
        }
      },
    };
    const read = openWorkbook({ platform: counted, fileName: 'areas.xlsx', loadGeneral: async () => sheetJs }).then(
      allCells,
    );
    await expect(read).rejects.toMatchObject({ kind: 'bomb' });
    const limit = Math.max(LIMITS.ratioFrom, packed.length * LIMITS.ratio);
    expect(limit).toBeLessThan(size / 2);
    expect(unpacked).toBeGreaterThanOrEqual(limit * times);
    expect(unpacked).toBeLessThan((limit + LIMITS.ratioFrom) * times + 10_000);
    expect(largest).toBeLessThan(LIMITS.ratioFrom);
  });

  it('a bomb consisting of one endless string is stopped immediately', async () => {
    const { packed, size } = zeros(300, 120);
    expect(['textTooLong', 'bomb', 'damaged']).toContain((await problem(replaceSheet(packed, size))).kind);
  });

  it('strings designed to be scanned repeatedly are scanned only once', async () => {
    const digits = `${'1'.repeat(400_000)}x`;
    const cases = [
      sheetOf(`<row r="1"><c r="A1"><v>${digits}</v></c></row>`),
      sheetOf('<row r="1"><c r="A1" s="1"><v>1</v></c></row>', {
        styles: `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'['.repeat(2_000_000)}"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs></styleSheet>`,
      }),
      sheetOf('<row r="1"><c r="A1"><v>1</v></c></row>', {
        styles: `<styleSheet><cellXfs><xf ${'a'.repeat(4_000_000)} numFmtId="14"/></cellXfs></styleSheet>`,
      }),
      sheetOf(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'&'.repeat(900_000)}</t></is></c></row>`),
      sheetOf(`<row r="1"><c r="A1" t="inlineStr"><is><r><t>${'<t'.repeat(200_000)}</t></r></is></c></row>`),
    ];
    for (const file of cases) {
      const end = await openFile(file)
        .then(allCells)
        .catch((error: unknown) => error);
      // The outcome is either values by sheet or one of our errors.
      expect(end instanceof SheetFileError || Object.keys(end as object).join() === 'Sheet1').toBe(true);
    }
  });

  it('ten cells under a declared range of A1:XFD1048576 are read as ten cells', async () => {
    const xml = `<worksheet xmlns="${MAIN}"><dimension ref="A1:XFD1048576"/><sheetData><row r="1">${'<c><v>1</v></c>'.repeat(10)}</row></sheetData></worksheet>`;
    expect(Object.keys((await allCells(await openFile(sheetOf(xml))))['Sheet1'] ?? {})).toHaveLength(10);
  });

  it('a million empty formatted rows are skipped without using memory', async () => {
    const file = sheetOf(
      '<row r="1"><c r="A1"><v>1</v></c></row>' +
        repeat(
          1_000_000,
          at => `<row r="${at + 2}" s="1" customFormat="1"><c r="A${at + 2}" s="1"/><c r="B${at + 2}" s="1"/></row>`,
        ),
    );
    const sheet = await (await openFile(file)).readSheet(0);
    expect(sheet.rows).toBe(1);
    expect(sheet.rowNumbers.length).toBeLessThan(1000);
  });

  it('repeated OpenDocument rows and cells are read, and the empty rest of a sheet uses no memory', async () => {
    const rest = '<table:table-cell table:style-name="ce1" table:number-columns-repeated="16380"/>';
    const file = tableOf(
      `<table:table-row table:number-rows-repeated="3">${cellOf('table:number-columns-repeated="4"')}${rest}</table:table-row>` +
        `<table:table-row table:number-rows-repeated="1048573">${rest}</table:table-row>`,
    );
    const sheet = await (await openFile(file, 'areas.ods')).readSheet(0);
    expect([sheet.rows, sheet.columns.length]).toEqual([3, 4]);
  });

  it('a repetition is detected even if a tag is split across two chunks', () => {
    const bytes = new TextEncoder().encode(
      '<x><t:table-row t:number-rows-repeated="9"><t:table-cell t:number-columns-repeated="9"><p/>',
    );
    for (let at = 1; at < bytes.length; at++) {
      const pieces = [bytes.subarray(0, at), bytes.subarray(at)];
      expect(() => pieces.forEach(expansionGuard(80))).toThrow(SheetFileError);
      expect(() => pieces.forEach(expansionGuard(81))).not.toThrow();
    }
  });

  it('a repetition is detected in any notation accepted by the general reader', () => {
    const row = (attributes: string, name = 'table-row') =>
      `<table:${name} ${attributes}>${cellOf('')}</table:${name}>`;
    const written = [
      row('table:number-rows-repeated="300"'),
      row('table:number-rows-repeated="3e2"'),
      row('table:number-rows-repeated="0x12c"'),
      row('table:number-rows-repeated="+300"'),
      row('table:NUMBER-ROWS-REPEATED="300"'),
      row('table:style-name="a>b" table:number-rows-repeated="300"'),
      row('table:number-rows-repeated="1" x:number-rows-repeated="300"'),
      row('table:number-rows-repeated="300"', 'table-row_x'),
      `<table:table-row>${cellOf('table:number-columns-repeated="300x"')}</table:table-row>`,
    ];
    for (const rows of written) {
      const sheet = sheetJs.read(tableOf(rows)).Sheets['Sheet1'] ?? {};
      expect([rows, Object.keys(sheet).filter(key => !key.startsWith('!')).length]).toEqual([rows, 300]);
      const bytes = new TextEncoder().encode(rows);
      for (const at of [bytes.length, ...bytes.keys()]) {
        const pieces = [bytes.subarray(0, at), bytes.subarray(at)];
        expect(() => pieces.forEach(expansionGuard(299))).toThrow(SheetFileError);
      }
    }
  });

  it('an OpenDocument cell that the general reader would read as blank is reported', async () => {
    const ods = (cell: string) =>
      tableOf(`<table:table-row>${cell}<table:table-cell table:number-columns-repeated="16383"/></table:table-row>`);
    const formula = 'table:formula="of:=1+1"';
    const float = 'office:value-type="float" office:value="2"';
    const empty = 'office:value-type="string" office:string-value=""';
    for (const attributes of [
      formula,
      float,
      `${formula} ${float}`,
      'office:value-type="string" office:string-value="a"',
    ])
      expect(await problem(ods(`<table:table-cell ${attributes}/>`), 'a.ods')).toMatchObject({ kind: 'notWritten' });
    const read = async (cell: string) => await allCells(await openFile(ods(cell), 'a.ods'));
    const shown = `<table:table-cell ${formula} ${float}><text:p>2</text:p></table:table-cell>`;
    expect(await read(shown)).toEqual({ Sheet1: { A1: 2 } });
    expect(await read(`<table:table-cell ${formula} ${empty}/>`)).toEqual({ Sheet1: {} });
  });

  it('a sheet with 16,384 columns can be read', async () => {
    const file = sheetOf(repeat(20, at => `<row r="${at + 1}">${'<c><v>7</v></c>'.repeat(16_384)}</row>`));
    const sheet = await (await openFile(file)).readSheet(0);
    expect(sheet.columns).toHaveLength(16_384);
    expect(sheet.rows).toBe(20);
  });

  it('a file with an unusual feature is handled by the general reader', async () => {
    const cases = [
      '<row r="1"><c r="A1" t="str"><v><![CDATA[<b>]]></v></c></row>',
      '<row r="2"><c r="A2"><v>1</v></c></row><row r="1"><c r="A1"><v>2</v></c></row>',
      '<row r="1"><c r = "A1"><v>1</v></c></row>',
    ];
    for (const xml of cases) expect(Object.keys(await allCells(await openFile(sheetOf(xml))))).toEqual(['Sheet1']);
  });
});
