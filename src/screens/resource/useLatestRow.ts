import { useMemo } from 'react';
import { kindOf } from '../../contract/fields/all.ts';
import { fieldOf, keyOf, type Resource } from '../../contract/resource.ts';
import { wordOf } from '../../contract/recordChange.ts';
import { useList } from '../../sync/hooks/useList.ts';
import { useSync } from '../../sync/hooks/useSync.ts';
import type { Row } from '../../sync/types.ts';
import type { Theirs } from '../../ui/form/theirs.ts';
import { filtersOfRecord } from './AlreadyThere.tsx';
import { sourceOf } from './source.ts';

/** Maximum number of rows to search among those matching the same filters as the record. */
const ALIKE_MOST = 50;

/**
 * The current state of a record while its form is open, because a colleague may change it meanwhile.
 *
 * @param id id of the list
 * @param row the row for which the form was opened
 * @param valuesOf converts a row to form values
 * @returns the row on which to base the write, and a colleague's version of it; the latter is undefined while it is
 * unchanged
 */
export function useLatestRow<V extends Row>(
  resource: Resource,
  id: string,
  row: Row,
  valuesOf: (row: Row) => V,
): { latest: Row; theirs: Theirs<V> | undefined } {
  const { entity } = useSync();
  const source = useMemo(() => sourceOf(resource, id), [resource, id]);
  const filters = useMemo(() => filtersOfRecord(resource, row), [resource, row]);
  const { rows } = useList(source, filters, 1, ALIKE_MOST);
  const key = keyOf(resource, row);
  const now = rows.find(item => keyOf(resource, item.row) === key);
  const isNewer = now !== undefined && now.pending === null && Number(now.row['version']) > Number(row['version']);
  const latest = isNewer ? now.row : row;
  return {
    latest,
    theirs: isNewer
      ? {
          values: valuesOf(latest),
          by: String(latest['updatedBy']),
          words: (name, value) => {
            const field = fieldOf(resource, name);
            // In a form, a number is stored as the typed text.
            const isTyped = typeof value === 'string' && field !== undefined && kindOf(field).rule !== undefined;
            return isTyped ? value : value === '' ? '' : wordOf(field, value, entity);
          },
        }
      : undefined,
  };
}
