import { sql } from 'drizzle-orm';
import { bigserial, char, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { entity, id8 } from './columns.ts';

/** Tables of the log and its hash chains (server/audit). */

export const auditLogs = pgTable(
  'audit_logs',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    entity: entity(),
    /** Code of the feature to which the operation belongs (G88). */
    feature: text('feature').notNull(),
    /** The path of the call, including /api. */
    url: text('url').notNull(),
    /** The body of the call, as JSON. */
    body: text('body').notNull(),
    email: text('email').notNull(),
    at: id8('at').notNull(),
    /** The kind of operation: Create, Edit, Delete or Import. */
    operatorType: text('operator_type').notNull(),
    channelId: id8('channel_id'),
    tplId: id8('tpl_id'),
    before: jsonb('before'),
    after: jsonb('after'),
    /** The written record's key in the change feed; null if the operation wrote no record or more than one. */
    collection: text('collection'),
    recordKey: text('record_key'),
    /** The part of the record's key that searches use, such as its location. */
    subject: text('subject'),
    /** The import to which the entry belongs. */
    importId: text('import_id'),
    /** Name of the API token that was used, or null for the person's own session. */
    tokenName: text('token_name'),
    /**
     * Position in the entity's chain, starting at 1, with the hashes of the previous entry and of this one
     * (server/audit).
     */
    chainNo: id8('chain_no'),
    previousHash: text('previous_hash'),
    hash: text('hash'),
  },
  table => [
    uniqueIndex('audit_chain').on(table.entity, table.chainNo),
    index('audit_feature').on(table.entity, table.feature, table.id),
    index('audit_channel').on(table.channelId, table.feature, table.id),
    index('audit_tpl').on(table.tplId, table.feature, table.id),
    // Indexes for the log's filters and sort orders, newest first.
    index('audit_email').on(table.entity, table.feature, table.email, table.id),
    index('audit_operator').on(table.entity, table.feature, table.operatorType, table.id),
    index('audit_time').on(table.entity, table.feature, table.at, table.id),
    // Used for the history of a record.
    index('audit_subject')
      .on(table.subject, table.recordKey)
      .where(sql`record_key IS NOT NULL`),
    index('audit_import')
      .on(table.importId)
      .where(sql`import_id IS NOT NULL`),
  ],
);

/** The last log entry of each entity, to which the next entry refers. */
export const auditChains = pgTable('audit_chains', {
  entity: char('entity', { length: 2 }).primaryKey(),
  no: id8('no').notNull(),
  previous: text('previous').notNull(),
  hash: text('hash').notNull(),
});
