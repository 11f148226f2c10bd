import { ROW, type Checked } from './check.ts';
import { valueColumns, type ImportColumn, type ImportDeclaration } from './declaration.ts';
import { withFollowing } from '../follows.ts';
import { EMPTIED } from './parseCell.ts';

/**
 * The fields of existing records, by name. A string is represented by its index in the check's strings, Yes by 1, and
 * an empty value by BLANK.
 */
export type RecordColumns = ReadonlyMap<string, ArrayLike<number>>;

/** The existing records, column by column, in any order. */
export interface ExistingRecords {
  count: number;
  /** Values of the key columns, in the order of the declaration's key. */
  keys: readonly Float64Array[];
  /**
   * Values of the record's columns, in the order of valueColumns. A string is represented by its index in the check's
   * strings.
   */
  values: readonly ArrayLike<number>[];
  /** All fields of the records; may be omitted if no rule between fields applies to them. */
  columns?: RecordColumns;
  /** First key values (channel ids) whose records are not available, so that their rows cannot be compared. */
  notCached?: ReadonlySet<number>;
  /** Whether no records are available at all, so that no row can be compared. */
  nothingCached?: boolean;
}

/**
 * The effect of a row. absent: it would delete a record that does not exist. unknown: its records or its place are not
 * available. refused: it would change a value that no import may change. none: the row is skipped or invalid.
 */
export const CHANGE = {
  none: 0,
  added: 1,
  changed: 2,
  removed: 3,
  unchanged: 4,
  absent: 5,
  unknown: 6,
  refused: 7,
} as const;
export type ChangeName = Exclude<keyof typeof CHANGE, 'none'>;

export interface FileDiff {
  /** The CHANGE value of each stored row. */
  changes: Uint8Array;
  /** The index of the existing record for each stored row, or -1. */
  existing: Int32Array;
  /** Bit n is set if the n-th value column differs. */
  changedValues: Uint32Array;
  /** By row, the values of blank cells that follow from the row's other changes, by the column's key. */
  followed: ReadonlyMap<number, Readonly<Record<string, number>>>;
}

export interface Diff {
  files: readonly FileDiff[];
  columns: readonly ImportColumn[];
  records: ExistingRecords;
  /** Existing records that the files do not contain and that a replacing import would remove. */
  removedRecords: Int32Array;
  counts: Record<ChangeName, number>;
}

/**
 * Whether a file's value equals the record's. A cleared field is EMPTIED in a file, but either BLANK or EMPTIED in a
 * record.
 */
const isSame = (value: number, existing: number | undefined): boolean =>
  value === existing || (value === EMPTIED && existing !== existing);

/**
 * Compares the rows without errors with the existing records. If a row changes a record, a blank value leaves the
 * record's value unchanged, unless it follows from another change of the row; values are blank if the file omits their
 * column.
 */
