import { EMPTY } from '../../../contract/cached.ts';
import { NO_OWNER, ownerIn } from '../../../contract/owner.ts';
import { mayBeEmpty } from '../../../contract/fields/base.ts';
import { importedProblem, recordReader } from '../../../contract/importedRecords.ts';
import { keyOf, type Resource } from '../../../contract/resource.ts';
import type { Country } from '../../../domain/country.ts';
import type { Checked, CheckedFile } from '../../../domain/import/check.ts';
import { BLANK } from '../../../domain/import/parseCell.ts';
import { valueColumns } from '../../../domain/import/declaration.ts';
import {
  CHANGE,
  diffImport,
  refusedChange,
  type ExistingRecords,
  type RecordColumns,
} from '../../../domain/import/diff.ts';
import { nameColumns, storedColumns, storedText } from '../storedColumns.ts';
import { PLAN_ROWS } from '../../resources/extras.ts';
import type { BrokenRow, Column, ExistingRows, MarkedRow, RecordPlan, Stored } from './api.ts';

/**
 * Compares a checked import of any declared resource with the current records. Records are represented by their fields
 * before and after the change.
 */

type Values = Readonly<Record<string, unknown>>;

/** The current records, with all their fields. */
interface Existing extends ExistingRecords {
  columns: RecordColumns;
}

/** Converts the current records to the form that the comparison uses, with indexes in place of strings. */
function existingOf(
  { fields }: Pick<Resource, 'fields'>,
  { declaration, texts }: Checked,
  { count, columns }: ExistingRows,
): Existing {
  const numbers = (column: Column, empty: boolean): ArrayLike<number> =>
    Array.isArray(column)
      ? column.map(text => (empty && text === EMPTY.text ? BLANK : texts.internText(text as string)))
      : (column as Float64Array);
  const all = new Map(
    Object.entries(columns).map(([name, column]) => [name, numbers(column, mayBeEmpty(fields[name]))]),
  );
  const column = (name: string): ArrayLike<number> => all.get(name) ?? [];
  return {
    count,
    keys: declaration.key.map(name => Float64Array.from(column(name))),
    values: valueColumns(declaration).map(({ key }) => column(key)),
    columns: all,
  };
}

/** The row as named in a message: "row 17, ", with the file's name if there are several files. */
function rowText({ files }: Checked, file: number, row: number): string {
  const { sheet, fileName } = files[file] as CheckedFile;
  return `row ${sheet.rowNumbers[row]}${files.length > 1 ? ` of "${fileName}"` : ''}, `;
}

/** For each planned change, its file and row; null if the record is in no file. */
export type PlannedFrom = ({ file: number; row: number } | null)[];

/**
 * @param country the entity of the import, which owns the records of some resources
 * @param leave keys of records to leave unchanged
 * @param planned gets the place of each planned change
 */
export function planRecords(
  resource: Resource,
  country: Country,
  checked: Checked,
  rows: ExistingRows,
  leave: ReadonlySet<string>,
  planned: PlannedFrom,
): RecordPlan {
  const existing = existingOf(resource, checked, rows);
  const diff = diffImport(checked, existing);
  const { recordOf, rowOf } = recordReader(resource, checked, existing.columns);
  const { unchanged, absent } = diff.counts;
  const counts = { added: 0, changed: 0, removed: 0, unchanged, absent, left: 0 };
  const channels: number[] = [];
  const keys: string[] = [];
  const before: Stored[] = [];
  const after: Stored[] = [];
  const versions: number[] = [];
  const stored = storedColumns(resource);
  const names = nameColumns(resource);
  const named = names.map((): number[] => []);
  const broken: BrokenRow[] = [];
  const breaks = (at: MarkedRow, record: Values): void => {
    if (broken.length === PLAN_ROWS) return;
    broken.push({ ...at, name: `${rowText(checked, at.file, at.row)}${resource.title(record)}` });
  };
  const add = (record: number, was: Values | null, becomes: Values | null, from: PlannedFrom[number]): void => {
    const one = (becomes ?? was) as Values;
    const key = keyOf(resource, { ...one, country });
    if (leave.has(key)) {
      counts.left += 1;
      return;
    }
    const broke = becomes && importedProblem(resource, country, was, becomes);
    if (broke && from) breaks({ ...from, field: broke.field, text: broke.problem }, one);
    planned.push(from);
    channels.push(ownerIn(one)?.id ?? NO_OWNER);
    keys.push(key);
    before.push(was && storedText(stored, was));
    after.push(becomes && storedText(stored, becomes));
    names.forEach(({ of }, at) => named[at]?.push(Number(becomes?.[of] ?? 0)));
    versions.push(record < 0 ? 0 : (rows.versions[record] as number));
    counts[was === null ? 'added' : becomes === null ? 'removed' : 'changed'] += 1;
  };
  const refusalOf = (file: number, row: number): MarkedRow => {
    const { column, before, after } = refusedChange(checked, diff, file, row) as NonNullable<
      ReturnType<typeof refusedChange>
    >;
    const text = `${column.header} cannot be changed from ${before} to ${after}; add another ${resource.label.one.toLowerCase()} instead`;
    return { file, row, field: column.key, text };
  };
  for (const [file, { changes, existing: found, followed }] of diff.files.entries()) {
    for (let row = 0; row < changes.length; row++) {
      const change = changes[row];
      const record = found[row] as number;
      const was = record < 0 ? null : recordOf(record);
      if (change === CHANGE.added || change === CHANGE.changed)
        add(record, was, rowOf(file, row, was, followed.get(row)), { file, row });
      else if (change === CHANGE.removed) add(record, was, null, { file, row });
      else if (change === CHANGE.refused && was && !leave.has(keyOf(resource, { ...was, country })))
        breaks(refusalOf(file, row), was);
    }
  }
  // Records that the files do not contain, if the import replaces all records.
  for (const record of diff.removedRecords) add(record, recordOf(record), null, null);
  return {
    count: keys.length,
    channels: Float64Array.from(channels),
    keys,
    before,
    after,
    named: named.map(ids => Float64Array.from(ids)),
    versions: Int32Array.from(versions),
    counts,
    broken,
  };
}
