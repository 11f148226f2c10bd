import type { ListSort } from '../../domain/listQuery.ts';
import type { Fields } from '../../contract/listData.ts';
import { DataCards, type DataCardsProps } from '../table/DataCards.tsx';
import { SortPicker } from './SortPicker.tsx';

interface PhoneRowsProps<R extends Fields> extends DataCardsProps<R> {
  /** The sortable columns; empty if the list cannot be sorted. */
  sortable: readonly { key: string; label: string }[];
  sort: ListSort | null;
  onSort: (sort: ListSort | null) => void;
}

/** The rows of a list on a phone: a control for sorting, and a card for each row. */
export function PhoneRows<R extends Fields>({ sortable, sort, onSort, ...cards }: PhoneRowsProps<R>) {
  return (
    <>
      {sortable.length > 0 && <SortPicker columns={sortable} sort={sort} onSort={onSort} />}
      <DataCards {...cards} />
    </>
  );
}
