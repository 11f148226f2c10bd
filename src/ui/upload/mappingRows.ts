import { foldHeader, type HeaderMatch } from '../../domain/import/headers.ts';
import type { UploadColumn } from './uploadTypes.ts';

/** The key that means that no column is selected. */
export const LEAVE_OUT = '';

/** A header in a file that the person has to map to a column. */
export interface MappingRow {
  /** Index of the column in the file, from 0. */
  column: number;
  header: string;
  /** Key of the import's column to which the header is mapped; LEAVE_OUT if the header is ignored. */
  value: string;
  /** The columns that the header can be mapped to: all that are not mapped to another header. */
  offered: readonly UploadColumn[];
}

/**
 * The rows of the mapping. At most one column of the file is mapped to each column of the import: a column that is
 * already matched by a header or mapped in another row is not offered. A duplicate header is listed only once, because
 * the mapping is by header.
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
