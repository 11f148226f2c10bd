import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellText } from './columns.ts';
import { readCsv } from './csv.ts';
import { csvText } from './csvText.ts';
import { SheetFileError } from './problem.ts';
import type { TextForm } from './textForm.ts';
import type { ByteSource } from './zip.ts';

const sourceOf = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: async (start, end) => bytes.slice(start, end),
});

async function read(bytes: Uint8Array | string, form: TextForm = {}): Promise<{ rows: string[][]; numbers: number[] }> {
  const source = sourceOf(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes);
  const sheet = await readCsv(source, 'Sheet1', {}, form);
  return {
    rows: Array.from({ length: sheet.rows }, (_, row) =>
      Array.from({ length: sheet.columns.length }, (_, column) => cellText(sheet, column, row)),
    ),
    numbers: [...sheet.rowNumbers.subarray(0, sheet.rows)],
  };
}

const utf16 = (text: string, little: boolean): Uint8Array => {
  const units = [0xfeff, ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))];
  return Uint8Array.from(units.flatMap(unit => (little ? [unit & 0xff, unit >> 8] : [unit >> 8, unit & 0xff])));
};

describe('the separator of a file', () => {
  it('decimal commas are not mistaken for separators in a file without headings', async () => {
    const rows = [
      ['A1', '18,36', '1,5'],
      ['A2', '20,00', '2,0'],
    ];
    const text = rows.map(row => row.join(';')).join('\n');
    expect((await read(text)).rows).toEqual(rows);
  });

  it('vertical bars and tabs are detected as separators', async () => {
    expect((await read('a|b|c\n1|2,5|3\n')).rows).toEqual([
      ['a', 'b', 'c'],
      ['1', '2,5', '3'],
    ]);
    expect((await read('1,5\t2,5\n3,5\t4,5\n')).rows).toEqual([
      ['1,5', '2,5'],
      ['3,5', '4,5'],
    ]);
  });

  it('a separator chosen by a person takes precedence, even over a "sep=" line', async () => {
    expect((await read('a;b,c;d\n', { separator: ',' })).rows).toEqual([['a;b', 'c;d']]);
    expect((await read('sep=;\na;b,c\n', { separator: ',' })).rows).toEqual([['a;b', 'c']]);
  });
});

