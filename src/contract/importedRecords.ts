import type { Country } from '../domain/country.ts';
import type { BrokenRule, Checked } from '../domain/import/check.ts';
import { CHANGE, type Diff, type RecordColumns } from '../domain/import/diff.ts';
import { EMPTIED } from '../domain/import/parseCell.ts';
import type { Problem } from '../domain/problem.ts';
import { EMPTY } from './cached.ts';
import { kindOf, type Field } from './fields/all.ts';
import { mayBeEmpty } from './fields/base.ts';
import { ownerInput, withMade, type Resource } from './resource.ts';
import { problemOf } from './rule.ts';

/**
 * The records that result from the rows of an import. The device, for its preview, and the server apply the rule between
 * a record's fields to them, so both refuse the same rows.
 */

type Values = Readonly<Record<string, unknown>>;

/** The default value of a field in a new record. Fields that people type have no default and must be in the file. */
const initialOf = (field: Field): unknown => {
  const { typed, initial } = kindOf(field);
  return mayBeEmpty(field) || (typed !== null && field.kind !== 'text') ? null : initial(field);
};

/** Returns functions that read a record's fields from checked numbers. */
export function recordReader(
  resource: Resource,
  { files, texts, declaration }: Checked,
  columns: RecordColumns,
): {
  recordOf: (record: number) => Values;
  /**
   * Applies a row of a file, and the values that follow from its changes, to its record, or to null if there is no
   * record yet.
   */
  rowOf: (file: number, row: number, was: Values | null, more?: Values) => Values;
} {
  const written = Object.entries(resource.fields).filter(([, field]) => kindOf(field).sql !== null);
  const initial = written.flatMap(([name, field]) =>
    field.kind === 'made' ? [] : [{ name, value: initialOf(field) }],
  );
  const places = new Map(declaration.columns.map(({ key }, at) => [key, at]));
  const valueOf = (field: Field | undefined): ((value: number) => unknown) => {
    const sql = field && kindOf(field).sql;
    if (sql === 'boolean') return value => value === 1;
    const isText = sql === 'text';
    const read = isText ? (value: number) => texts.text(value) : (value: number) => value;
    const empty = isText ? EMPTY.text : EMPTY.number;
    if (!mayBeEmpty(field)) return read;
    return value => {
      if (Number.isNaN(value) || value === EMPTIED) return null;
      const is = read(value);
      return is === empty ? null : is;
    };
  };
  const fromRecords = [...columns].map(([name, values]) => ({ name, values, read: valueOf(resource.fields[name]) }));
  const names = [...ownerInput(resource), ...written.map(([name]) => name)];
  const fromFiles = files.map(file =>
    names.flatMap(name => {
      const values = file.values[places.get(name) ?? -1];
      return values ? [{ name, values, read: valueOf(resource.fields[name]) }] : [];
    }),
  );
  return {
    recordOf: record => {
      const all: Record<string, unknown> = {};
      for (const { name, values, read } of fromRecords) all[name] = read(values[record] as number);
      return all;
    },
    rowOf: (file, row, was, more = {}) => {
      const all: Record<string, unknown> = { ...was };
      if (was === null) for (const { name, value } of initial) all[name] = value;
      for (const { name, values, read } of fromFiles[file] ?? []) {
        const value = values[row];
        // A blank cell leaves the field unchanged.
        if (value !== undefined && !Number.isNaN(value)) all[name] = read(value);
      }
      return withMade(resource, { ...all, ...more });
    },
  };
}

/** Applies the rule between a record's fields to a record that an import adds (`was` is null) or changes. */
export const importedProblem = (
  resource: Resource,
  country: Country,
  was: Values | null,
  becomes: Values,
): Problem | null =>
  problemOf(
    resource,
    becomes,
    country,
    was ? Object.keys(becomes).filter(name => was[name] !== becomes[name]) : undefined,
  );

/** The rows of a comparison whose records would break the rule between their fields. */
export function brokenRows(
  resource: Resource,
  country: Country,
  checked: Checked,
  { files, records: { columns } }: Diff,
): BrokenRule[] {
  if (!resource.problem || !columns) return [];
  const { recordOf, rowOf } = recordReader(resource, checked, columns);
  return files.flatMap(({ changes, existing, followed }, file) => {
    const broken: BrokenRule[] = [];
    for (const [row, change] of changes.entries()) {
      if (change !== CHANGE.added && change !== CHANGE.changed) continue;
      const was = change === CHANGE.added ? null : recordOf(existing[row] as number);
      const problem = importedProblem(resource, country, was, rowOf(file, row, was, followed.get(row)));
      if (problem) broken.push({ file, row, problem });
    }
    return broken;
  });
}
