import { useState } from 'react';
import { formatQ, parseQ } from '../../domain/listQuery.ts';
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
  type: (text: string) => void;
  choose: (name: string, value: string) => void;
  turn: (page: number) => void;
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
  const page = Number(search['page'] ?? 1);
  return {
    // Back, Forward and links change the address without typing.
    typed: text.trim() === q ? text : q,
    q,
    chosen: (name, options) => options.find(option => option === filter(name)) ?? '',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    type: typed => {
      setText(typed);
      set({ q: typed });
    },
    choose: (name, value) => set({ [name]: value }),
    turn: next => put({ page: next === 1 ? undefined : next }, false),
  };
}
