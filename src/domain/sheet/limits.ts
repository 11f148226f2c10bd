import { SheetFileError } from './problem.ts';

/** Limits on files, so that a malicious one is stopped within seconds and with little memory. */
export const LIMITS = {
  /** Excel's own limits. */
  rows: 1_048_576,
  columns: 16_384,
  /** The maximum number of stored cells, that is, columns times rows with a value; each takes nine bytes. */
  cells: 48_000_000,
  /** The maximum number of characters in a cell's text, as in Excel. */
  cellText: 32_767,
  /** The maximum size of one cell, string or tag in the XML, in bytes. */
  token: 1_048_576,
  /** The maximum total size of all distinct strings, in bytes. */
  texts: 268_435_456,
  /** The maximum unpacked size of one part of a workbook in bytes: a million rows of twenty cells. */
  part: 1_073_741_824,
  /** The maximum size of a part that is read as a whole (workbook, relationships, styles), in bytes. */
  smallPart: 33_554_432,
  /**
   * The maximum size of binary parts (printer settings, macros) in a workbook that is still treated as XML, in bytes.
   */
  smallBinary: 4_194_304,
  /** The maximum compression ratio of a large part. Real worksheets stay below a hundred. */
  ratio: 300,
  /** The ratio is ignored below this number of bytes. */
  ratioFrom: 67_108_864,
  /**
   * A part with such a ratio and at least this declared size is not unpacked at all, because that takes seconds. A
   * smaller one is, because the reader often finds a reason that is more helpful to the person.
   */
  ratioAtOnceFrom: 268_435_456,
  /** The maximum unpacked size of all parts for the general reader, which keeps them all in memory, in bytes. */
  general: 209_715_200,
  /**
   * The maximum number of rows in all files of one import, because they are all kept in memory until the import is
   * compared.
   */
  rowsTogether: 1_500_000,
  /** The maximum number of cells that the general reader may create from repetitions in a file. */
  expanded: 4_000_000,
  /** The maximum number of entries in the zip's directory, and its maximum size in bytes. */
  entries: 65_535,
  directory: 16_777_216,
} as const;

/**
 * Monitors the unpacked size of a part.
 *
 * @param declared size according to the file: a part that declares too large a size is not unpacked at all, and one
 * with a false size is caught during unpacking
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
