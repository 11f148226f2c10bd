import { useState } from 'react';
import { formatQ, parseQ } from '../../domain/listQuery.ts';
import { chooseRows, chosenRows } from '../../ui/list/rowsPerPage.ts';
import { readUrlState, toSearch } from '../../ui/list/urlState.ts';
import { useAddressState } from './useAddressState.ts';

/** A short list's search and page, as stored in the page's address. */
export interface SearchBox {
  /** What the box contains, as typed. */
  typed: string;
  /** What is searched for, without spaces around it. */
  q: string;
  /** The chosen option of another filter; '' if none is chosen, or if the address contains something else. */
  chosen: (name: string, options: readonly string[]) => string;
  page: number;
  /** Rows per page. */
  count: number;
  type: (text: string) => void;
  choose: (name: string, value: string) => void;
  /** Turns to a page, and changes the number of rows per page. */
  turn: (page: number, count: number) => void;
}

/**
 * The search box, filters and page of a list that is not a list screen (LIST-2). Like those of every list, they are in the
 * page's address (LIST-6), so that a reload, Back and a copied link show the same rows.
 */
export function useSearchBox(): SearchBox {
  const [search, put] = useAddressState();
  const filters = parseQ(search['q']);
  const filter = (name: string): string => String(filters[name] ?? '');
  const q = filter('q');
  const [text, setText] = useState(q);
  const set = (part: Readonly<Record<string, string>>) => put({ q: formatQ({ ...filters, ...part }), page: undefined });
  const state = readUrlState(search, chosenRows());
  return {
    // Back, Forward and links change the address without typing.
    typed: text.trim() === q ? text : q,
    q,
    chosen: (name, options) => options.find(option => option === filter(name)) ?? '',
    page: state.page,
    count: state.count,
    type: typed => {
      setText(typed);
      set({ q: typed });
    },
    choose: (name, value) => set({ [name]: value }),
    turn: (next, rows) => {
      if (rows !== state.count) chooseRows(rows);
      const { page, count } = toSearch({ ...state, page: next, count: rows }, chosenRows());
      put({ page, count }, false);
    },
  };
}
