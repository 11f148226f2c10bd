import {
  bigserial,
  boolean,
  char,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { entity, id8 } from './columns.ts';
import { sql } from 'drizzle-orm';

/**
 * Tables of reconciliation (docs/recon.md). Amounts and their sums are whole multiples of 1/100000 of the bill's
 * currency, stored as numeric, so that no sum is ever rounded. Times are epoch seconds.
 */

const amount = (name: string) => numeric(name, { precision: 30, scale: 0 });

/** Layouts, which describe how a supplier's files are read (domain/recon/layout). */
export const reconLayouts = pgTable(
  'recon_layouts',
  {
    id: serial('id').primaryKey(),
    entity: entity(),
    supplierId: id8('supplier_id').notNull(),
    name: text('name').notNull(),
    definition: jsonb('definition').notNull(),
    /** Number of days after the date of the bill during which it can be disputed. */
    contractDays: integer('contract_days').notNull(),
    version: integer('version').notNull().default(1),
    updatedBy: text('updated_by').notNull(),
    updatedAt: id8('updated_at').notNull(),
  },
  table => [uniqueIndex('recon_layouts_name').on(table.entity, table.supplierId, table.name)],
);

/** Suppliers' bills, each of which has one or more files. */
export const reconBills = pgTable(
  'recon_bills',
  {
    id: serial('id').primaryKey(),
    entity: entity(),
    supplierId: id8('supplier_id').notNull(),
    /** The layout, as it was when the bill was submitted. */
    layout: jsonb('layout').notNull(),
    layoutName: text('layout_name').notNull(),
    billNo: text('bill_no').notNull(),
    /** The bill's date (YYYY-MM-DD) and its month. */
    billDay: text('bill_day').notNull(),
    month: text('month').notNull(),
    /** The files of the bill: [{id, name, hash, size}]. */
    files: jsonb('files').notNull(),
    /** SHA-256 of all the bill's files together. */
    hash: text('hash').notNull(),
    /** The state of the bill: queued, reading, comparing, ready or failed (domain/recon/bill). */
    state: text('state').notNull(),
    message: text('message').notNull().default(''),
    submittedBy: text('submitted_by').notNull(),
    userId: integer('user_id').notNull(),
    submittedAt: id8('submitted_at').notNull(),
    remark: text('remark').notNull().default(''),
    /** Last day on which the bill can be disputed, YYYY-MM-DD. */
    deadline: text('deadline').notNull(),
    /** How far the bill has been read: the file, and the row within the file's stored rows. */
    readFile: integer('read_file').notNull().default(0),
    readRow: integer('read_row').notNull().default(0),
    /**
     * Number of rows in the files, number of refused rows, and number of rows whose tracking number was corrupted by a
     * spreadsheet program.
     */
    lines: integer('lines').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    ruined: integer('ruined').notNull().default(0),
    /** The first refused rows: [{file, row, problem}]. */
    refusals: jsonb('refusals').notNull().default([]),
    /** Charges that the layout does not define: {name: {count, amount}}. */
    unmapped: jsonb('unmapped').notNull().default({}),
    /** The supplier's rule when the comparison of the bill began; null before. */
    rule: jsonb('rule'),
    /** Sum of the differences that have been accepted under the supplier's rule so far. */
    letThrough: amount('let_through').notNull().default('0'),
    deleted: boolean('deleted').notNull().default(false),
  },
  table => [
    uniqueIndex('recon_bills_no')
      .on(table.entity, table.supplierId, table.billNo)
      .where(sql`NOT deleted`),
    uniqueIndex('recon_bills_hash')
      .on(table.entity, table.supplierId, table.hash)
      .where(sql`NOT deleted`),
    index('recon_bills_month').on(table.entity, table.month),
  ],
);

/** Parcels on bills, with the results of their comparison. These are the records that people approve. */
export const reconParcels = pgTable(
  'recon_parcels',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    billId: integer('bill_id').notNull(),
    entity: entity(),
    supplierId: id8('supplier_id').notNull(),
    month: text('month').notNull(),
    /** `parcelKey` of the tracking number or, if there is none, of the order reference. */
    key: text('key').notNull(),
    tracking: text('tracking').notNull(),
    reference: text('reference').notNull(),
    /** `trackingKey` of the order reference, which suppliers spell in different ways, too. */
    referenceKey: text('reference_key').notNull().default(''),
    service: text('service').notNull(),
    /** Values stated on the bill; empty or null if the bill does not state them. */
    zone: text('zone').notNull(),
    shipped: text('shipped').notNull(),
    weight: id8('weight'),
    /** The sizes in millimeters; either all three or none are stored. */
    length: integer('length'),
    width: integer('width'),
    height: integer('height'),
    currency: text('currency').notNull(),
    billed: amount('billed').notNull(),
    /**
     * The amount that was billed earlier, the amount expected on this bill (the quote minus `earlier`), and the billed
     * amount minus the expected amount.
     */
    earlier: amount('earlier').notNull().default('0'),
    expected: amount('expected'),
    difference: amount('difference'),
    /** The status of the parcel, a ReconStatus (domain/recon/status). */
    status: smallint('status').notNull(),
    reason: text('reason').notNull().default(''),
    side: text('side').notNull().default(''),
    /** The shipment and its channel; empty and 0 if no shipment matches. */
    shipment: text('shipment').notNull().default(''),
    channelId: id8('channel_id').notNull().default(0),
    /** The quote with the rows on which it is based (recon_quotes), and the hash of the sealed rate table. */
    quoteId: integer('quote_id'),
    rateHash: text('rate_hash').notNull().default(''),
    remark: text('remark').notNull().default(''),
    changedBy: text('changed_by').notNull().default(''),
    changedAt: id8('changed_at').notNull().default(0),
    version: integer('version').notNull().default(1),
  },
  table => [
    uniqueIndex('recon_parcels_key').on(table.billId, table.key),
    // Columns written by a comparison are not indexed, so a new result does not add index entries.
    index('recon_parcels_bill').on(table.billId, table.id),
    index('recon_parcels_tracking').on(table.entity, table.key),
    index('recon_parcels_reference')
      .on(table.entity, table.referenceKey)
      .where(sql`reference_key <> ''`),
  ],
);

