import { columnLetter, type SheetData } from './columns.ts';

/** A merged range of cells: row numbers from 1, columns from 0, all inclusive. Only its first cell has a value. */
export interface MergedRange {
  fromRow: number;
  toRow: number;
  fromColumn: number;
  toColumn: number;
}

/** The maximum number of merged ranges that are kept; a file's note names only the first. */
const MOST = 10_000;
/** Matches a merged range in a worksheet part, whose cells contain no unescaped tags. */
const TAG = /<(?:[^\s<>/:]+:)?mergeCell\s[^<>]*?ref\s*=\s*["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/g;
/** Longer than any tag of a merged range, of which a chunk may contain the beginning and the next one the end. */
const OVERLAP = 200;

const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Collects the merged ranges of a worksheet part, which follow its cells. */
export class MergeScanner {
  readonly ranges: MergedRange[] = [];
  private readonly decoder = new TextDecoder('latin1');
  private left = '';

  push(chunk: Uint8Array): void {
    const text = this.left + this.decoder.decode(chunk);
    let end = 0;
    for (const { 0: tag, 1: from = '', 2: first, 3: to = '', 4: last, index } of text.matchAll(TAG)) {
      end = index + tag.length;
      if (this.ranges.length < MOST)
        this.ranges.push({
          fromRow: Number(first),
          toRow: Number(last),
          fromColumn: columnOf(from),
          toColumn: columnOf(to),
        });
    }
    this.left = text.slice(Math.max(end, text.length - OVERLAP));
  }
}

/**
 * The merged ranges that cover cells below a sheet's header row in the given columns, by name: "A5:A8".
 *
 * @param header number of the header row, from 1
 */
export const mergedBelow = ({ merged = [] }: SheetData, header: number, columns: readonly number[]): string[] =>
  merged
    .filter(
      ({ toRow, fromColumn, toColumn }) => toRow > header && columns.some(at => at >= fromColumn && at <= toColumn),
    )
    .map(
      ({ fromRow, toRow, fromColumn, toColumn }) =>
        `${columnLetter(fromColumn)}${fromRow}:${columnLetter(toColumn)}${toRow}`,
    );
