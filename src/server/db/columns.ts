import { bigint, char, customType, integer, text } from 'drizzle-orm/pg-core';

/** Column types shared by several tables. */

/** A record id or a time in epoch seconds: 8 bytes, below 2^53, read as a number. */
export const id8 = (name: string) => bigint(name, { mode: 'number' });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** Text that every database sorts by code point. */
export const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
/** The country to which a row belongs. */
export const entity = () => char('entity', { length: 2 }).notNull();

/**
 * Columns of every versioned row: the version, which writes are checked against (OB8), and the person and time of the
 * last change.
 */
export const stamp = {
  version: integer('version').notNull().default(1),
  updatedBy: text('updated_by').notNull().default(''),
  updatedAt: id8('updated_at').notNull().default(0),
};