export function diffImport(checked: Checked, records: ExistingRecords): Diff {
  const { declaration, files, keys } = checked;
  const columns = valueColumns(declaration);
  const places = columns.map(column => declaration.columns.indexOf(column));
  const counts = { added: 0, changed: 0, removed: 0, unchanged: 0, absent: 0, unknown: 0, refused: 0 };
  const fixed = columns.reduce((bits, { key }, at) => (declaration.fixed?.includes(key) ? bits | (1 << at) : bits), 0);
  const diffs = files.map(({ sheet }) => ({
    changes: new Uint8Array(sheet.rows),
    existing: new Int32Array(sheet.rows).fill(-1),
    changedValues: new Uint32Array(sheet.rows),
    followed: new Map<number, Record<string, number>>(),
  }));
  const valuesOf = files.map(({ values }) => places.map(at => values[at] as Float64Array));
  const replaced: number[] = [];
  for (let record = 0; record < records.count; record++) {
    const entry = keys.find(records.keys, record);
    if (entry < 0) {
      if (declaration.mode === 'replace') replaced.push(record);
      continue;
    }
    const number = keys.fileOf(entry);
    const row = keys.rowOf(entry);
    const file = files[number];
    const diff = diffs[number];
    if (!file || !diff || file.wrong[row] === 1) continue;
    diff.existing[row] = record;
    if (file.rowKinds[row] === ROW.remove) {
      diff.changes[row] = CHANGE.removed;
      counts.removed += 1;
      continue;
    }
    let bits = 0;
    const values = valuesOf[number] as Float64Array[];
    for (let at = 0; at < values.length; at++) {
      const value = values[at]?.[row] as number;
      if (value === value && !isSame(value, records.values[at]?.[record])) bits |= 1 << at;
    }
    const more =
      bits === 0 || !declaration.follows ? null : followed(declaration, columns, values, records, row, record);
    if (more) {
      diff.followed.set(row, more);
      columns.forEach(({ key }, at) => {
        if (key in more) bits |= 1 << at;
      });
    }
    diff.changedValues[row] = bits;
    const change = bits === 0 ? 'unchanged' : (bits & fixed) === 0 ? 'changed' : 'refused';
    diff.changes[row] = CHANGE[change];
    counts[change] += 1;
  }
  const keyPlaces = declaration.key.map(name => declaration.columns.findIndex(({ key }) => key === name));
  files.forEach((file, number) => {
    const diff = diffs[number] as FileDiff;
    const keyValues = keyPlaces.map(at => file.values[at] as Float64Array);
    for (let row = file.match.row + 1; row < file.sheet.rows; row++) {
      if (diff.changes[row] !== CHANGE.none || file.wrong[row] === 1 || file.rowKinds[row] === ROW.skipped) continue;
      // A row without errors and without a key identifies its place by names while places are not available.
      const isKeyed = keyValues.every(values => Number.isFinite(values[row]));
      if (!isKeyed || records.nothingCached || records.notCached?.has(keyValues[0]?.[row] as number)) {
        diff.changes[row] = CHANGE.unknown;
        counts.unknown += 1;
        continue;
      }
      const removal = file.rowKinds[row] === ROW.remove;
      diff.changes[row] = removal ? CHANGE.absent : CHANGE.added;
      counts[removal ? 'absent' : 'added'] += 1;
    }
  });
  counts.removed += replaced.length;
  return { files: diffs, columns, records, removedRecords: Int32Array.from(replaced), counts };
}

/** The values of a row's blank cells that follow from its changes; null if there are none. */
function followed(
  { follows = [] }: ImportDeclaration,
  columns: readonly ImportColumn[],
  values: readonly Float64Array[],
  records: ExistingRecords,
  row: number,
  record: number,
): Record<string, number> | null {
  const before: Record<string, number> = {};
  const set: Record<string, number> = {};
  columns.forEach(({ key }, at) => {
    before[key] = records.values[at]?.[record] as number;
    const value = values[at]?.[row] as number;
    if (value === value) set[key] = value;
  });
  const added = Object.entries(withFollowing(follows, before, set)).filter(([key]) => !(key in set));
  return added.length === 0 ? null : Object.fromEntries(added);
}

/**
 * The column because of which a row is refused, with its stored values before and after; null if the row is not
 * refused.
 */
export function refusedChange(
  { declaration, files }: Checked,
  { columns, records, files: diffs }: Diff,
  file: number,
  row: number,
): { column: ImportColumn; before: number; after: number } | null {
  const { changes, existing, changedValues } = diffs[file] as FileDiff;
  if (changes[row] !== CHANGE.refused) return null;
  const at = columns.findIndex(
    ({ key }, bit) => declaration.fixed?.includes(key) && ((changedValues[row] as number) & (1 << bit)) !== 0,
  );
  const column = columns[at] as ImportColumn;
  const after = files[file]?.values[declaration.columns.indexOf(column)]?.[row];
  return { column, before: records.values[at]?.[existing[row] as number] as number, after: after as number };
}

/** A row's changes, value by value. An added row has no old values, and a removed row has no new ones. */
export function rowChanges(
  checked: Checked,
  diff: Diff,
  file: number,
  row: number,
): { column: ImportColumn; before: number | null; after: number | null }[] {
  const { changes, existing, changedValues, followed: more } = diff.files[file] as FileDiff;
  const change = changes[row];
  const { added, changed, removed, refused } = CHANGE;
  if (change !== added && change !== changed && change !== removed && change !== refused) return [];
  const record = existing[row] as number;
  return diff.columns.flatMap((column, at) => {
    if ((change === changed || change === refused) && ((changedValues[row] as number) & (1 << at)) === 0) return [];
    const place = checked.declaration.columns.indexOf(column);
    const before = record < 0 ? null : (diff.records.values[at]?.[record] ?? null);
    const written = more.get(row)?.[column.key] ?? checked.files[file]?.values[place]?.[row] ?? null;
    const after = change === removed ? null : written;
    return [{ column, before, after }];
  });
}
