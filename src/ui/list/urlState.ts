import { DEFAULT_PAGE_SIZE, PAGE_SIZES, cleanFilters, parseQ, type Filters } from '../../domain/listQuery.ts';

/** A list's part of the address: the filters that are applied and the page (LIST-6). */
export interface UrlState {
  q: Filters;
  /** Counts from 1. */
  page: number;
  /** One of PAGE_SIZES. */
  count: number;
  /** Column to sort by as domain/listQuery formatSort writes it; '' is the default order. */
  sort: string;
}

const whole = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
};

const SORT = /^-?[A-Za-z]\w{0,40}$/;

/** Rows that an address without a count has: the first page those of the person's choice, any other the documents' default. */
const impliedCount = (page: number, chosen: number): number => (page > 1 ? DEFAULT_PAGE_SIZE : chosen);

/**
 * Reads a search part; whatever makes no sense there falls back to the default instead of breaking the screen.
 *
 * @param chosen rows of a page that the person chose last
 */
export function readUrlState(search: Readonly<Record<string, unknown>>, chosen: number = DEFAULT_PAGE_SIZE): UrlState {
  const count = whole(search['count']);
  const page = whole(search['page']) ?? 1;
  return {
    q: parseQ(search['q']),
    page,
    count: count !== null && (PAGE_SIZES as readonly number[]).includes(count) ? count : impliedCount(page, chosen),
    sort: typeof search['sort'] === 'string' && SORT.test(search['sort']) ? search['sort'] : '',
  };
}

/** The search part for a state. What an address without it means is left out, so that a fresh list has a clean one. */
export function toSearch(
  state: UrlState,
  chosen: number = DEFAULT_PAGE_SIZE,
): { q?: Filters; page?: number; count?: number; sort?: string } {
  const q = cleanFilters(state.q);
  return {
    ...(Object.keys(q).length > 0 ? { q } : {}),
    ...(state.page > 1 ? { page: state.page } : {}),
    ...(state.count === impliedCount(state.page, chosen) ? {} : { count: state.count }),
    ...(state.sort === '' ? {} : { sort: state.sort }),
  };
}
