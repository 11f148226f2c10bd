import { SheetFileError } from './problem.ts';

/** Limits on files, so that a malicious file is rejected within seconds and without using much memory. */
export const LIMITS = {
  /** The number of rows and columns, as in Excel. */
  rows: 1_048_576,
  columns: 16_384,
  /** The maximum number of stored cells (columns times rows with a value). Each cell takes nine bytes. */
  cells: 48_000_000,
  /** The maximum number of characters in a cell, as in Excel. */
  cellText: 32_767,
  /** The maximum size of one cell, string or tag in the XML, in bytes. */
  token: 1_048_576,
  /** The maximum total size of all distinct strings, in bytes. */
  texts: 268_435_456,
  /** The maximum unpacked size of a workbook's part in bytes, enough for a million rows of twenty cells. */
  part: 1_073_741_824,
  /** The maximum size of a part that is read as a whole (workbook, relationships, styles), in bytes. */
  smallPart: 33_554_432,
  /**
   * The maximum size of binary parts (printer settings, macros) in a workbook that is still treated as XML, in bytes.
   */
  smallBinary: 4_194_304,
  /** The maximum compression ratio of a large part; that of real worksheets stays below a hundred. */
  ratio: 300,
  /** Parts smaller than this number of bytes may have any ratio. */
  ratioFrom: 67_108_864,
  /**
   * A part with a higher ratio that declares at least this size is not unpacked at all, because unpacking it takes
   * seconds. A smaller part is unpacked, because the reader often finds a reason that is more helpful to the person.
   */
  ratioAtOnceFrom: 268_435_456,
  /** The maximum unpacked size in bytes of all parts passed to the general reader, which keeps them all in memory. */
  general: 209_715_200,
  /**
   * The maximum number of rows in all files of one import together, because they are kept in memory until the import is
   * compared.
   */
  rowsTogether: 1_500_000,
  /** The maximum number of cells that the general reader may create from repetitions in a file. */
  expanded: 4_000_000,
  /** The maximum number of entries in a zip's directory, and the maximum size of the directory in bytes. */
  entries: 65_535,
  directory: 16_777_216,
} as const;

/**
 * Monitors the unpacked size of a part.
 * @param declared the size according to the file: a part that declares too large a size is not unpacked at all, and a
 * part with a false size is detected during unpacking
 * @throws SheetFileError 'bomb' as soon as a limit is exceeded
 */
export function inflateGuard(packed: number, declared: number, most: number = LIMITS.part): (bytes: number) => void {
  let total = 0;
  const check = (bytes: number, from: number): void => {
    if (bytes > most || (bytes > from && bytes > packed * LIMITS.ratio)) throw new SheetFileError('bomb');
  };
  check(declared, LIMITS.ratioAtOnceFrom);
  return bytes => {
    total += bytes;
    check(total, LIMITS.ratioFrom);
  };
}
