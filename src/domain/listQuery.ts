import { isEmpty, trimDeep } from './requestParams.ts';

/** The value of a list filter, as stored in the URL (LIST-6). */
export type FilterValue = string | number | boolean | readonly (string | number)[];
export type Filters = Readonly<Record<string, FilterValue>>;

export const PAGE_SIZES = [10, 50, 100, 200] as const;
export const DEFAULT_PAGE_SIZE = 10;

/** Removes empty filter values; 0 and false are kept (G61). */
export const cleanFilters = (filters: Readonly<Record<string, unknown>>): Filters =>
  Object.fromEntries(Object.entries(trimDeep({ ...filters })).filter(([, value]) => !isEmpty(value))) as Filters;

/** The JSON for the `q` parameter; undefined if no filter is set, so that the URL stays short. */
export function formatQ(filters: Readonly<Record<string, unknown>>): string | undefined {
  const clean = cleanFilters(filters);
  return Object.keys(clean).length > 0 ? JSON.stringify(clean) : undefined;
}

/**
 * Parses `q`. Anything other than a JSON object of primitive values is ignored, so that a broken link cannot break the
 * page.
 */
export function parseQ(q: unknown): Filters {
  if (typeof q !== 'string' && (typeof q !== 'object' || q === null)) return {};
  try {
    const value: unknown = typeof q === 'string' ? JSON.parse(q) : q;
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return {};
    return cleanFilters(Object.fromEntries(Object.entries(value).filter(([, inner]) => isPlain(inner))));
  } catch {
    return {};
  }
}

/** Describes the parts of `q` that `parseQ` ignores: text that is not a JSON object, and values that are not primitive. */
export function unreadQ(q: unknown): string[] {
  if (q === undefined || q === null || q === '') return [];
  let value: unknown = q;
  try {
    if (typeof q === 'string') value = JSON.parse(q);
  } catch {
    // Text that is not JSON is described as it is.
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return [`q "${typeof q === 'string' ? q : JSON.stringify(q)}"`];
  return Object.entries(value).flatMap(([key, inner]) =>
    isPlain(inner) || inner === null ? [] : [`${key} "${JSON.stringify(inner)}"`],
  );
}

const isPlain = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every(inner => typeof inner === 'string' || typeof inner === 'number'));

/** "Showing X to Y of Z entries" (LIST-5). For an empty list: "Showing 0 to 0 of 0 entries". */
export function footerText(page: number, count: number, shown: number, total: number): string {
  const first = shown === 0 ? 0 : (page - 1) * count + 1;
  const last = shown === 0 ? 0 : first + shown - 1;
  return `Showing ${first} to ${last} of ${total} entries`;
}

/** A column by which a list can be sorted. */
export interface ListSort {
  column: string;
  descending: boolean;
}

/**
 * Parses a sort order as written in URLs and calls: "city", or "-city" for descending. Null if the column is unknown.
 */
export function readSort(text: unknown, columns: readonly string[]): ListSort | null {
  if (typeof text !== 'string') return null;
  const descending = text.startsWith('-');
  const column = descending ? text.slice(1) : text;
  return columns.includes(column) ? { column, descending } : null;
}

/** Formats a sort order; '' for the default order. */
export const formatSort = (sort: ListSort | null): string =>
  sort === null ? '' : `${sort.descending ? '-' : ''}${sort.column}`;

/** The sort order after a click on a column's header: ascending, then descending, then the default order. */
export function nextSort(sort: ListSort | null, column: string): ListSort | null {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}
