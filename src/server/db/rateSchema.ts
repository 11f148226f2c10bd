import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  char,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytea, id8, plainText } from './columns.ts';

/**
 * Tables of rate tables and third-party fees (docs/rates.md). Only drafts have rows: a submitted version is stored as a
 * sealed file. Amounts are in 1/100000 (e5), weights in grams, sizes in millimeters, shares in ppm, and times in epoch
 * seconds.
 */

/** Versions of both families (FEE-1): 0 for rate tables, 1 for third-party fees. */
export const rateVersions = pgTable(
  'rate_versions',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    family: smallint('family').notNull(),
    country: char('country', { length: 2 }).notNull(),
    channelId: id8('channel_id').notNull(),
    versionNo: integer('version_no').notNull(),
    name: text('name').notNull(),
    remark: text('remark').notNull(),
    /** The stored state: 0 is Draft, 1 is Submitted. */
    state: smallint('state').notNull().default(0),
    activeFrom: id8('active_from'),
    /** Hexadecimal SHA-256 of the sealed file. */
    hash: text('hash'),
    settings: jsonb('settings').notNull(),
    /** Number of rows in each part of a submitted version; the rows of a draft are counted on demand. */
    counts: jsonb('counts'),
    copyOf: integer('copy_of'),
    submittedBy: text('submitted_by').notNull().default(''),
    submittedAt: id8('submitted_at'),
    demo: boolean('demo').notNull().default(false),
    version: integer('version').notNull().default(1),
    /**
     * The version of the last change to anything other than rows. A write to settings that is based on an older version
     * is stale (OB8).
     */
    ownVersion: integer('own_version').notNull().default(1),
    updatedBy: text('updated_by').notNull().default(''),
    updatedAt: id8('updated_at').notNull().default(0),
  },
  table => [
    uniqueIndex('rate_versions_no').on(table.family, table.channelId, table.versionNo),
    // Two versions of a channel never start at the same instant, even if they are written concurrently.
    uniqueIndex('rate_versions_from')
      .on(table.family, table.channelId, table.activeFrom)
      .where(sql`active_from IS NOT NULL`),
    index('rate_versions_country').on(table.country, table.family, table.channelId),
  ],
);

/** Sealed files by hash. Identical versions share a file. */
export const rateSealed = pgTable('rate_sealed', {
  hash: text('hash').primaryKey(),
  size: integer('size').notNull(),
  body: bytea('body').notNull(),
  createdAt: id8('created_at').notNull(),
});

/**
 * Columns of every draft row. `version` is the draft's version when the row was last changed, so it is never reused.
 */
const ofDraft = { versionId: id8('version_id').notNull() };
const written = { version: integer('version').notNull(), updatedBy: text('updated_by').notNull() };
const area = { kind: smallint('kind').notNull(), code: plainText('code').notNull() };
const percent = { fixed: id8('fixed'), ppm: id8('ppm'), min: id8('min'), max: id8('max') };

export const rateNames = pgTable(
  'rate_names',
  { ...ofDraft, ...area, name: text('name').notNull(), ...written },
  table => [primaryKey({ columns: [table.versionId, table.kind, table.code] })],
);

export const rateAddresses = pgTable(
  'rate_addresses',
  {
    ...ofDraft,
    kind: smallint('kind').notNull(),
    destination: plainText('destination').notNull(),
    origin: plainText('origin').notNull(),
    code: plainText('code').notNull(),
    ...written,
  },
  table => [primaryKey({ columns: [table.versionId, table.kind, table.destination, table.origin] })],
);

export const rateFees = pgTable(
  'rate_fees',
  {
    ...ofDraft,
    ...area,
    start: integer('start').notNull(),
    end: integer('end').notNull(),
    fee: id8('fee'),
    sides: integer('sides'),
    ...written,
  },
  table => [primaryKey({ columns: [table.versionId, table.kind, table.code, table.start] })],
);

export const rateVolumeFees = pgTable(
  'rate_volume_fees',
  {
    ...ofDraft,
    ...area,
    start: integer('start').notNull(),
    end: integer('end').notNull(),
    fee: id8('fee'),
    ...written,
  },
  table => [primaryKey({ columns: [table.versionId, table.kind, table.code, table.start] })],
);

export const rateExtraFees = pgTable(
  'rate_extra_fees',
  {
    ...ofDraft,
    type: smallint('type').notNull(),
    code: plainText('code').notNull(),
    name: text('name').notNull(),
    place: plainText('place').notNull(),
    shopGroup: integer('shop_group').notNull(),
    /** Bit set of the amounts to which the share applies, in the order of BASES. */
    of: integer('of').notNull(),
    ...percent,
    ...written,
  },
  table => [primaryKey({ columns: [table.versionId, table.type, table.code, table.place, table.shopGroup] })],
);

export const rateCepLevels = pgTable(
  'rate_cep_levels',
  { ...ofDraft, level: integer('level').notNull(), ppm: id8('ppm'), min: id8('min'), max: id8('max'), ...written },
  table => [primaryKey({ columns: [table.versionId, table.level] })],
);

export const rateCepRanges = pgTable(
  'rate_cep_ranges',
  {
    ...ofDraft,
    from: integer('from').notNull(),
    to: integer('to').notNull(),
    level: integer('level').notNull(),
    ...written,
  },
  table => [primaryKey({ columns: [table.versionId, table.from, table.to] })],
);

/** Past orders on which a draft is tested ("What would this draft do?"). */
export const rateOrders = pgTable(
  'rate_orders',
  {
    channelId: id8('channel_id').notNull(),
    /** The time of pickup. */
    at: id8('at').notNull(),
    orderId: text('order_id').notNull(),
    country: char('country', { length: 2 }).notNull(),
    originId: id8('origin_id').notNull(),
    destinationId: id8('destination_id').notNull(),
    /** Eight digits; empty in countries whose postcodes are different. */
    cep: text('cep').notNull().default(''),
    grams: integer('grams').notNull(),
    length: integer('length').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    orderValue: id8('order_value').notNull(),
    cod: id8('cod'),
    shopGroup: integer('shop_group'),
    demo: boolean('demo').notNull().default(false),
  },
  table => [primaryKey({ columns: [table.channelId, table.at, table.orderId] })],
);
