import type { ListSort } from '../../domain/listQuery.ts';
import type { Fields } from '../../contract/listData.ts';
import { DataCards, type DataCardsProps } from '../table/DataCards.tsx';
import { SortPicker } from './SortPicker.tsx';

interface PhoneRowsProps<R extends Fields> extends DataCardsProps<R> {
  /** Columns that the list can be sorted by; empty if it cannot be sorted. */
  sortable: readonly { key: string; label: string }[];
  sort: ListSort | null;
  onSort: (sort: ListSort | null) => void;
}

/** A list's rows on a phone: the choice of sorting, and a card for each row. */
export function PhoneRows<R extends Fields>({ sortable, sort, onSort, ...cards }: PhoneRowsProps<R>) {
  return (
    <>
      {sortable.length > 0 && <SortPicker columns={sortable} sort={sort} onSort={onSort} />}
      <DataCards {...cards} />
    </>
  );
}
