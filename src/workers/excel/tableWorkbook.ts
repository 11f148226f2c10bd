import type { Cell } from '../../domain/sheet/workbookXml.ts';
import type { Deflate } from '../../domain/sheet/writeWorkbook.ts';
import { workbookBlob } from './workbookBlob.ts';

/** Maximum column width in characters. */
const WIDEST = 40;

/**
 * A table with a header row, as an .xlsx workbook with one sheet. Strings stay strings: none is interpreted as a
 * formula.
 */
export function tableWorkbook(name: string, rows: readonly (readonly Cell[])[], deflate: Deflate): Promise<Blob> {
  const [headings = [], ...body] = rows;
  const columns = headings.map((heading, at) => ({
    heading: String(heading),
    width: Math.min(WIDEST, rows.reduce((most, row) => Math.max(most, String(row[at] ?? '').length), 0) + 2),
  }));
  return workbookBlob([{ name, columns, rows: body }], deflate);
}
