import { createHash } from 'node:crypto';
import type { Queryable } from '../db/transaction.ts';
import { rounds } from '../base/rounds.ts';

/**
 * The log's hash chain: each entry contains the hash of its entity's previous entry, so that later changes, removals
 * and insertions can be detected. The entries of an entity are chained one at a time, right before their transactions
 * commit (docs/history.md).
 */

/** An entry in the form in which it is hashed and stored. */
export interface LogEntry {
  entity: string;
  feature: string;
  url: string;
  body: string;
  email: string;
  /** The time of the write, in epoch seconds. */
  at: number;
  operatorType: string;
  channelId: number | null;
  tplId: number | null;
  before: unknown;
  after: unknown;
  collection: string | null;
  recordKey: string | null;
  subject: string | null;
  importId: string | null;
  /** Name of the API token that was used, or null for the person's own session. */
  tokenName: string | null;
}

/** Returns JSON with sorted keys, because the database stores object keys in its own order. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const parts = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, own]) => `${JSON.stringify(name)}:${canonicalJson(own)}`);
  return `{${parts.join(',')}}`;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The hash of an entry's content, which does not depend on its position in the chain. */
export const contentHash = (entry: LogEntry): string =>
  sha256(
    canonicalJson([
      entry.entity,
      entry.feature,
      entry.url,
      entry.body,
      entry.email,
      entry.at,
      entry.operatorType,
      entry.channelId,
      entry.tplId,
      entry.before ?? null,
      entry.after ?? null,
      entry.collection,
      entry.recordKey,
      entry.subject,
      entry.importId,
      // Nothing is added if there is no token name, so that entries of earlier releases keep their hashes.
      ...(entry.tokenName === null ? [] : [entry.tokenName]),
    ]),
  );

/**
 * The chained hash of an entry, computed from the previous entry's hash ('' for the first one), the entry's number and
 * its content.
 */
export const linkHash = (previous: string, no: number, content: string): string =>
  sha256(`${previous}\n${no}\n${content}`);

/**
 * Returns a value in the form in which the database will return it, without anything that JSON omits, such as
 * undefined.
 */
const stored = (value: unknown): { text: string | null; value: unknown } => {
  const text = value === null || value === undefined ? null : JSON.stringify(value);
  return { text, value: text === null ? null : (JSON.parse(text) as unknown) };
};

/** Columns of an entry, in the order of `valuesOf`. */
const COLUMNS = `entity, feature, url, body, email, at, operator_type, channel_id, tpl_id, before, after,
  collection, record_key, subject, import_id, token_name`;

/**
 * Appends an entry to its entity's chain. This locks the chain until the transaction ends, so it should be called last.
 * The hash equals that of `linkHash` but is computed in the database under the lock, so that a single statement is
 * enough.
 */
export async function appendEntry(db: Queryable, entry: LogEntry): Promise<void> {
  const [before, after] = [stored(entry.before), stored(entry.after)];
  const content = contentHash({ ...entry, before: before.value, after: after.value });
  await db.query({
    name: 'audit-append',
    text: `WITH head AS (
             INSERT INTO audit_chains AS chain (entity, no, previous, hash)
             VALUES ($1, 1, '', encode(sha256(convert_to(E'\\n1\\n' || $17, 'UTF8')), 'hex'))
             ON CONFLICT (entity) DO UPDATE
               SET no = chain.no + 1, previous = chain.hash,
                   hash = encode(sha256(convert_to(chain.hash || E'\\n' || (chain.no + 1)::text || E'\\n' || $17, 'UTF8')), 'hex')
             RETURNING no, previous, hash)
           INSERT INTO audit_logs (${COLUMNS}, chain_no, previous_hash, hash)
           SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, no, previous, hash FROM head`,
    values: [
      entry.entity,
      entry.feature,
      entry.url,
      entry.body,
      entry.email,
      entry.at,
      entry.operatorType,
      entry.channelId,
      entry.tplId,
      before.text,
      after.text,
      entry.collection,
      entry.recordKey,
      entry.subject,
      entry.importId,
      entry.tokenName,
      content,
    ],
  });
}

/** An entry as read from the database. */
export interface StoredEntry extends LogEntry {
  id: number;
  chainNo: number | null;
  previousHash: string | null;
  hash: string | null;
}

/** The columns from which a `StoredEntry` is built. */
export const STORED_COLUMNS = `id, entity, feature, url, body, email, at, operator_type AS "operatorType",
  channel_id AS "channelId", tpl_id AS "tplId", before, after, collection, record_key AS "recordKey", subject,
  import_id AS "importId", token_name AS "tokenName", chain_no AS "chainNo", previous_hash AS "previousHash", hash`;

const CHAINED = 'audit.chained';
const BATCH = 1_000;

/**
 * Chains all entries that were written before the chain existed, in id order. This is done once: an entry that still
 * has no hash afterward was not written by this server.
 */
export async function chainFormerEntries(db: Queryable): Promise<void> {
  const done = await db.query('SELECT 1 FROM meta WHERE key = $1', [CHAINED]);
  if (done.rowCount) return;
  await db.query('BEGIN');
  try {
    const heads = new Map<string, { no: number; previous: string; hash: string }>();
    for (let last = 0, round = rounds('Chaining the log'); ; round()) {
      const { rows } = await db.query<StoredEntry>(
        `SELECT ${STORED_COLUMNS} FROM audit_logs WHERE id > $1 AND chain_no IS NULL ORDER BY id LIMIT ${BATCH}`,
        [last],
      );
      if (rows.length === 0) break;
      const links = rows.map(row => {
        const { no, hash: previous } = heads.get(row.entity) ?? { no: 0, hash: '' };
        const link = { no: no + 1, previous, hash: linkHash(previous, no + 1, contentHash(row)) };
        heads.set(row.entity, link);
        return { id: row.id, ...link };
      });
      await db.query(
        `UPDATE audit_logs SET chain_no = link.no, previous_hash = link.previous, hash = link.hash
           FROM unnest($1::int8[], $2::int8[], $3::text[], $4::text[]) AS link(id, no, previous, hash)
          WHERE audit_logs.id = link.id`,
        [
          links.map(({ id }) => id),
          links.map(({ no }) => no),
          links.map(({ previous }) => previous),
          links.map(({ hash }) => hash),
        ],
      );
      last = rows.at(-1)?.id ?? last;
    }
    for (const [entity, { no, previous, hash }] of heads)
      await db.query('INSERT INTO audit_chains (entity, no, previous, hash) VALUES ($1, $2, $3, $4)', [
        entity,
        no,
        previous,
        hash,
      ]);
    await db.query('INSERT INTO meta (key, value) VALUES ($1, $2)', [CHAINED, '1']);
    await db.query('COMMIT');
  } catch (error) {
    await db.query('ROLLBACK');
    throw error;
  }
}

/** Path of an anchor entry in the log. Its label records the last entry that was removed because of its age. */
export const RETENTION_PATH = '/v2/ops/audit/retention';

/** Returns the content of an anchor, or null for any other entry. */
export function isAnchor({ url, after }: Pick<LogEntry, 'url' | 'after'>): { upTo: number; hash: string } | null {
  if (url !== `/api${RETENTION_PATH}` || typeof after !== 'object' || after === null) return null;
  const { upTo, hash } = after as Record<string, unknown>;
  return typeof upTo === 'number' && typeof hash === 'string' ? { upTo, hash } : null;
}
