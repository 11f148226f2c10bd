import type { RowRuns } from './hiddenRows.ts';
import { SheetFileError } from './problem.ts';

/**
 * Validates the records of an .xls workbook (BIFF), each of which has a type, a length and that many bytes, before the
 * general reader gets the file: that reader skips anything that is not a record, so rows would silently be lost in a
 * gap of zeros left by a failed copy. A sheet's rows are not compared with its DIMENSIONS record, which also counts
 * formatted empty rows and which some programs overstate. A truncated file ends before its last EOF record.
 */

const FORMULA: readonly number[] = [0x0006, 0x0206, 0x0406];
const RECORD = {
  bof: [0x0009, 0x0209, 0x0409, 0x0809] as readonly number[],
  eof: 0x000a,
  filePass: 0x002f,
  codePage: 0x0042,
  columnInfo: 0x007d,
  boundSheet: 0x0085,
  multipleNumbers: 0x00bd,
  /** Records that contain a cell with a value. They begin with the cell's row and column. */
  cell: [
    0x0002,
    0x0003,
    0x0004,
    0x0005,
    ...FORMULA,
    0x00d6,
    0x00fd,
    0x0203,
    0x0204,
    0x0205,
    0x027e,
  ] as readonly number[],
};

/** The BOUNDSHEET type of a worksheet; other types are charts, macros and modules. */
const WORKSHEET = 0;
const COLUMNS = 256;

export interface BiffFacts {
  /** 2 to 5: strings are encoded in the code page. 8: strings are Unicode. */
  version: number;
  /** The code page of strings; 1252 if the file specifies none. */
  codePage: number;
  /**
   * For each sheet in stream order, whether it is a worksheet; empty for versions before 5, which have only one sheet.
   */
  worksheets: readonly boolean[];
  /** The hidden columns of each sheet, zero-based. */
  hiddenColumns: readonly RowRuns[];
}

const damaged = (found: string): SheetFileError => new SheetFileError('damaged', found);

/**
 * Scans a workbook's stream.
 *
 * @throws SheetFileError 'password' for an encrypted workbook, 'damaged' if the records are not contiguous
 */
export function checkBiff(stream: Uint8Array): BiffFacts {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  if (stream.length < 8) throw damaged('it ends early');
  const version = versionOf(view);
  let codePage = 1252;
  const sheets: { position: number; isWorksheet: boolean }[] = [];
  walk(view, 0, version, (type, at, length) => {
    if (type === RECORD.filePass) throw new SheetFileError('password');
    if (type === RECORD.codePage && length >= 2) codePage = codePageOf(view.getUint16(at, true));
    if (type === RECORD.boundSheet && version >= 5 && length >= 6) {
      sheets.push({ position: view.getUint32(at, true), isWorksheet: stream[at + 5] === WORKSHEET });
    }
  });
  const hidden = new Map<number, RowRuns>();
  for (const { position, isWorksheet } of sheets)
    if (isWorksheet) hidden.set(position, checkSheet(view, position, version));
  // Entries with the same position refer to one sheet, as in the general reader.
  const places = new Map(sheets.map(({ position, isWorksheet }) => [position, isWorksheet]));
  const ordered = [...places].sort(([a], [b]) => a - b);
  const worksheets = ordered.map(([, isWorksheet]) => isWorksheet);
  return { version, codePage, worksheets, hiddenColumns: ordered.map(([position]) => hidden.get(position) ?? []) };
}

function versionOf(view: DataView): number {
  const at = RECORD.bof.indexOf(view.getUint16(0, true));
  if (at < 0) throw damaged('its first record');
  return at < 3 ? at + 2 : view.getUint16(4, true) === 0x0600 ? 8 : 5;
}

/** Maps the code page numbers that occur in files to standard ones. */
const codePageOf = (written: number): number =>
  ({ 0: 1252, 367: 1252, 1200: 1252, 0x8000: 10_000, 0x8001: 1252 })[written] ?? written;

/** Checks that every cell of a sheet has at most one record. Returns the hidden columns. */
function checkSheet(view: DataView, position: number, version: number): RowRuns {
  const hidden: [number, number][] = [];
  let seen: Uint8Array | undefined;
  const mark = (row: number, column: number): void => {
    seen ??= new Uint8Array(65_536 * (COLUMNS / 8));
    const at = row * COLUMNS + (column & (COLUMNS - 1));
    const bit = 1 << (at & 7);
    if ((seen[at >> 3] as number) & bit) throw damaged(`row ${row + 1}`);
    seen[at >> 3] = (seen[at >> 3] as number) | bit;
  };
  walk(view, position, version, (type, at, length, depth) => {
    if (depth > 1) return;
    if (type === RECORD.columnInfo && length >= 10 && (view.getUint16(at + 8, true) & 1) === 1)
      hidden.push([view.getUint16(at, true), view.getUint16(at + 2, true)]);
    if (RECORD.cell.includes(type) && length >= 4) mark(view.getUint16(at, true), view.getUint16(at + 2, true));
    else if (type === RECORD.multipleNumbers && length >= 6) {
      const last = view.getUint16(at + length - 2, true);
      for (let column = view.getUint16(at + 2, true); column <= last; column++) mark(view.getUint16(at, true), column);
    }
  });
  return hidden;
}

/** Passes the records of one substream to a function, from first to last. */
function walk(
  view: DataView,
  from: number,
  version: number,
  onRecord: (type: number, at: number, length: number, depth: number) => void,
): void {
  let at = from;
  let depth = 0;
  do {
    if (at + 4 > view.byteLength) throw damaged('it ends early');
    const type = view.getUint16(at, true);
    const length = view.getUint16(at + 2, true);
    at += 4;
    if (at + length > view.byteLength) throw damaged('it ends early');
    const begins = RECORD.bof.includes(type);
    if (depth === 0 && !begins) throw damaged('a sheet is not where it should be');
    // In version 2, type 0 is the record with a sheet's dimensions; later versions do not use it.
    if (type === 0 && (version > 2 || length !== 8)) throw damaged('zeros where its records should be');
    if (begins) depth += 1;
    else if (type === RECORD.eof) depth -= 1;
    onRecord(type, at, length, depth);
    at += length;
  } while (depth > 0);
}