/**
 * Charges for parcels, as in the supplier's file; they never change. A migration partitions the table by month, and the
 * server adds the partition of a month when the month's first bill is read.
 */
export const reconCharges = pgTable(
  'recon_charges',
  {
    month: text('month').notNull(),
    billId: integer('bill_id').notNull(),
    parcelId: id8('parcel_id').notNull(),
    file: smallint('file').notNull(),
    /** Row in the file, and position of the charge within the row. */
    row: integer('row').notNull(),
    n: smallint('n').notNull(),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    amount: amount('amount').notNull(),
    shipped: text('shipped').notNull(),
  },
  table => [primaryKey({ columns: [table.month, table.parcelId, table.file, table.row, table.n] })],
);

/**
 * Quote lines. Identical lines are stored only once, because the quotes of a bill with half a million parcels have few
 * different lines. They never change.
 */
export const reconQuotes = pgTable(
  'recon_quotes',
  {
    id: serial('id').primaryKey(),
    /** SHA-256 of the lines. */
    hash: text('hash').notNull(),
    /** The lines: [{label, amount, row, words}]. */
    lines: jsonb('lines').notNull(),
  },
  table => [uniqueIndex('recon_quotes_hash').on(table.hash)],
);

/**
 * Counters of a bill, stored and updated in the transaction of each change, so that a summary does not need to count
 * parcels.
 */
export const reconCounters = pgTable(
  'recon_counters',
  {
    billId: integer('bill_id').notNull(),
    status: smallint('status').notNull(),
    reason: text('reason').notNull(),
    channelId: id8('channel_id').notNull(),
    currency: text('currency').notNull(),
    parcels: integer('parcels').notNull(),
    billed: amount('billed').notNull(),
    expected: amount('expected').notNull(),
    difference: amount('difference').notNull(),
  },
  table => [primaryKey({ columns: [table.billId, table.status, table.reason, table.channelId, table.currency] })],
);

