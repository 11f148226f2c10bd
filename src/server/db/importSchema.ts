import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { entity, id8 } from './columns.ts';

/** Tables of uploaded files and imports. Times are epoch seconds. */

/** Uploaded files, and files that the server derived from them. Their bytes are in the file store under the same id. */
export const files = pgTable(
  'files',
  {
    /** The file's id: 32 random hexadecimal digits. */
    id: text('id').primaryKey(),
    userId: integer('user_id').notNull(),
    entity: entity(),
    /** A name that is safe as a file name (files/names). */
    name: text('name').notNull(),
    size: id8('size').notNull(),
    /** Hexadecimal SHA-256; empty until all bytes have arrived. */
    hash: text('hash').notNull().default(''),
    /** Whether all bytes have arrived and the file is of an accepted type. */
    complete: boolean('complete').notNull().default(false),
    /** The permission required to read the file, except for its uploader; empty until an import uses the file. */
    permission: text('permission').notNull().default(''),
    createdAt: id8('created_at').notNull(),
    /** When housekeeping may remove the file; null for never. */
    expiresAt: id8('expires_at'),
  },
  table => [index('files_expiry').on(table.expiresAt)],
);

/**
 * Imports and undos of imports, with one row each from the call to the receipt. Until an import ends, a job processes
 * it (jobs/queue).
 */
export const imports = pgTable(
  'imports',
  {
    no: serial('no').primaryKey(),
    /** The id used in calls, which is a UUID. */
    id: text('id').notNull().unique(),
    /** Id of the import's declaration. */
    declaration: text('declaration').notNull(),
    entity: entity(),
    userId: integer('user_id').notNull(),
    email: text('email').notNull(),
    /** Name of the API token that was used, or null for the person's own session. */
    tokenName: text('token_name'),
    /** The call's Idempotency-Key and a hash of its input (OB3). */
    key: text('key'),
    requestHash: text('request_hash').notNull().default(''),
    /** A single hash of all files. */
    hash: text('hash').notNull().default(''),
    /** The imported files: [{id, name, hash, size}]. */
    files: jsonb('files').notNull().default([]),
    /** The call's options apart from its files: {since, leave} for an import, {skipConflicts} for an undo. */
    request: jsonb('request').notNull().default({}),
    state: text('state').notNull(),
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    counts: jsonb('counts'),
    /** The files that were refused: [{url, message}] (UPLOAD-14). */
    fails: jsonb('fails').notNull().default([]),
    /** Rows that others have changed since the files were compared. */
    review: jsonb('review'),
    message: text('message').notNull().default(''),
    /** The import that this one undoes, and the import that undid this one. */
    reverts: text('reverts'),
    revertedBy: text('reverted_by'),
    createdAt: id8('created_at').notNull(),
    finishedAt: id8('finished_at'),
    /**
     * When a person removed the import from a list of tasks or price lists; null while it is listed. Its effects
     * remain.
     */
    deletedAt: id8('deleted_at'),
  },
  table => [
    uniqueIndex('imports_key').on(table.userId, table.key),
    index('imports_entity').on(table.entity, table.declaration, table.no),
  ],
);

/**
 * The row-level changes of an import of serviceable locations, with previous values. At first, they are its plan; once
 * applied, its record.
 */
export const channelLocationImportRows = pgTable(
  'channel_location_import_rows',
  {
    importNo: integer('import_no').notNull(),
    n: integer('n').notNull(),
    channelId: id8('channel_id').notNull(),
    type: smallint('type').notNull(),
    locationId: id8('location_id').notNull(),
    /**
     * Flags as in segments (SUPPORT_KEYS, bit 0 first); null if the record did not exist before, or does not exist
     * after the change.
     */
    beforeFlags: smallint('before_flags'),
    afterFlags: smallint('after_flags'),
    /**
     * The version before the change, 0 for an added record; and the version after the change, the tombstone's for a
     * removed record.
     */
    beforeVersion: integer('before_version').notNull(),
    afterVersion: integer('after_version').notNull(),
  },
  table => [
    primaryKey({ columns: [table.importNo, table.n] }),
    // Used for a record's history, and to find out who deleted a record that a write does not find (OB8).
    index('channel_location_import_record').on(table.locationId, table.channelId, table.type),
  ],
);

/**
 * The row-level changes of imports of all other resources, in one table. A record is stored as the JSON of its stored
 * columns, without the common ones (channel, country, version, author and time).
 */
export const importRows = pgTable(
  'import_rows',
  {
    importNo: integer('import_no').notNull(),
    n: integer('n').notNull(),
    /** The channel that owns the record. */
    scope: id8('scope').notNull(),
    /** The record's key in the change feed. */
    key: text('key').notNull(),
    /** Null if the record did not exist before, or does not exist after the change. */
    before: jsonb('before'),
    after: jsonb('after'),
    /** As in channel_location_import_rows. */
    beforeVersion: integer('before_version').notNull(),
    afterVersion: integer('after_version').notNull(),
  },
  table => [
    primaryKey({ columns: [table.importNo, table.n] }),
    // Used for a record's history, and to find out who deleted a record that a write does not find (OB8).
    index('import_rows_key').on(table.key),
  ],
);
