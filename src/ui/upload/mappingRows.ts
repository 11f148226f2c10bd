import { foldHeader, type HeaderMatch } from '../../domain/import/headers.ts';
import type { UploadColumn } from './uploadTypes.ts';

/** The key that means no column. */
export const LEAVE_OUT = '';

/** A header of a file whose column a person has to choose. */
export interface MappingRow {
  /** Index of the column in the file, from 0. */
  column: number;
  header: string;
  /** Key of the import's column that it is used as; LEAVE_OUT for none. */
  value: string;
  /** The columns that it can be used as: those that no other header of the file is used as. */
  offered: readonly UploadColumn[];
}

/**
 * The rows of the mapping. A column of the import is matched by at most one column of the file: a column already
 * matched by a header or by another row is not offered. A header that occurs twice is asked about once, since the
 * choice is by header.
 *
 * @param choices the person's choices so far, by header
 */
export function mappingRows(
  { columns: found, unknown, twice }: Pick<HeaderMatch, 'columns' | 'unknown' | 'twice'>,
  columns: readonly UploadColumn[],
  choices: Readonly<Record<string, string>>,
): MappingRow[] {
  const free = columns.filter(({ key }, at) => (found[at] ?? -1) < 0 && !twice.some(column => column.key === key));
  const known = new Set<string>();
  const asked = unknown.filter(({ header }) => {
    const isNew = !known.has(foldHeader(header));
    known.add(foldHeader(header));
    return isNew;
  });
  const taken = new Set(asked.flatMap(({ header }) => choices[header] || []));
  const values = asked.map(({ header, suggestion }) => {
    const chosen = choices[header];
    if (chosen !== undefined) return chosen;
    const key = free.find(column => column.header === suggestion)?.key;
    if (key === undefined || taken.has(key)) return LEAVE_OUT;
    taken.add(key);
    return key;
  });
  return asked.map(({ column, header }, at) => {
    const value = values[at] ?? LEAVE_OUT;
    return { column, header, value, offered: free.filter(({ key }) => key === value || !taken.has(key)) };
  });
}