/**
 * How many parcels of each class a block of ids contains (`BLOCK_IDS`), updated together with the counters. Adding up
 * blocks finds a page far down the list without reading all parcels before it.
 */
export const reconBlocks = pgTable(
  'recon_blocks',
  {
    billId: integer('bill_id').notNull(),
    /** The parcel's id divided by the number of ids in a block. */
    block: id8('block').notNull(),
    status: smallint('status').notNull(),
    reason: text('reason').notNull(),
    channelId: id8('channel_id').notNull(),
    parcels: integer('parcels').notNull(),
  },
  table => [primaryKey({ columns: [table.billId, table.block, table.status, table.reason, table.channelId] })],
);

/**
 * Bills with parcels for which another bill was taken into account. Written together with the results: if the other
 * bill is deleted or read again, these bills must be compared again.
 */
export const reconComparisons = pgTable(
  'recon_comparisons',
  {
    billId: integer('bill_id').notNull(),
    otherId: integer('other_id').notNull(),
    /** How often the other bill has changed since this bill was last compared as a whole. */
    outdated: integer('outdated').notNull().default(0),
  },
  table => [
    primaryKey({ columns: [table.otherId, table.billId] }),
    index('recon_comparisons_outdated')
      .on(table.billId)
      .where(sql`outdated > 0`),
  ],
);

/** Changes to a parcel's status. */
export const reconHistory = pgTable(
  'recon_history',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    parcelId: id8('parcel_id').notNull(),
    at: id8('at').notNull(),
    email: text('email').notNull(),
    before: smallint('before').notNull(),
    after: smallint('after').notNull(),
    remark: text('remark').notNull(),
  },
  table => [index('recon_history_parcel').on(table.parcelId)],
);

/** Bulk changes to parcels and repeated comparisons, with one row each; they are executed by a job. */
export const reconActions = pgTable(
  'recon_actions',
  {
    id: serial('id').primaryKey(),
    entity: entity(),
    /** The kind of action: status or recon. */
    kind: text('kind').notNull(),
    /** The selected parcels: {ids} or {filter}. */
    input: jsonb('input').notNull(),
    target: smallint('target').notNull(),
    remark: text('remark').notNull().default(''),
    /** Calls about addresses, basic fees and volume fees (RATE-13). */
    state: text('state').notNull(),
    message: text('message').notNull().default(''),
    done: integer('done').notNull().default(0),
    total: integer('total').notNull(),
    changed: integer('changed').notNull().default(0),
    /**
     * Reasons why some parcels were not changed: {sentence: count}. For a comparison, the changes that it would make:
     * {"6 weight > 7": {count, difference}}.
     */
    reasons: jsonb('reasons').notNull().default({}),
    /**
     * Id of the last parcel that has been processed. Parcels with ids above `highId` were added after the action began.
     */
    lastId: id8('last_id').notNull().default(0),
    highId: id8('high_id').notNull(),
    email: text('email').notNull(),
    userId: integer('user_id').notNull(),
    createdAt: id8('created_at').notNull(),
  },
  table => [index('recon_actions_entity').on(table.entity, table.id)],
);

/** Changes that a repeated comparison would make, stored until they are applied. */
export const reconChanges = pgTable(
  'recon_changes',
  {
    actionId: integer('action_id').notNull(),
    parcelId: id8('parcel_id').notNull(),
    version: integer('version').notNull(),
    /** The result, as columns of recon_parcels. */
    result: jsonb('result').notNull(),
  },
  table => [primaryKey({ columns: [table.actionId, table.parcelId] })],
);

