import type { CallOutput } from '../../../contract/call.ts';
import { listImportRows } from '../../../contract/imports/calls.ts';
import { wordOf } from '../../../contract/recordChange.ts';
import { isUpdated, labelOf, type Resource } from '../../../contract/resource.ts';
import { RESOURCES } from '../../../contract/resources/all.ts';
import type { Country } from '../../../domain/country.ts';
import { countryOfCurrency, isCurrency } from '../../../domain/currency.ts';
import { auditPath } from '../../../contract/auditLabel.ts';
import type { ListSource } from '../../../sync/types.ts';

export type ImportRow = CallOutput<typeof listImportRows>['list'][number];

/** The rows changed by an import, one page at a time. */
export const importRowsSource: ListSource<{ id: string }, ImportRow> = {
  id: 'imports.rows',
  call: listImportRows as unknown as ListSource<{ id: string }, ImportRow>['call'],
  collection: null,
  rowKey: row => row.key,
  matches: () => false,
  ready: () => true,
};

/** The resource whose call has this path in the log; undefined if the path does not belong to a declared resource. */
export const resourceOfUrl = (url: string): Resource | undefined =>
  RESOURCES.find(({ calls }) => auditPath(url).startsWith(`${auditPath(calls.base)}/`));

export interface RowChange {
  change: 'Added' | 'Changed' | 'Removed';
  /** The fields changed by an update, each before and after. */
  fields: readonly { field: string; before: string; after: string }[];
}

/** The row as changed by undoing the import. */
export const reversed = (row: ImportRow): ImportRow => ({ ...row, before: row.after, after: row.before });

/**
 * Describes what happened to a record.
 * @param country the country whose currency amounts are in, unless the row has a currency of its own, as rows of rate
 * tables do
 */
export function rowChange(resource: Resource, { before, after }: ImportRow, country?: Country): RowChange {
  const own = (after ?? before)?.['currency'];
  const paid = isCurrency(own) ? countryOfCurrency(own) : country;
  const word = (field: string, value: unknown): string => {
    const declared = resource.fields[field];
    return wordOf(declared, value, declared?.kind === 'money' ? paid : country);
  };
  const fields = Object.keys(resource.fields)
    .filter(field => isUpdated(resource, field) && before?.[field] !== after?.[field])
    .map(field => ({
      field: labelOf(resource, field),
      before: word(field, before?.[field]),
      after: word(field, after?.[field]),
    }));
  return { change: before === null ? 'Added' : after === null ? 'Removed' : 'Changed', fields };
}
