import * as sheetJs from 'xlsx';
import { IMPORT_HEADERS } from './importFile.ts';
import { MAIN, sheetOf } from './workbookFile.ts';
import { zipOf } from './zipFile.ts';

/** Small files that would take minutes or gigabytes to read, and files damaged by an incomplete copy. */

const ROW = ['10021', 'Standard', '1000004', 'Yes', 'Yes', 'Yes', 'Yes', '1'];

/** A workbook with the import's columns and a link in its first cell. */
function linkedBook(rows: number): sheetJs.WorkBook {
  const sheet = sheetJs.utils.aoa_to_sheet([[...IMPORT_HEADERS], ...Array.from({ length: rows }, () => ROW)]);
  (sheet['A1'] as sheetJs.CellObject).l = { Target: 'https://example.test/' };
  return sheetJs.utils.book_new(sheet, 'Location');
}

const bytesOf = (book: sheetJs.WorkBook, bookType: sheetJs.BookType): Uint8Array =>
  new Uint8Array(sheetJs.write(book, { bookType, type: 'array', bookSST: true }) as ArrayBuffer);

/** Index of a sequence of bytes. */
function placeOf(bytes: Uint8Array, wanted: readonly number[]): number {
  for (let at = 0; at + wanted.length <= bytes.length; at++) {
    if (wanted.every((byte, offset) => bytes[at + offset] === byte)) return at;
  }
  throw new Error('there is no such record');
}

/**
 * An .xlsb file with a single link that covers a range; rows and columns start at 0, and the range includes the last
 * ones.
 */
export function linkedXlsb(lastRow: number, lastColumn: number): Uint8Array<ArrayBuffer> {
  const zip: { FullPaths: string[]; FileIndex: { content?: Uint8Array }[] } = sheetJs.CFB.read(
    bytesOf(linkedBook(1), 'xlsb'),
    { type: 'array' },
  );
  const parts: Record<string, Uint8Array> = {};
  zip.FullPaths.forEach((path, at) => {
    const content = zip.FileIndex[at]?.content;
    if (content && !path.endsWith('/')) parts[path.replace(/^Root Entry\//, '')] = Uint8Array.from(content);
  });
  const sheet = parts['xl/worksheets/sheet1.bin'] as Uint8Array;
  // BrtHLink: its type, its length in one or two bytes, then the range.
  const kind = placeOf(sheet, [0xee, 0x03]);
  const range = kind + ((sheet[kind + 2] as number) < 128 ? 3 : 4);
  const view = new DataView(sheet.buffer, sheet.byteOffset);
  [0, lastRow, 0, lastColumn].forEach((value, at) => view.setInt32(range + at * 4, value, true));
  return zipOf(parts);
}

/** An .xls file with a single link that covers a range; no program writes such a range beyond 256 columns. */
export function linkedXls(lastRow: number, lastColumn: number): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(linkedBook(1), 'biff8');
  const kind = placeOf(bytes, [0xb8, 0x01]);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  [0, lastRow, 0, lastColumn].forEach((value, at) => view.setUint16(kind + 4 + at * 2, value, true));
  return Uint8Array.from(bytes);
}

/** An Excel 2003 XML file of 400 bytes in which one column element stands for many. */
export const spannedXml = (span: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>' +
      '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">' +
      `<Worksheet ss:Name="Sheet1"><Table><Column ss:Span="${span}"/>` +
      '<Row><Cell><Data ss:Type="String">Channel ID</Data></Cell></Row></Table></Worksheet></Workbook>',
  );

/** A single long string displayed by many cells; a row with the number 0 makes the general reader take over. */
export const longTextXlsx = (cells: number, characters: number): Uint8Array<ArrayBuffer> =>
  sheetOf(
    `<row r="0"/>${Array.from({ length: cells }, (_, at) => `<row r="${at + 1}"><c r="A${at + 1}" t="s"><v>0</v></c></row>`).join('')}`,
    { shared: `<si><t>${'x'.repeat(characters)}</t></si>` },
  );

/**
 * A huge number of rows that compress to a few kilobytes; the spaces in the first cell make the general reader take
 * over.
 */
export function manyRowsXlsx(megabytes: number, row = '<row><c><v>1</v></c></row>'): Uint8Array<ArrayBuffer> {
  const sheet =
    `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r = "A1"><v>1</v></c></row>` +
    `${row.repeat(Math.ceil((megabytes * 1_048_576) / row.length))}</sheetData></worksheet>`;
  return sheetOf('', { parts: { 'xl/worksheets/sheet1.xml': sheet } });
}

/** A row with many cells that have no value. */
export const blankCellsXlsx = (megabytes: number): Uint8Array<ArrayBuffer> =>
  manyRowsXlsx(0, `<row>${'<c/>'.repeat(megabytes * 262_144)}</row>`);

/**
 * An .xls file from an incomplete copy: a tenth of its bytes are zero, starting at the fraction `start` of its length.
 */
export function holedXls(rows: number, start: number): Uint8Array<ArrayBuffer> {
  const cells = Array.from({ length: rows }, (_, at) => [...ROW.slice(0, 2), `${1_000_000 + at}`, ...ROW.slice(3)]);
  const sheet = sheetJs.utils.aoa_to_sheet([[...IMPORT_HEADERS], ...cells]);
  const bytes = Uint8Array.from(bytesOf(sheetJs.utils.book_new(sheet, 'Location'), 'biff8'));
  return bytes.fill(0, Math.floor(bytes.length * start), Math.floor(bytes.length * (start + 0.1)));
}
