import { DEFAULT_PAGE_SIZE, PAGE_SIZES, cleanFilters, parseQ, type Filters } from '../../domain/listQuery.ts';

/** A list's state in the URL: the applied filters and the page (LIST-6). */
export interface UrlState {
  q: Filters;
  /** Starts at 1. */
  page: number;
  /** Rows per page; one of PAGE_SIZES. */
  count: number;
  /** The sort column and direction, as formatted by formatSort (domain/listQuery); '' is the default order. */
  sort: string;
}

const whole = (value: unknown): number | null => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
};

const SORT = /^-?[A-Za-z]\w{0,40}$/;

/**
 * The default page size for a URL without `count`: the person's choice on the first page, the documents' default on any
 * other.
 */
const impliedCount = (page: number, chosen: number): number => (page > 1 ? DEFAULT_PAGE_SIZE : chosen);

/**
 * Parses a URL's search parameters; invalid values are replaced with their defaults instead of breaking the screen.
 *
 * @param chosen the page size last selected by the person
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

/** The search parameters for a state. Defaults are omitted, to keep the URL of a fresh list clean. */
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
