import { fold } from '../fold.ts';
import { cellText, type SheetData } from '../sheet/columns.ts';
import type { NamedOwner } from './declaration.ts';

/** A channel or 3PL for which a file has another name than the console: the id or the name may be wrong. */
export interface OtherName {
  of: NamedOwner;
  id: number;
  /** The name in the file, in the first row in which it occurs. */
  said: string;
  /** The row number in the spreadsheet. */
  row: number;
  /** The name in the console. */
  name: string;
}

/** Maximum number of names that are reported for a file; all of them are counted. */
export const OTHER_NAMES_SHOWN = 3;

/** Other names in a file: the first ones, and how many pairs of id and name there are. */
export interface OtherNames {
  first: readonly OtherName[];
  count: number;
}

/**
 * Finds rows whose id is that of one channel and whose name is that of another one. The record is identified by its id,
 * so such a row is imported; but the person must know. Names are compared without case, accents and spacing.
 * @param ids the file's ids by row
 * @param at the position of the column with the names in the sheet
 * @param nameOf returns the name in the console; null for an unknown id, which is an error of its own
 */
export function findOtherNames(
  sheet: SheetData,
  { of, ids, at, first }: { of: NamedOwner; ids: Float64Array; at: number; first: number },
  nameOf: (id: number) => string | null,
  skip: (row: number) => boolean,
): OtherNames {
  /** The names that were compared for each id. */
  const seen = new Map<number, Set<string>>();
  const found: OtherName[] = [];
  let count = 0;
  let [lastId, lastText] = [0, ''];
  for (let row = first; row < sheet.rows; row++) {
    const id = ids[row] as number;
    if (!(id > 0) || skip(row)) continue;
    const text = cellText(sheet, at, row);
    if (id === lastId && text === lastText) continue;
    [lastId, lastText] = [id, text];
    const own = seen.get(id) ?? new Set();
    seen.set(id, own);
    if (own.has(text)) continue;
    own.add(text);
    const name = nameOf(id);
    if (name === null || text.trim() === '' || fold(text) === fold(name)) continue;
    count += 1;
    if (found.length < OTHER_NAMES_SHOWN)
      found.push({ of, id, said: text.trim(), row: sheet.rowNumbers[row] as number, name });
  }
  return { first: found, count };
}
