import { kindOf } from '../../contract/fields/all.ts';
import { mayBeEmpty } from '../../contract/fields/base.ts';
import type { Resource } from '../../contract/resource.ts';
import { problemAfter } from '../../contract/rule.ts';
import type { Country } from '../../domain/country.ts';
import { requiredError } from '../../domain/validate.ts';
import type { Row } from '../../sync/types.ts';
import type { Column } from '../../ui/table/columns.ts';
import type { TypedCell } from '../../ui/table/tableDoing.ts';
import { formField, NO_OWNERS, recordValues } from './fields.tsx';

/** How a string, number or date is edited in its cell, using the form's validation. */
export function typedCell(
  resource: Resource,
  { key }: Pick<Column<Row>, 'key'>,
  entity: Country,
): TypedCell<Row> | null {
  const field = resource.fields[key];
  if (field === undefined || kindOf(field).typed === null) return null;
  // A number of this kind is selected by its label in a dialog.
  if (field.kind === 'number' && field.words) return null;
  const unknown = { places: {}, onPlace: () => undefined, owners: NO_OWNERS };
  const { validate } = formField(resource, key, entity, unknown);
  // A violated rule between fields is reported here even if it is attached to the other field, because that field is in
  // the same row.
  const problemOf = (value: string, row: Row) =>
    validate?.(value, { [key]: value }) ??
    problemAfter(resource, row, recordValues(resource, entity, { [key]: value }), entity)?.problem ??
    null;
  if (field.kind === 'text') return { maxLength: field.max, problemOf };
  return {
    problemOf: (value, row) =>
      problemOf(value, row) ?? (mayBeEmpty(field) ? null : requiredError(field.label, value.trim())),
    write: row => (row[key] === null ? '' : (kindOf(field).typed?.write(field, row[key], entity) ?? '')),
    read: value => recordValues(resource, entity, { [key]: value })[key],
  };
}
