import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as sheetJs from 'xlsx';
import { seeded } from '../../../tests/support/largeRows.ts';
import { allCells, openFile, readOracle, readOurs, type Cells } from '../../../tests/support/readBoth.ts';
import { sheetOf } from '../../../tests/support/workbookFile.ts';
import { SheetFileError } from '../../domain/sheet/problem.ts';

const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '00123',
    ' padded ',
    'a&b<c>"d"',
    '_x0041_',
    '東京',
    'ＦＵＬＬ',
    'no\u00a0break',
    '=1+1',
    'x\ny',
    '\ttab',
  ),
);
const value = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const table = fc.array(fc.array(value, { maxLength: 8 }), { minLength: 1, maxLength: 12 });

/** Whether XML can contain a character; SheetJS does not preserve others. */
const isXml = (code: number): boolean =>
  code === 9 || code === 10 || (code >= 32 && code < 0xd800) || (code > 0xdfff && code !== 0xfffe && code !== 0xffff);

const isWritable = (rows: readonly (readonly unknown[])[]): boolean =>
  rows
    .flat()
    .every(cell => typeof cell !== 'string' || [...cell].every(letter => isXml(letter.codePointAt(0) as number)));

function write(
  rows: readonly (readonly unknown[])[],
  bookType: sheetJs.BookType,
  bookSST: boolean,
): Uint8Array<ArrayBuffer> {
  const book = sheetJs.utils.book_new();
  sheetJs.utils.book_append_sheet(book, sheetJs.utils.aoa_to_sheet(rows as unknown[][]), 'Sheet1');
  return new Uint8Array(sheetJs.write(book, { type: 'array', bookType, bookSST, compression: true }) as ArrayBuffer);
}

describe('generated workbooks', () => {
  it.each([true, false])(
    'both readers return the same values for workbooks written by SheetJS (shared strings: %s)',
    async bookSST => {
      await fc.assert(
        fc.asyncProperty(table.filter(isWritable), async rows => {
          const bytes = write(rows, 'xlsx', bookSST);
          expect(await readOurs(bytes)).toEqual(readOracle(bytes));
        }),
        { numRuns: 60 },
      );
    },
  );

  it.each(['xls', 'xlsb', 'ods'] as const)(
    '.%s files are handled by the general reader and keep their values',
    async bookType => {
      const rows = [
        ['Postcode', 'Name', 'Count', 'On'],
        ['00123', 'Bandung', 12.5, true],
        ['40111', 'Đà Nẵng', -3, false],
      ];
      const cells = await allCells(await openFile(write(rows, bookType, true), `file.${bookType}`));
      const wanted: Cells = {};
      rows.forEach((cells, row) => cells.forEach((cell, at) => (wanted[`${'ABCD'[at]}${row + 1}`] = cell)));
      expect(cells).toEqual({ Sheet1: wanted });
    },
  );
});

/** The allowed outcomes of reading mutated bytes: values, or one of our errors. */
async function outcome(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    return JSON.stringify(await allCells(await openFile(bytes)));
  } catch (error) {
    if (error instanceof SheetFileError) return error.kind;
    throw error;
  }
}

const SOURCE = `<row r="1" spans="1:4"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>45000.5</v></c><c r="C1" t="inlineStr"><is><t xml:space="preserve">in &amp; line</t></is></c></row><row r="2"><c r="A2"><f>1+1</f><v>2</v></c><c r="B2" t="b"><v>1</v></c><c r="C2" t="e"><v>#N/A</v></c><c r="D2" t="str"><f>A1</f><v>text</v></c></row><row r="3"><c r="A3" t="inlineStr"><is><r><t>a</t></r><rPh><t>x</t></rPh><r><t>b</t></r></is></c></row>`;
const SHARED = '<si><t>one</t></si><si><r><t>two</t></r><r><t> runs</t></r></si>';

function mutate(length: number, random: (below: number) => number, apply: (at: number, byte: number) => void): void {
  for (let flips = 1 + random(4); flips > 0; flips--) apply(random(length), random(256));
}

describe("mutated bytes in the archive's parts never cause a hang, and throw only typed errors", () => {
  it('mutated bytes anywhere in the file throw only typed errors', async () => {
    const original = sheetOf(SOURCE, { shared: SHARED });
    const sane = await outcome(original);
    const random = seeded(20_260_101);
    const ends = new Set<string>();
    for (let run = 0; run < 600; run++) {
      const bytes = original.slice();
      mutate(bytes.length, random, (at, byte) => (bytes[at] = byte));
      const cut = random(10) === 0 ? bytes.slice(0, random(bytes.length)) : bytes;
      ends.add(await outcome(cut));
    }
    // Most mutations hit compressed data, and the checksum detects each of those.
    expect(ends).toContain('damaged');
    expect(ends).toContain(sane);
  });

  it('mutated characters in the uncompressed XML, which reach the scanners, throw only typed errors', async () => {
    const random = seeded(77);
    const letters = `<>/"'= &;rcvtsif09azAZ_xé\u0000\n![]-?`;
    const ends = new Set<string>();
    for (let run = 0; run < 800; run++) {
      const sheet = [...SOURCE];
      const shared = [...SHARED];
      const target = random(4) === 0 ? shared : sheet;
      mutate(target.length, random, at => {
        const letter = letters[random(letters.length)] as string;
        const kind = random(3);
        target.splice(at, kind === 0 ? 0 : kind === 1 ? 1 : 1 + random(12), ...(kind === 2 ? [] : [letter]));
      });
      ends.add(await outcome(sheetOf(sheet.join(''), { shared: shared.join(''), zip: { stored: true } })));
    }
    expect(ends.size).toBeGreaterThan(100);
  });

  it('reading a file in chunks of any size yields the same values', async () => {
    const { SheetScanner } = await import('../../domain/sheet/sheetScanner.ts');
    const { ColumnStore } = await import('../../domain/sheet/columns.ts');
    const { TextPool } = await import('../../domain/sheet/textPool.ts');
    const { cellsOf } = await import('../../../tests/support/readBoth.ts');
    const xml = new TextEncoder().encode(
      `<?xml version="1.0"?><worksheet><sheetData>${SOURCE}</sheetData></worksheet>`,
    );
    const read = (pieces: number) => {
      const texts = new TextPool();
      texts.internText('one');
      const store = new ColumnStore();
      const scanner = new SheetScanner(store, {
        texts,
        shared: Int32Array.of(0),
        numberStyles: Uint8Array.of(0, 1),
        date1904: false,
        mostRows: 2_000_000,
      });
      for (let at = 0; at < xml.length; at += pieces) scanner.push(xml.subarray(at, at + pieces));
      scanner.finish();
      return cellsOf(store.data('', texts, false));
    };
    const whole = read(xml.length);
    expect(Object.keys(whole)).toHaveLength(8);
    for (let pieces = 1; pieces < 200; pieces++) expect(read(pieces)).toEqual(whole);
  });
});