describe('reading CSV', () => {
  it('CSV cells are read unchanged, even leading zeros, long ids, and text like a date or a formula', async () => {
    const { rows } = await read('code,id,day,sum\n00123,1234567890123456789,1-2,=1+1\n1.23457E+17,+62,TRUE, x \n');
    expect(rows[1]).toEqual(['00123', '1234567890123456789', '1-2', '=1+1']);
    expect(rows[2]).toEqual(['1.23457E+17', '+62', 'TRUE', ' x ']);
  });

  it.each([
    ['a formula', '=1+1'],
    ['a plus', '+Plus Express'],
    ['a minus', '-Minus days'],
    ['an at sign', '@home'],
    ['an apostrophe', "'quoted"],
    ['an apostrophe and a plus', "'+quoted plus"],
    ['several apostrophes and an equals sign', "''=x"],
    ['a tab', '\ttab'],
    ['a number below zero', '-5'],
  ])('text that begins with %s survives a round trip', async (_, text) => {
    expect((await read(csvText([['name'], [text]]))).rows).toEqual([['name'], [text]]);
  });

  it('any text survives a round trip and is never written as a formula', async () => {
    const unit = fc.constantFrom(...'\'=+-@\t\r\n",;12 aé');
    // An empty cell at the end of a row is not stored.
    const text = fc.string({ unit, minLength: 1 }).filter(cell => cell.trim() !== '');
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 4 }), async cells => {
        const written = csvText([cells]).slice(1);
        expect(written).not.toMatch(/^"?[=+@]/);
        expect((await read(`sep=,\r\n${written}`)).rows[0]).toEqual(cells);
      }),
    );
  });

  it.each([
    ['a comma', 'a,b;c\n1,2'],
    ['a semicolon', 'a;b,c\n1;2'],
    ['a tab', 'a\tb,c;d\n1\t2'],
    ['the separator declared by sep=', 'sep=;\r\na;b\r\n1;2'],
    ['a semicolon, with commas in numbers', 'a;b\n1,5;2,5\n3,25;4,75\n'],
    ['a semicolon below a title', 'Serviceable area\n\na;b\n1,5;2,5\n3,25;4,75\n'],
    ['a semicolon below a title with a comma', 'Serviceable area, July 2026\na;b\n1;2\n3;4\n'],
    ['a semicolon below such a title, with commas in numbers', 'Rates, in Rp\na;b\n1,5;2\n3,5;4\n'],
    ['a semicolon, with quotes in a cell', 'a;b\nW 5"";1\nX 6"";2\n"Y; 7""";3\nZ;4\n'],
    ['a semicolon, with a quote in a header', 'Width 5";b\n1;2\n3;4\n'],
    ['a comma below a title with a semicolon', 'July 2026; not final\na,b\n1,2\n3,4\n'],
    ['a comma, with semicolons in text', 'a,b\n1,"x; y"\n"1, 2","3; 4"\n5,6\n'],
    ['a tab, with commas in an address', 'a\tb\nDago 1, Coblong, Bandung\t2\nDago 2, Coblong, Bandung\t3\n'],
  ])('the separator of a CSV file is detected: %s', async (_, text) => {
    const { rows } = await read(text);
    expect(rows[0]).toHaveLength(2);
    expect(rows.at(-1)).toHaveLength(2);
    expect(rows.at(-1)).not.toContain('');
    expect(rows.at(-1)?.join('')).not.toMatch(/[;\t]/);
  });

  it('quotes and the line breaks within them are parsed, and row numbers are the same as in Excel', async () => {
    const { rows, numbers } = await read('a,b\r\n"x, ""y""","two\nlines"\r\n\r\n,last\r"open",end');
    expect(rows).toEqual([
      ['a', 'b'],
      ['x, "y"', 'two\nlines'],
      ['', 'last'],
      ['open', 'end'],
    ]);
    expect(numbers).toEqual([1, 2, 4, 5]);
  });

  it('UTF-8 with a byte order mark and UTF-16 in both byte orders are decoded', async () => {
    const wanted = [
      ['名', 'Đà'],
      ['😀', '00123'],
    ];
    expect((await read('\uFEFF名,Đà\n😀,00123')).rows).toEqual(wanted);
    expect((await read(utf16('名\tĐà\r\n😀\t00123\r\n', true))).rows).toEqual(wanted);
    expect((await read(utf16('名;Đà\n😀;00123', false))).rows).toEqual(wanted);
  });

  it('bytes that are not UTF-8 are decoded as Windows-1252, and the guess is reported with an example', async () => {
    const line = (name: string): number[] => [...Buffer.from(`${name};00123\n`, 'latin1')];
    const short = Uint8Array.from([...line('City'), ...line('S\u00e3o Jos\u00e9 "\u0093x'), 0x80, 10]);
    const data = await readCsv(sourceOf(short), 'a');
    expect((await read(short)).rows).toEqual([
      ['City', '00123'],
      ['São José "“x', '00123'],
      ['€', ''],
    ]);
    expect(data.guessed).toEqual({ encoding: 'Windows-1252', example: 'São José "“x' });
    // The first non-ASCII letters come after two chunks of plain ASCII.
    const plain = [...line('Bandung')];
    const long = new Uint8Array(plain.length * 200_000 + short.length);
    for (let at = 0; at < 200_000; at++) long.set(plain, at * plain.length);
    long.set(short, plain.length * 200_000);
    const { rows, numbers } = await read(long);
    expect(rows).toHaveLength(200_003);
    expect(numbers.at(-1)).toBe(200_003);
    expect(rows.at(-2)).toEqual(['São José "“x', '00123']);
    expect((await readCsv(sourceOf(new TextEncoder().encode('é,1\n')), 'a')).guessed).toBeUndefined();
  });

  it('damaged UTF-8 is refused rather than decoded in another encoding', async () => {
    const text = new TextEncoder().encode('Ort;Zahl\nSão José;1\nMünchen;2\n');
    // Truncated within a character, and with one byte in a different encoding.
    await expect(read(text.subarray(0, text.indexOf(0xbc)))).rejects.toMatchObject({ kind: 'encoding' });
    await expect(read(Uint8Array.of(...text, 0xe9, 0x0a))).rejects.toMatchObject({ kind: 'encoding' });
    // Two letters that happen to form a valid UTF-8 character do not outweigh the others.
    const windows = Uint8Array.of(...[...'naïf, Ã¼ and déjà\n'].map(letter => letter.charCodeAt(0)));
    expect((await readCsv(sourceOf(windows), 'a')).guessed).toMatchObject({ encoding: 'Windows-1252' });
  });

  it('every character of Windows-1252 is decoded', async () => {
    // The characters as listed in the Encoding Standard.
    const wanted =
      '20AC201A0192201E20262020202102C62030016020390152017D20182019201C201D20222013201402DC21220161203A0153017E0178';
    const named = Array.from({ length: 32 }, (_, at) => 0x80 + at).filter(
      b => ![0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(b),
    );
    const bytes = Uint8Array.from([...named, ...Array.from({ length: 96 }, (_, at) => 0xa0 + at)]);
    const [[text = ''] = []] = (await read(bytes)).rows;
    const codes = [...text].map(character => character.charCodeAt(0));
    expect(
      codes
        .slice(0, 27)
        .map(code => code.toString(16).toUpperCase().padStart(4, '0'))
        .join(''),
    ).toBe(wanted);
    expect(codes.slice(27)).toEqual(Array.from({ length: 96 }, (_, at) => 0xa0 + at));
  });

  it('bytes that no text contains, and those of another file format, are refused in a CSV file', async () => {
    const end = (...bytes: number[]) => read(Uint8Array.from([0x61, 0x2c, 0xe9, ...bytes])).catch((e: unknown) => e);
    expect(await end(0)).toMatchObject({ kind: 'damaged', found: 'zeros in row 1' });
    for (const byte of [1, 8, 0x1b, 0x7f]) expect(await end(byte)).toMatchObject({ kind: 'notSpreadsheet' });
    for (const byte of [0x81, 0x8d, 0x8f, 0x90, 0x9d]) expect(await end(byte)).toEqual(new SheetFileError('encoding'));
    await expect(read(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xe9, 0x0a))).rejects.toMatchObject({ kind: 'encoding' });
    await expect(read(Uint8Array.of(0xff, 0xfe, 0x00, 0xd8, 0x61, 0))).rejects.toMatchObject({ kind: 'encoding' });
  });

  it('an unclosed quote and an overlong cell are refused', async () => {
    await expect(read('a,"b\nc')).rejects.toEqual(new SheetFileError('openQuote', 'row 1'));
    await expect(read('a,b\n"c\nd",e\nf,"g\n\nh,i\n')).rejects.toEqual(new SheetFileError('openQuote', 'row 3'));
    await expect(read(`a,b\nc,"${'x'.repeat(3_000_000)}`)).rejects.toEqual(new SheetFileError('openQuote', 'row 2'));
    await expect(read(`a,${'x'.repeat(1_100_000)}`)).rejects.toMatchObject({ kind: 'textTooLong' });
  });

  it('a quote that closes in the middle of a cell is refused, since it might pair up with another row’s', async () => {
    const rows = '10027,"never closed,Standard\n10028,"never closed,SBS\n';
    await expect(read(`id,name,type\n${rows}`)).rejects.toEqual(new SheetFileError('openQuote', 'row 2'));
    await expect(read('a;b\n"c"d;e\n')).rejects.toEqual(new SheetFileError('openQuote', 'row 2'));
    await expect(read('a\tb\n"c" "d"\te\n')).rejects.toEqual(new SheetFileError('openQuote', 'row 2'));
    expect((await read('a,b\n"c" ,"d"\t\r\n"e","f"')).rows).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ]);
  });

  it('a CSV file with zero bytes is refused at any position and in any encoding', async () => {
    const line = 'São José,Standard,1\r\n';
    const holed = (bytes: Uint8Array, from: number, size: number) => bytes.slice().fill(0, from, from + size);
    const utf8 = new TextEncoder().encode(line.repeat(2000));
    const latin = Uint8Array.from(line.repeat(2000), letter => letter.charCodeAt(0));
    for (const bytes of [utf8, latin, utf16(line.repeat(2000), true), utf16(line.repeat(2000), false)]) {
      for (const [from, size] of [
        [6000, 512],
        [8192, 8192],
        [bytes.length - 2, 2],
      ] as const) {
        await expect(read(holed(bytes, from, size))).rejects.toMatchObject({ kind: 'damaged' });
      }
    }
  });

  it('cells that extend over two chunks are read completely', async () => {
    const line = '名前,"quoted ""text"" é",00123\r\n';
    const count = Math.ceil(2_300_000 / new TextEncoder().encode(line).length);
    const { rows } = await read(line.repeat(count));
    expect(rows).toHaveLength(count);
    expect(new Set(rows.map(row => row.join('|')))).toEqual(new Set(['名前|quoted "text" é|00123']));
  });

  it('a file of more than a million rows is refused as too long, even if all rows are empty', async () => {
    for (const line of ['\n', ',,x\n', 'a,b,c,d,e,f,g,h\n']) {
      await expect(read(line.repeat(1_048_577))).rejects.toMatchObject({ kind: 'tooManyRows' });
    }
  });

  it('a well-formed CSV round-trips, and parsing terminates on arbitrary bytes', async () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom('"', ',', ';', '\n', '"a,b"', 'é', '😀', '00123'),
    );
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }), async rows => {
        const table = [['a', 'b', 'c'], ...rows];
        const text = table.map(row => row.map(quoted).join(';')).join('\r\n');
        const found = await read(text);
        const filled = table.filter(row => row.some(value => value !== ''));
        // An apostrophe before something that a spreadsheet would evaluate is not part of the text.
        const meant = filled.map(row => row.map(value => value.replace(/^'(?='*[=+\-@\t\r])/, '')));
        expect(found.rows).toEqual(meant);
      }),
      { numRuns: 100 },
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async bytes => {
        const end = await read(bytes).catch((error: unknown) => error);
        expect(end instanceof SheetFileError || (typeof end === 'object' && end !== null && 'rows' in end)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
