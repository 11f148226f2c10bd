import * as z from 'zod/mini';
import { COUNTRY_CODES } from '../domain/country.ts';
import { normalise } from '../domain/import/normalise.ts';
import { readPostcode } from '../domain/import/postcodes.ts';
import { LOST_LETTER, hasLostLetter } from '../domain/lostLetter.ts';
import { ID_MOST } from '../domain/recordId.ts';

export const country = z.enum(COUNTRY_CODES);

/** The largest integer that fits in four bytes. Ids and times take eight bytes. */
export const INT4_MOST = 2 ** 31 - 1;

/**
 * The server's version of a row: 1 on creation, incremented by each write (OB8). If a record is recreated after a
 * deletion, its versions continue from the tombstone's (tombstone + 1), so that the versions of a key only increase:
 * the mirror keeps the newest version it has seen, and would reject a restart at 1 as outdated (MR2).
 */
export const version = z.int().check(z.positive(), z.maximum(INT4_MOST));

/** An instant in epoch seconds, up to the year 9999. */
export const seconds = z.int().check(z.minimum(0), z.maximum(253_402_300_799));

/** The id of a channel, a 3PL or a place. */
export const recordId = z.int().check(z.positive(), z.maximum(ID_MOST));

/** The id of a place, or 0 as the parent of top-level places. */
export const parentId = z.int().check(z.minimum(0), z.maximum(ID_MOST));

/** A record number derived from the record's other fields (domain/recordNumber); may be any safe integer. */
export const madeId = z.int().check(z.positive(), z.maximum(Number.MAX_SAFE_INTEGER));

/** An instant in epoch milliseconds, up to the year 9999. */
export const millis = z.int().check(z.minimum(0), z.maximum(253_402_300_799_999));

/**
 * A string in its stored form: composed (NFC), with single plain spaces, and without invisible or replacement
 * characters.
 */
export const lineText = (most: number, least = 0) =>
  z.string().check(
    z.overwrite<string>(value => normalise(value, 'line')),
    z.minLength(least),
    z.maxLength(most),
    z.refine(value => !hasLostLetter(value), LOST_LETTER),
  );

/** The maximum length of a filter string, longer than any name in a record. */
export const FILTER_MOST = 300;

/** A string used as a list filter. */
export const filterText = z.string().check(z.maxLength(FILTER_MOST));

/** The person who last changed a record, and when (epoch seconds). */
export const stamp = { version, updatedBy: z.string(), updatedAt: z.int() };

/** A count stored in a four-byte column. */
export const countFrom = (least: number) => z.int().check(z.minimum(least), z.maximum(INT4_MOST));

/** The maximum page size of a bulk list (CONST-1): channels, and other lists that are short in every country. */
export const PAGE_MOST = 100_000;

/** The page size of the list of channel groups if a call names none (CONST-1). */
export const CHANNEL_GROUPS_PAGE = 99_999;

/** The maximum page size of a list that may have hundreds of thousands of rows; the console requests 200. */
export const LIST_MOST = 5_000;

/**
 * More than the number of rows in any list, yet small enough that a page starting at this row still fits in four bytes.
 */
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

/** A page of a bulk list. Every list call accepts either pair of parameters (G19); `page` starts at 1. */
export const paging = pagesOf(PAGE_MOST);

/** A page of a list of records, places or log entries. */
export const listPaging = pagesOf(LIST_MOST);

/** The column to sort by, prefixed with "-" for descending order; ties are broken by the default order. */
export const sortBy = (columns: readonly string[]) =>
  z.optional(z.enum(columns.flatMap(column => [column, `-${column}`] as const)));

/** The envelope of a list (REQ-11). */
export const listOf = <T extends z.ZodMiniType>(row: T) =>
  z.object({
    list: z.array(row),
    page: z.int(),
    count: z.int(),
    total: z.int(),
  });

/**
 * Converts either pair of paging parameters to the other; defaults to page 1 with 10 rows (CONST-1). A page that starts
 * beyond `ROWS_MOST` is moved there, because it is empty anyway.
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

/** A Brazilian postcode (CEP) as people write it, with or without its hyphen, in its stored form of eight digits. */
export const cep = z.string().check(
  z.maxLength(20),
  z.overwrite<string>(text => readPostcode(text, 'BR') ?? text),
  z.regex(/^\d{8}$/, 'must be a CEP of eight digits, such as 01310-100'),
);

/** Says what a day is, after the name of its field. */
export const DAY_PROBLEM = 'must be a valid day, such as 2026-01-31';

/** Says what a UUID is, after the name of its field. */
export const UUID_PROBLEM = 'must be a UUID of 36 characters';
