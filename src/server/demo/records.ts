import type { ClientBase } from 'pg';
import { kindOf, type Field } from '../../contract/fields/all.ts';
import { ownerInput, withMade, type Resource, type RowOf, type Stamp } from '../../contract/resource.ts';
import type { Country } from '../../domain/country.ts';
import { fold } from '../../domain/fold.ts';
import { recordTable } from '../db/recordSql.ts';
import { columnSql } from '../db/names.ts';
import { storedColumns } from '../imports/storedColumns.ts';
import { DEMO_AUTHOR, DEMO_SINCE } from './areas.ts';
import { insertColumns, type BulkColumn } from './bulk.ts';

/** The fields of a demo record; missing fields get their initial values. */
export type DemoRecord<R extends Resource> = Partial<Omit<RowOf<R>, keyof Stamp | 'country'>>;

/**
 * Writes demo records of a country. Columns, generated ids and folded strings follow from the resource's declaration.
 * Returns the number of records.
 */
export async function insertRecords<R extends Resource>(
  client: ClientBase,
  resource: R,
  country: Country,
  records: readonly DemoRecord<R>[],
): Promise<number> {
  const whole = records.map(record => withMade(resource as Resource, record as Readonly<Record<string, unknown>>));
  const columns = storedColumns(resource).map(({ field, sql, type, folded }): BulkColumn => {
    const declared = resource.fields[field] as Field;
    const values = whole.map(record => record[field] ?? (field in record ? null : kindOf(declared).initial(declared)));
    return {
      name: sql,
      type: type === 'boolean' ? 'bool' : type,
      values: folded ? values.map(value => fold(String(value))) : values,
    };
  });
  const owner = ownerInput(resource).map((name): BulkColumn => ({
    name: columnSql(name),
    type: 'int8',
    values: whole.map(record => record[name]),
  }));
  const all = (value: unknown) => whole.map(() => value);
  return insertColumns(client, recordTable(resource), [
    ...(resource.scope === 'platform' ? [] : [{ name: 'country', type: 'text' as const, values: all(country) }]),
    ...owner,
    ...columns,
    { name: 'updated_by', type: 'text', values: all(DEMO_AUTHOR) },
    { name: 'updated_at', type: 'int8', values: all(DEMO_SINCE) },
  ]);
}
