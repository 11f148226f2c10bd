import { partOf, type ImportKind } from '../../domain/rates/importRows.ts';
import type { Part, PartRow } from '../../domain/rates/rows.ts';
import type { WeightRule } from '../../domain/rates/weightRule.ts';
import { PART_TABLES } from '../rates/parts.ts';

/**
 * Converts draft rows to and from the form in which imports stage them, which is the columns of their tables
 * (rates/parts).
 */

export type Columns = Readonly<Record<string, unknown>>;

/** A table column: its JSON name, its SQL name, and its type. */
export interface RowColumn {
  name: string;
  sql: string;
  type: string;
}

/** The table into which the rows of a kind of file are imported. */
export interface RowTable {
  part: Part;
  table: string;
  key: readonly RowColumn[];
  others: readonly RowColumn[];
}

const nameOf = (sql: string): string => sql.replaceAll('"', '');

/** Returns null for the weight rule, which is not a row but one of the version's settings. */
export function tableOf(kind: ImportKind): RowTable | null {
  const part = partOf(kind);
  if (part === 'settings') return null;
  const { table, key, others } = PART_TABLES[part];
  const plain = ({ sql, type }: { sql: string; type: string }): RowColumn => ({ name: nameOf(sql), sql, type });
  return { part, table, key: key.map(plain), others: others.map(plain) };
}

const columnsOf = (part: Part) => [...PART_TABLES[part].key, ...PART_TABLES[part].others];

/** Converts a version's row to the columns of its table; a weight rule is returned unchanged. */
export function toColumns(kind: ImportKind, row: PartRow<Part> | WeightRule): Columns {
  const part = partOf(kind);
  if (part === 'settings') return row as unknown as Columns;
  const fields = row as unknown as Columns;
  return Object.fromEntries(
    columnsOf(part).map(({ field, sql, write }) => [
      nameOf(sql),
      write ? write(fields[field] as never) : fields[field],
    ]),
  );
}

/** Converts staged columns back to a version's row. */
export function fromColumns(kind: ImportKind, columns: Columns): PartRow<Part> | WeightRule {
  const part = partOf(kind);
  if (part === 'settings') return columns as unknown as WeightRule;
  return Object.fromEntries(
    columnsOf(part).map(({ field, sql, read }) => {
      const value = columns[nameOf(sql)];
      return [field, read ? read(value as never) : value];
    }),
  ) as unknown as PartRow<Part>;
}
