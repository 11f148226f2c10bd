import { SheetFileError } from './problem.ts';
import { crcOf } from './unpack.ts';
import {
  cellStyles,
  columnNames,
  frame,
  rowXml,
  SHEET_END,
  sheetStart,
  Words,
  type Cell,
  type Column,
} from './workbookXml.ts';

/** Compresses chunks of bytes into a raw deflate stream by means of the platform. */
export type Deflate = (chunks: Iterable<Uint8Array>) => AsyncIterable<Uint8Array>;

export interface SheetToWrite {
  name: string;
  columns: readonly Column[];
  /** Rows are consumed one at a time, so that a million rows are never in memory at once. */
  rows: Iterable<readonly Cell[]>;
}

/** The number of rows whose XML is compressed together. */
const BATCH = 500;

function* sheetXml({ columns, rows }: SheetToWrite, words: Words | null): Generator<string> {
  const names = columnNames(columns);
  const styles = columns.some(({ text }) => text) ? cellStyles(columns) : '';
  const said = columns.map(column => (column.words ? words : null));
  let xml = sheetStart(columns, names);
  let number = 1;
  for (const row of rows) {
    xml += rowXml(row, (number += 1), names, styles, said);
    if (number % BATCH === 0) {
      yield xml;
      xml = '';
    }
  }
  yield xml + SHEET_END;
}

const u16 = (value: number): number[] => [value & 0xff, (value >>> 8) & 0xff];
const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)];
const MOST = 0xffffffff;
/** Flags that mean: sizes and checksum follow the data, and names are UTF-8. */
const FLAGS = 0x0808;
/** 1980-01-01, so that the same workbook always produces the same bytes. */
const DATE = [...u16(0), ...u16(0x21)];

/**
 * Writes a workbook as a stream of bytes, using constant memory whatever the number of rows.
 * @throws SheetFileError 'tooLarge' above 4 GB
 */
export async function* writeWorkbook(sheets: readonly SheetToWrite[], deflate: Deflate): AsyncGenerator<Uint8Array> {
  const words = sheets.some(({ columns }) => columns.some(column => column.words)) ? new Words() : null;
  function* partsOf(): Generator<[string, Iterable<string>]> {
    for (const [at, sheet] of sheets.entries()) yield [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet, words)];
    const titles = sheets.map(({ name }) => name);
    for (const [name, xml] of Object.entries(frame(titles, words))) yield [name, [xml]];
  }
  const encoder = new TextEncoder();
  const central: number[] = [];
  let written = 0;
  let count = 0;
  for (const [name, pieces] of partsOf()) {
    count += 1;
    const fileName = [...encoder.encode(name)];
    const offset = written;
    const local = Uint8Array.from([
      ...u32(0x04034b50),
      ...u16(20),
      ...u16(FLAGS),
      ...u16(8),
      ...DATE,
      ...u32(0),
      ...u32(0),
      ...u32(0),
      ...u16(fileName.length),
      ...u16(0),
      ...fileName,
    ]);
    yield local;
    written += local.length;
    const sums = { crc: 0xffffffff, size: 0, packed: 0 };
    function* measured(): Generator<Uint8Array> {
      for (const piece of pieces) {
        const bytes = encoder.encode(piece);
        sums.crc = crcOf(bytes, sums.crc);
        sums.size += bytes.length;
        yield bytes;
      }
    }
    for await (const chunk of deflate(measured())) {
      sums.packed += chunk.length;
      yield chunk;
    }
    if (sums.size > MOST || written + sums.packed > MOST) throw new SheetFileError('tooLarge');
    const tail = [...u32(~sums.crc >>> 0), ...u32(sums.packed), ...u32(sums.size)];
    yield Uint8Array.from([...u32(0x08074b50), ...tail]);
    written += sums.packed + 16;
    central.push(
      ...u32(0x02014b50),
      ...u16(20),
      ...u16(20),
      ...u16(FLAGS),
      ...u16(8),
      ...DATE,
      ...tail,
      ...u16(fileName.length),
      ...u16(0),
      ...u16(0),
      ...u16(0),
      ...u16(0),
      ...u32(0),
      ...u32(offset),
      ...fileName,
    );
  }
  yield Uint8Array.from([
    ...central,
    ...u32(0x06054b50),
    ...u16(0),
    ...u16(0),
    ...u16(count),
    ...u16(count),
    ...u32(central.length),
    ...u32(written),
    ...u16(0),
  ]);
}
