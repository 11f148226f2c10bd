import { SheetFileError } from './problem.ts';

/** What a file may take, so that a hostile one is stopped within seconds and with little memory. */
export const LIMITS = {
  /** Excel's own. */
  rows: 1_048_576,
  columns: 16_384,
  /** Cells that are kept: columns times rows that have a value; nine bytes each. */
  cells: 48_000_000,
  /** Characters of a cell's text, Excel's own. */
  cellText: 32_767,
  /** Bytes of one cell, string or tag in the XML, before it is looked at. */
  token: 1_048_576,
  /** Bytes of all different texts together. */
  texts: 268_435_456,
  /** Bytes that one part of a workbook may unpack to: a million rows of twenty cells. */
  part: 1_073_741_824,
  /** Bytes of the parts that are read whole: workbook, relations, styles. */
  smallPart: 33_554_432,
  /** Bytes of binary parts (printer settings, macros) in addition to which a workbook is still taken for one of XML. */
  smallBinary: 4_194_304,
  /** How many times its packed size a large part may unpack to. Real worksheets stay below a hundred. */
  ratio: 300,
  /** Below this many bytes the ratio does not matter. */
  ratioFrom: 67_108_864,
  /** Bytes that all parts may unpack to when the general reader, which holds them all, takes over. */
  general: 209_715_200,
  /** Rows of all files of one import: each of them and what is next to it is held until the import is compared. */
  rowsTogether: 1_500_000,
  /** Cells that the general reader makes of what a file has repeated. */
  expanded: 4_000_000,
  /** Entries of the zip's directory, and its bytes. */
  entries: 65_535,
  directory: 16_777_216,
} as const;

/**
 * Watches what a part unpacks to.
 *
 * @throws SheetFileError 'bomb' as soon as a limit is passed
 */
export function inflateGuard(packed: number, most: number = LIMITS.part): (bytes: number) => void {
  let total = 0;
  return bytes => {
    total += bytes;
    if (total > most || (total > LIMITS.ratioFrom && total > packed * LIMITS.ratio)) throw new SheetFileError('bomb');
  };
}
