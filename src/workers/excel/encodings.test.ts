import { describe, expect, it } from 'vitest';
import { ODD_ROW, openFile, readHandedOver, readOurs, type Cells } from '../../../tests/support/readBoth.ts';
import { MAIN, sheetOf, workbookOf } from '../../../tests/support/workbookFile.ts';
import { zipOf } from '../../../tests/support/zipFile.ts';
import { SheetFileError } from '../../domain/sheet/problem.ts';

/** Both readers decode letters correctly, whatever encoding a part declares; otherwise the file is rejected. */

const latin = (text: string): Uint8Array => Uint8Array.from([...text].map(letter => letter.charCodeAt(0)));
const utf16 = (text: string, big = false, mark = true): Uint8Array => {
  const codes = [...(mark ? '\ufeff' : ''), ...text].flatMap(letter => {
    const pair = Array.from({ length: letter.length }, (_, at) => letter.charCodeAt(at));
    return pair.flatMap(code => (big ? [code >> 8, code & 255] : [code & 255, code >> 8]));
  });
  return Uint8Array.from(codes);
};
const declared = (encoding: string, xml: string): string => `<?xml version="1.0" encoding="${encoding}"?>${xml}`;
const sheet = (name: string, odd: boolean): string =>
  `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${name}</t></is></c><c r="B1" t="s"><v>0</v></c></row>${odd ? ODD_ROW : ''}</sheetData></worksheet>`;
const sst = (name: string): string => `<sst xmlns="${MAIN}"><si><t>${name}</t></si></sst>`;

/** A workbook whose sheet and shared strings are encoded by `write`. */
const fileOf = (write: (xml: string) => string | Uint8Array, name: string, odd: boolean) =>
  workbookOf({
    sheets: [{ name: 'Sheet1', xml: '' }],
    shared: '',
    parts: {
      'xl/worksheets/sheet1.xml': write(sheet(name, odd)),
      'xl/sharedStrings.xml': write(sst(name)),
    },
  });

const both = async (write: (xml: string) => string | Uint8Array, name: string): Promise<[Cells, Cells]> => [
  (await readOurs(fileOf(write, name, false)))['Sheet1'] as Cells,
  (await readHandedOver(fileOf(write, name, true)))['Sheet1'] as Cells,
];

const WRITTEN: readonly [what: string, write: (xml: string) => string | Uint8Array, name: string][] = [
  ['ISO-8859-1', xml => latin(declared('ISO-8859-1', xml)), 'São José'],
  ['Latin-1 in single quotes', xml => latin(declared('x', xml).replace('"x"', "'latin1'")), 'São José'],
  ['Windows-1252', xml => latin(declared('windows-1252', xml.replaceAll('“', '\u0093'))), '“Bố'.replace('ố', 'ó')],
  ['US-ASCII', xml => declared('us-ascii', xml), 'Sao Jose'],
  ['UTF-16 LE with a byte order mark', xml => utf16(declared('UTF-16', xml)), 'กรุงเทพ 😀'],
  ['UTF-16 BE with a byte order mark', xml => utf16(declared('UTF-16', xml), true), 'กรุงเทพ 😀'],
  ['UTF-16 LE without a byte order mark', xml => utf16(declared('UTF-16', xml), false, false), 'Đà Nẵng'],
  ['UTF-16 BE without a byte order mark', xml => utf16(declared('UTF-16', xml), true, false), 'Đà Nẵng'],
  ['UTF-16 without a declaration', xml => utf16(xml), 'Đà Nẵng'],
  ['UTF-8 declared as UTF-16', xml => declared('utf-16', xml), 'Đà Nẵng'],
  ['UTF-8 with a byte order mark', xml => `\ufeff${declared('utf-8', xml)}`, 'Đà Nẵng'],
  ['Shift JIS', xml => latin(declared('Shift_JIS', xml).replaceAll('東', '\u0093\u008c')), '東'],
  ['Windows-874', xml => latin(declared('windows-874', xml).replaceAll('ก', '\u00a1')), 'ก'],
];

it.each(WRITTEN)('%s is decoded by both readers', async (_, write, name) => {
  const wanted = { A1: name, B1: name };
  expect(await both(write, name)).toEqual([wanted, wanted]);
});

it('each part of a workbook may have its own encoding', async () => {
  const parts = {
    'xl/workbook.xml': utf16(
      declared(
        'UTF-16',
        `<workbook xmlns="${MAIN}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr date1904="1"/><sheets><sheet name="Đà" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
    ),
    'xl/styles.xml': latin(
      declared(
        'ISO-8859-1',
        `<styleSheet xmlns="${MAIN}"><cellXfs><xf/><xf numFmtId="14" é="é"/></cellXfs></styleSheet>`,
      ),
    ),
  };
  for (const odd of ['', ODD_ROW]) {
    const book = await openFile(sheetOf(`<row r="1"><c r="A1" s="1"><v>1</v></c></row>${odd}`, { parts }));
    const data = await book.readSheet(0);
    expect([data.name, data.date1904, data.columns[0]?.kinds[0]]).toEqual(['Đà', true, 5]);
  }
});

it('a part that compression would not shrink is read from its uncompressed form', async () => {
  const xml = `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>x“</t></is></c><c r="b1"><v>2</v></c></row>${ODD_ROW}</sheetData></worksheet>`;
  const read = (part: string | Uint8Array) =>
    readHandedOver(sheetOf('', { parts: { 'xl/worksheets/sheet1.xml': part } }));
  // The unencoded form has its own declaration, which has the same length as one of these headers.
  for (let spaces = 0; spaces < 24; spaces++) {
    const head = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"${' '.repeat(spaces)}?>`;
    const cells = { Sheet1: { A1: 'x“', B1: 2 } };
    expect(await read(head('utf-8') + xml), `UTF-8, ${spaces}`).toEqual(cells);
    const windows = head('l1') + xml.replaceAll('“', '\u0093');
    expect(await read(latin(windows)), `Latin-1, ${spaces}`).toEqual(cells);
  }
});

describe('letters that are invalid in the declared encoding are rejected', () => {
  const cases: readonly [string, (xml: string) => string | Uint8Array][] = [
    ['undeclared Latin-1', xml => latin(xml)],
    ['Latin-1 declared as UTF-8', xml => latin(declared('UTF-8', xml))],
    ['an unknown encoding', xml => latin(declared('x-own', xml))],
  ];
  it.each(cases)('%s is rejected', async (_, write) => {
    for (const odd of [false, true]) {
      const read = openFile(fileOf(write, 'São José', odd)).then(book => book.readSheet(0));
      await expect(read).rejects.toMatchObject({ kind: 'damaged' });
      await expect(read).rejects.toBeInstanceOf(SheetFileError);
    }
  });

  it('an OpenDocument table with invalid letters is rejected', async () => {
    const ods = (content: Uint8Array) =>
      zipOf({
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        'content.xml': content,
        'META-INF/manifest.xml': '<manifest:manifest xmlns:manifest="m"/>',
      });
    const xml =
      '<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="S"><table:table-row>' +
      '<table:table-cell office:value-type="string"><text:p>S\u00e3o<!-- c --></text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>';
    const cells = async (bytes: Uint8Array) => {
      const data = await (await openFile(ods(bytes), 'a.ods')).readSheet(0);
      return data.texts.text(data.columns[0]?.values[0] ?? -1);
    };
    expect(await cells(latin(declared('ISO-8859-1', xml)))).toBe('São');
    expect(await cells(utf16(declared('UTF-16', xml)))).toBe('São');
    await expect(cells(latin(xml))).rejects.toMatchObject({ kind: 'damaged' });
  });
});
