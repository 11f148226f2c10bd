import { ColumnStore, type SheetData } from './columns.ts';
import { hiddenColumnsInWorksheet, hiddenInWorksheet, type RowRuns } from './hiddenRows.ts';
import { LIMITS } from './limits.ts';
import { NotKnown, SheetFileError } from './problem.ts';
import { SharedStringScanner } from './sharedStrings.ts';
import { MergeScanner } from './merges.ts';
import { SheetScanner } from './sheetScanner.ts';
import { TextPool } from './textPool.ts';
import { unpack, unpackText, type SheetPlatform } from './unpack.ts';
import { utf8Of } from './xmlEncoding.ts';
import { readNumberStyles, readRelations, readWorkbook, type Relation } from './workbookParts.ts';
import type { ZipDirectory, ZipEntry } from './zip.ts';

export interface ReadProgress {
  /** The number of the sheet's bytes that have been unpacked so far, and the total according to the file. */
  bytes: number;
  totalBytes: number;
  /** The number of rows with a value read so far. */
  rows: number;
}

export interface ReadOptions {
  /** The maximum number of rows to read; all rows if omitted. */
  mostRows?: number;
  /** Called for every scanned chunk. */
  onProgress?: (progress: ReadProgress) => void;
}

export interface SheetInfo {
  name: string;
  hidden: boolean;
}

/** An opened workbook of any format. */
export interface OpenWorkbook {
  sheets: readonly SheetInfo[];
  /** Whether the file is plain text, so that its characters depend on the encoding. */
  isText?: true;
  readSheet(index: number, options?: ReadOptions): Promise<SheetData>;
}

/** The number of rows to read before the total is estimated. */
const SAMPLE = 200;

async function relationsOf(
  platform: SheetPlatform,
  directory: ZipDirectory,
  part: string,
): Promise<Map<string, Relation>> {
  const slash = part.lastIndexOf('/');
  const folder = slash < 0 ? '' : part.slice(0, slash);
  const entry = directory.get(`${folder === '' ? '' : `${folder}/`}_rels/${part.slice(slash + 1)}.rels`);
  return entry ? readRelations(await unpackText(platform, entry), folder) : new Map();
}

/**
 * Determines what a zip is that is not an .xlsx workbook.
 * @throws SheetFileError, or NotKnown if the general reader may support it
 */
function notXlsx(directory: ZipDirectory, main: string): never {
  if (main.endsWith('.bin') || directory.has('content.xml')) throw new NotKnown('another workbook format');
  if (directory.has('encrypted-package')) throw new SheetFileError('password');
  if (main.startsWith('word/') || directory.has('word/document.xml'))
    throw new SheetFileError('notSpreadsheet', 'a Word document');
  if (main.startsWith('ppt/') || directory.has('ppt/presentation.xml')) {
    throw new SheetFileError('notSpreadsheet', 'a PowerPoint presentation');
  }
  if ([...directory.keys()].some(name => name.startsWith('index/') && name.endsWith('.iwa')))
    throw new NotKnown('Numbers');
  if (directory.has('xl/workbook.bin') || directory.has('xl/workbook.xml'))
    throw new NotKnown('a workbook without relations');
  throw new SheetFileError('notSpreadsheet', 'a zip archive without a workbook in it');
}

/** An opened .xlsx workbook. */
export interface XlsxWorkbook extends OpenWorkbook {
  /** The hidden rows and columns of a sheet, which the general reader does not report. */
  hidden(index: number): Promise<{ rows: RowRuns; columns: RowRuns }>;
}

/**
 * Opens an .xlsx workbook by its zip directory: reads the names of its sheets and then streams each sheet on demand.
 *
 * @throws SheetFileError if it cannot be read; NotKnown if the general reader should try
 */
export async function openXlsx(platform: SheetPlatform, directory: ZipDirectory): Promise<XlsxWorkbook> {
  const root = [...(await relationsOf(platform, directory, '')).values()].find(({ kind }) => kind === 'officeDocument');
  const main = root?.target ?? 'xl/workbook.xml';
  const entry = directory.get(main);
  if (!entry || !root || !main.endsWith('.xml') || main.startsWith('word/') || main.startsWith('ppt/'))
    notXlsx(directory, main);
  const { sheets, date1904 } = readWorkbook(await unpackText(platform, entry));
  const relations = await relationsOf(platform, directory, main);
  const parts = sheets.flatMap(sheet => {
    const relation = relations.get(sheet.relation);
    // Charts and macros are listed among the sheets but have no cells.
    return relation?.kind === 'worksheet' ? [{ ...sheet, part: relation.target }] : [];
  });
  if (parts.length === 0) throw new SheetFileError('noSheets');
  const partOf = (kind: string): ZipEntry | undefined => {
    const relation = [...relations.values()].find(candidate => candidate.kind === kind);
    return relation && directory.get(relation.target);
  };

  const texts = new TextPool();
  let refers: Promise<{ shared: Int32Array; numberStyles: Uint8Array }> | undefined;
  const readReferred = async () => {
    const styles = partOf('styles');
    const strings = partOf('sharedStrings');
    const numberStyles = styles ? readNumberStyles(await unpackText(platform, styles)) : new Uint8Array(0);
    if (!strings) return { shared: new Int32Array(0), numberStyles };
    const scanner = new SharedStringScanner(texts);
    for await (const chunk of utf8Of(unpack(platform, strings))) scanner.push(chunk);
    return { shared: scanner.finish(), numberStyles };
  };

  return {
    sheets: parts.map(({ name, hidden }) => ({ name, hidden })),
    async hidden(index) {
      const part = directory.get(parts[index]?.part ?? '');
      const xml = part ? await unpackText(platform, part, LIMITS.general) : '';
      return { rows: hiddenInWorksheet(xml), columns: hiddenColumnsInWorksheet(xml) };
    },
    async readSheet(index, { mostRows = LIMITS.rows + 1, onProgress } = {}) {
      const sheet = parts[index];
      const part = sheet && directory.get(sheet.part);
      if (!sheet || !part) throw new SheetFileError('damaged', `the sheet "${sheet?.name ?? ''}" is missing`);
      const { shared, numberStyles } = await (refers ??= readReferred());
      const store = new ColumnStore();
      const scanner = new SheetScanner(store, { texts, shared, numberStyles, date1904, mostRows });
      const merges = new MergeScanner();
      let bytes = 0;
      for await (const chunk of utf8Of(unpack(platform, part))) {
        bytes += chunk.length;
        scanner.push(chunk);
        // The whole part is unpacked even after its last cell, because its checksum can be verified only at the end.
        if (scanner.finished && store.rows >= mostRows) break;
        if (scanner.finished) merges.push(chunk);
        if (store.rows > SAMPLE) store.expected = Math.ceil((store.rows * 1.02 * part.size) / bytes) + SAMPLE;
        onProgress?.({ bytes, totalBytes: Math.max(part.size, bytes), rows: store.rows });
      }
      scanner.finish();
      return { ...store.data(sheet.name, texts, date1904), merged: merges.ranges };
    },
  };
}
