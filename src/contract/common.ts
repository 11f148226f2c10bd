import * as z from 'zod/mini';
import { COUNTRY_CODES } from '../domain/country.ts';
import { normalise } from '../domain/import/normalise.ts';
import { hasLostLetter } from '../domain/lostLetter.ts';
import { ID_MOST } from '../domain/recordId.ts';

export const country = z.enum(COUNTRY_CODES);

/** Whole numbers that are stored in four bytes end here. Ids and times have eight. */
export const INT4_MOST = 2 ** 31 - 1;

/**
 * Server's row version: 1 on creation, one more at each write (OB8). A record that is created again after a deletion
 * goes on from its tombstone's version (tombstone + 1), so that the versions of one key only ever grow: the mirror keeps
 * the newest it has seen and would take a restart at 1 for an old answer (MR2).
 */
export const version = z.int().check(z.positive(), z.maximum(INT4_MOST));

/** Id of a channel, a 3PL or a place. */
export const recordId = z.int().check(z.positive(), z.maximum(ID_MOST));

/** Id of a place, or 0 for what is above the roots. */
export const parentId = z.int().check(z.minimum(0), z.maximum(ID_MOST));

/** A record's number that is made of its other fields (domain/recordNumber): any number that is kept exactly. */
export const madeId = z.int().check(z.positive(), z.maximum(Number.MAX_SAFE_INTEGER));

/** A moment in epoch milliseconds, up to the year 9999. */
export const millis = z.int().check(z.minimum(0), z.maximum(253_402_300_799_999));

/** The one form in which words are stored: composed, with plain single spaces, without characters that nobody sees; no letter of it was lost. */
export const lineText = (most: number, least = 0) =>
  z.string().check(
    z.overwrite<string>(value => normalise(value, 'line')),
    z.minLength(least),
    z.maxLength(most),
    z.refine(value => !hasLostLetter(value)),
  );

/** Longest text of a filter: above the longest name that a record has. */
export const FILTER_MOST = 300;

/** A text that a list is filtered by. */
export const filterText = z.string().check(z.maxLength(FILTER_MOST));

/** Who wrote a record last, and when (epoch seconds). */
export const stamp = { version, updatedBy: z.string(), updatedAt: z.int() };

/** How many of something, as a four-byte column holds it. */
export const countFrom = (least: number) => z.int().check(z.minimum(least), z.maximum(INT4_MOST));

/** Rows of one page of a bulk list at most (CONST-1): channels, and others of which a country has few. */
export const PAGE_MOST = 100_000;

/** Rows of one page of a list that may have hundreds of thousands; the console shows 200. */
export const LIST_MOST = 5_000;

/** No list has this many rows; a page may end after it without leaving four bytes. */
const ROWS_MOST = INT4_MOST - PAGE_MOST;

const pagesOf = (most: number) => {
  const rows = z.int().check(z.minimum(1), z.maximum(most));
  return {
    page: z.optional(z.int().check(z.minimum(1), z.maximum(ROWS_MOST))),
    count: z.optional(rows),
    offset: z.optional(z.int().check(z.minimum(0), z.maximum(ROWS_MOST))),
    size: z.optional(rows),
  };
};

/** Page of a bulk list. Either pair is accepted on every list call (G19); `page` counts from 1. */
export const paging = pagesOf(PAGE_MOST);

/** Page of a list of records, places or log entries. */
export const listPaging = pagesOf(LIST_MOST);

/** The column that a list is sorted by, "-" before it for descending; ties are in the default order. */
export const sortBy = (columns: readonly string[]) =>
  z.optional(z.enum(columns.flatMap(column => [column, `-${column}`] as const)));

/** List envelope (REQ-11). */
export const listOf = <T extends z.ZodMiniType>(row: T) =>
  z.object({
    list: z.array(row),
    page: z.int(),
    count: z.int(),
    total: z.int(),
  });

/**
 * Resolves either paging pair to the other; defaults are page 1 of 10 (CONST-1). A page that begins after `ROWS_MOST` rows
 * begins there: it is as empty.
 */
export function resolvePage(input: {
  page?: number | undefined;
  count?: number | undefined;
  offset?: number | undefined;
  size?: number | undefined;
}): { page: number; count: number; offset: number } {
  const count = input.size ?? input.count ?? 10;
  const page = input.page ?? 1;
  if (input.offset === undefined) return { page, count, offset: Math.min((page - 1) * count, ROWS_MOST) };
  return { page: Math.floor(input.offset / count) + 1, count, offset: input.offset };
}
