import { matchesAt } from './chunkScanner.ts';
import { NotKnown } from './problem.ts';
import type { TextPool } from './textPool.ts';

/** The workbook data that a worksheet's cells refer to. */
export interface SheetContext {
  texts: TextPool;
  /** The index in the string pool of each shared string. */
  shared: Int32Array;
  /** For each cell style, how it displays a number (`SHOWS`), or 0. */
  numberStyles: Uint8Array;
  date1904: boolean;
  /** The maximum number of rows to store; all others are ignored. */
  mostRows: number;
}

/** The type of a cell's value, from its `t` attribute. */
export const TYPE = { number: 0, shared: 1, text: 2, inline: 3, boolean: 4, error: 5, iso: 6 } as const;
export type CellType = (typeof TYPE)[keyof typeof TYPE];

/**
 * Parses the name of a type.
 * @throws NotKnown
 */
export function cellType(bytes: Uint8Array, start: number, end: number): CellType {
  const c = bytes[start];
  if (end - start === 1) {
    if (c === 115) return TYPE.shared;
    if (c === 110) return TYPE.number;
    if (c === 98) return TYPE.boolean;
    if (c === 101) return TYPE.error;
    if (c === 100) return TYPE.iso;
  }
  if (end - start === 3 && matchesAt(bytes, start, 'str')) return TYPE.text;
  if (end - start === 9 && matchesAt(bytes, start, 'inlineStr')) return TYPE.inline;
  throw new NotKnown('an unknown type of cell');
}
