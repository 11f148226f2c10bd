import * as z from 'zod/mini';
import { COUNTRY_CODES } from '../domain/country.ts';

export const country = z.enum(COUNTRY_CODES);

/**
 * Server's row version: 1 on creation, one more at each write (OB8). A record that is created again after a deletion
 * goes on from its tombstone's version (tombstone + 1), so that the versions of one key only ever grow: the mirror keeps
 * the newest it has seen and would take a restart at 1 for an old answer (MR2).
 */
export const version = z.int().check(z.positive());

/** Record ids fit a 53-bit integer. */
export const recordId = z.int().check(z.positive());

/** Who wrote a record last, and when (epoch seconds). */
export const stamp = { version, updatedBy: z.string(), updatedAt: z.int() };

/** Page of a list. Either pair is accepted on every list call (G19); `page` counts from 1. */
export const paging = {
  page: z.optional(z.int().check(z.minimum(1))),
  count: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
  offset: z.optional(z.int().check(z.minimum(0))),
  size: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
};

/** The column that a list is sorted by, "-" before it for descending; ties stand in the default order. */
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

/** Resolves either paging pair to the other; defaults are page 1 of 10 (CONST-1). */
export function resolvePage(input: {
  page?: number | undefined;
  count?: number | undefined;
  offset?: number | undefined;
  size?: number | undefined;
}): { page: number; count: number; offset: number } {
  const count = input.size ?? input.count ?? 10;
  const offset = input.offset ?? ((input.page ?? 1) - 1) * count;
  return { page: Math.floor(offset / count) + 1, count, offset };
}
