import { Readable } from 'node:stream';
import { ZipArchive } from 'archiver';
import {
  cellStyles,
  columnNames,
  frame,
  rowXml,
  SHEET_END,
  sheetStart,
  type Cell,
  type Column,
} from '../../domain/sheet/workbookXml.ts';
import { rounds } from '../base/rounds.ts';

/**
 * Writes a workbook as a stream: a generator provides the rows, which are sent as compressed XML, so that memory use
 * does not depend on the number of rows. Strings are inline, and the heading row is bold and frozen. Beyond Excel's row
 * limit, the list continues on another sheet.
 */

export interface Workbook {
  /** Name of the first sheet. Further sheets are numbered. */
  sheet: string;
  columns: readonly Column[];
  /** Batches of rows. Each row is a list of cells in column order. */
  rows: AsyncIterable<readonly (readonly Cell[])[]>;
  /** Maximum number of rows per sheet, not counting the heading; defaults to Excel's limit. */
  rowsPerSheet?: number;
}

const EXCEL_ROWS = 1_048_575;

/** Yields the rows of one sheet at a time, reading one batch ahead to find out whether another sheet follows. */
function splitter(book: Workbook, limit: number) {
  const source = book.rows[Symbol.asyncIterator]();
  const names = columnNames(book.columns);
  let pending: readonly (readonly Cell[])[] = [];
  let done = false;
  const fill = async () => {
    while (!done && pending.length === 0) {
      const next = await source.next();
      if (next.done) done = true;
      else pending = next.value;
    }
  };
  return {
    hasMore: async () => {
      await fill();
      return pending.length > 0;
    },
    stop: () => source.return?.(),
    sheet: async function* () {
      yield sheetStart(book.columns, names);
      let written = 0;
      for (const round = rounds('Writing a sheet'); ; round()) {
        await fill();
        if (pending.length === 0 || written === limit) break;
        const batch = pending.slice(0, limit - written);
        pending = pending.slice(batch.length);
        let xml = '';
        for (const row of batch) xml += rowXml(row, ++written + 1, names, '');
        yield xml;
      }
      yield SHEET_END;
    },
  };
}

/**
 * Returns the workbook as a byte stream. An error in the rows destroys the stream, so that an incomplete file is never
 * mistaken for a complete one. Destroying the stream ends the generator of the rows.
 */
export function workbookStream(book: Workbook): Readable {
  const zip = new ZipArchive({ zlib: { level: 4 } });
  const rows = splitter(book, book.rowsPerSheet ?? EXCEL_ROWS);
  const appendSheet = async (number: number) => {
    const entry = Readable.from(rows.sheet(), { objectMode: false });
    const written = new Promise<void>((resolve, reject) => {
      entry.once('end', resolve);
      entry.once('error', reject);
    });
    zip.append(entry, { name: `xl/worksheets/sheet${number}.xml` });
    await written;
  };
  const run = async () => {
    let sheets = 1;
    await appendSheet(1);
    while (await rows.hasMore()) await appendSheet(++sheets);
    const titles = Array.from({ length: sheets }, (_, index) =>
      index === 0 ? book.sheet : `${book.sheet} ${index + 1}`,
    );
    for (const [name, xml] of Object.entries(frame(titles))) zip.append(xml, { name });
    await zip.finalize();
  };
  zip.once('close', () => void rows.stop());
  // An error before anybody reads the stream reaches the reader later; without a listener, it would end the process.
  zip.on('error', () => undefined);
  run().catch((error: Error) => zip.destroy(error));
  return zip;
}

/** A sheet that is small enough to be held in memory. */
export interface SmallSheet {
  name: string;
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
}

/** A workbook of small sheets. Cells in text columns are formatted as text. */
export function smallWorkbook(sheets: readonly SmallSheet[]): Readable {
  const zip = new ZipArchive({ zlib: { level: 9 } });
  for (const [index, { columns, rows }] of sheets.entries()) {
    const names = columnNames(columns);
    const styles = cellStyles(columns);
    const xml = rows.map((cells, row) => rowXml(cells, row + 2, names, styles)).join('');
    zip.append(`${sheetStart(columns, names)}${xml}${SHEET_END}`, {
      name: `xl/worksheets/sheet${index + 1}.xml`,
    });
  }
  for (const [name, xml] of Object.entries(frame(sheets.map(sheet => sheet.name)))) zip.append(xml, { name });
  zip.finalize().catch((error: Error) => zip.destroy(error));
  return zip;
}
