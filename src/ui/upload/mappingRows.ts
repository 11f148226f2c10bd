import { foldHeader, type HeaderMatch } from '../../domain/import/headers.ts';
import type { UploadColumn } from './uploadTypes.ts';

/** Key of no column. */
export const LEAVE_OUT = '';

/** A header of a file that a person is asked about. */
export interface MappingRow {
  /** Of the file, from 0. */
  column: number;
  header: string;
  /** Key of the column that it serves as; LEAVE_OUT for none. */
  value: string;
  /** What it can serve as: what nothing else of the file serves as. */
  offered: readonly UploadColumn[];
}

/**
 * The rows of the mapping. A column of the import is served by one of the file at most: what a header is by itself, and what
 * another row has, is not offered. A header that is there twice is asked about once, since the choice is by header.
 *
 * @param choices what the person chose so far, by header
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
