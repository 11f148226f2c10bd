import type { SegmentColumns } from '../../contract/feed.ts';
import { columnsOf, EMPTY, textsOf, type DeclaredCollection } from '../../contract/cached.ts';
import type { Row } from '../types.ts';

/** A row's value in a column; several flags share one number. */
export function columnValue(
  { columns, views, empties }: DeclaredCollection,
  column: string,
  row: Row,
): number | string {
  const bits = Object.entries(views).flatMap(([field, view]) =>
    'mask' in view && view.of === column ? [[field, view.mask] as const] : [],
  );
  if (bits.length === 0)
    return (row[column] ?? (empties.includes(column) ? EMPTY[columns[column] ?? 'small'] : 0)) as number | string;
  return bits.reduce((sum, [field, mask]) => (row[field] === true ? sum + mask : sum), 0);
}

/** Packs rows of a cached collection into a segment, as the server does. */
export function segmentOf(declaration: DeclaredCollection, rows: readonly Row[]): SegmentColumns {
  const columns: SegmentColumns = {};
  for (const [name, kind] of Object.entries(columnsOf(declaration))) {
    const values = rows.map(row => columnValue(declaration, name, row));
    const texts = [...new Set(values)];
    columns[name] = kind === 'text' ? values.map(value => texts.indexOf(value)) : values;
    if (kind === 'text') columns[textsOf(name)] = texts;
  }
  return columns;
}

/** Sorts rows in the order of the collection's list. */
export const inListOrder = <R extends Row>({ order }: DeclaredCollection, rows: Iterable<R>): R[] =>
  [...rows].sort((a, b) => {
    const column = order.find(name => a[name] !== b[name]);
    if (column === undefined) return 0;
    return (a[column] as number | string) < (b[column] as number | string) ? -1 : 1;
  });