/** Disputes, each of which concerns parcels of one bill. */
export const reconDisputes = pgTable(
  'recon_disputes',
  {
    id: serial('id').primaryKey(),
    entity: entity(),
    supplierId: id8('supplier_id').notNull(),
    billId: integer('bill_id').notNull(),
    month: text('month').notNull(),
    currency: text('currency').notNull(),
    /** The state of the dispute, a DisputeState (domain/recon/dispute). */
    state: text('state').notNull(),
    disputed: amount('disputed').notNull(),
    recovered: amount('recovered').notNull().default('0'),
    deadline: text('deadline').notNull(),
    remark: text('remark').notNull().default(''),
    email: text('email').notNull(),
    createdAt: id8('created_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  table => [index('recon_disputes_bill').on(table.entity, table.billId)],
);

export const reconDisputeParcels = pgTable(
  'recon_dispute_parcels',
  {
    disputeId: integer('dispute_id').notNull(),
    parcelId: id8('parcel_id').notNull(),
    key: text('key').notNull(),
    amount: amount('amount').notNull(),
    credited: amount('credited').notNull().default('0'),
  },
  table => [
    primaryKey({ columns: [table.disputeId, table.parcelId] }),
    uniqueIndex('recon_dispute_parcel').on(table.parcelId),
  ],
);

/** Credit notes, and how their amounts are distributed among disputes. */
export const reconCredits = pgTable(
  'recon_credits',
  {
    id: serial('id').primaryKey(),
    entity: entity(),
    supplierId: id8('supplier_id').notNull(),
    noteNo: text('note_no').notNull(),
    day: text('day').notNull(),
    /**
     * Currency stated in the file. Empty for a note that was created before notes had a currency and was not offset
     * against any dispute.
     */
    currency: text('currency').notNull().default(''),
    lines: integer('lines').notNull(),
    amount: amount('amount').notNull(),
    matched: amount('matched').notNull(),
    email: text('email').notNull(),
    createdAt: id8('created_at').notNull(),
  },
  table => [uniqueIndex('recon_credits_no').on(table.entity, table.supplierId, table.noteNo)],
);

export const reconCreditLines = pgTable(
  'recon_credit_lines',
  {
    creditId: integer('credit_id').notNull(),
    n: integer('n').notNull(),
    key: text('key').notNull(),
    amount: amount('amount').notNull(),
    /** 0 if this parcel is not disputed. */
    disputeId: integer('dispute_id').notNull(),
  },
  table => [primaryKey({ columns: [table.creditId, table.n] }), index('recon_credit_dispute').on(table.disputeId)],
);

/** Files that people request and that a background job creates (REC-8). */
export const reconDownloads = pgTable(
  'recon_downloads',
  {
    id: serial('id').primaryKey(),
    entity: entity(),
    title: text('title').notNull(),
    /** The kind of download: parcels or dispute. */
    kind: text('kind').notNull(),
    input: jsonb('input').notNull(),
    /** The state of the download: queued, ready or failed. */
    state: text('state').notNull(),
    message: text('message').notNull().default(''),
    fileId: text('file_id'),
    fileName: text('file_name').notNull().default(''),
    size: id8('size').notNull().default(0),
    rows: integer('rows').notNull().default(0),
    email: text('email').notNull(),
    userId: integer('user_id').notNull(),
    createdAt: id8('created_at').notNull(),
    expiresAt: id8('expires_at'),
  },
  table => [index('recon_downloads_entity').on(table.entity, table.id)],
);

/** An entity's settings. */
export const reconSettings = pgTable('recon_settings', {
  entity: char('entity', { length: 2 }).primaryKey(),
  /** Whether the person who submitted a bill may approve its parcels. */
  ownApproval: boolean('own_approval').notNull().default(false),
});

/**
 * Files that contain the parcels of settled bills, for multi-year reports (docs/recon.md). A file never changes: when a
 * parcel changes, its file is marked as stale in the same transaction, and a new file is written once the bill is
 * settled again.
 */
export const reconArchives = pgTable(
  'recon_archives',
  {
    id: serial('id').primaryKey(),
    billId: integer('bill_id').notNull(),
    /** The state of the file: writing, ready or stale (recon/years/archives). */
    state: text('state').notNull(),
    /** SHA-256 of the file, which is also its name; empty until known. */
    hash: text('hash').notNull().default(''),
    size: id8('size').notNull().default(0),
    parcels: integer('parcels').notNull().default(0),
    createdAt: id8('created_at').notNull(),
    staleAt: id8('stale_at'),
  },
  table => [
    uniqueIndex('recon_archives_current')
      .on(table.billId)
      .where(sql`state <> 'stale'`),
    index('recon_archives_stale')
      .on(table.staleAt)
      .where(sql`state = 'stale'`),
  ],
);
