import type { ImportCounts } from '../../contract/imports/calls.ts';
import type { ImportDeclaration } from '../../domain/import/declaration.ts';
import { nowSeconds, type ServerContext } from '../context.ts';
import { writeAudit } from '../db/audit.ts';
import { bumpRevision } from '../db/revisions.ts';
import { transaction, type Queryable } from '../db/transaction.ts';
import { notifyOthers } from '../feed/listen.ts';
import { fileUrl } from '../files/records.ts';
import { okText } from '../http/envelope.ts';
import { breathe } from './breathe.ts';
import { findImport, receiptOf, updateImport, type ImportRecord } from './records.ts';

/** Carries out what is written down in channel_location_import_rows. */

/** Rows of one statement: on the embedded database a statement is also how long the whole process stands still. */
const CHUNK = { embedded: 2_000, postgres: 10_000 } as const;

/** Up to this many changed rows the embedded database, too, has one transaction: others wait a second for it. */
const ONE_TRANSACTION = 20_000;

const IMPORT_LOCK = 7_205_321;

/** Records were changed since the plan was made: it is made again. */
export class PlanOutdated extends Error {}

/** Another process has taken the import over, or it has ended. */
export class NotMine extends Error {}

/** Key of a record as the change feed writes it. */
const KEY = (row: string): string => `${row}.channel_id || '/' || ${row}.location_id || '/' || ${row}.type`;
const SAME = (a: string, b: string): string =>
  `${a}.channel_id = ${b}.channel_id AND ${a}.type = ${b}.type AND ${a}.location_id = ${b}.location_id`;
const BITS = (flags: string): string => [1, 2, 4, 8].map(bit => `(${flags} & ${bit}) <> 0`).join(', ');

/**
 * One chunk: changes, removals and additions with their versions, tombstones, and the feed's entries, whose rows are filled
 * in when they are read (feed/fill). $1 import, $2 and $3 rows from and before, $4 who, $5 when, $6 entity.
 */
const APPLY_CHUNK = `
  WITH r AS MATERIALIZED (
    SELECT * FROM channel_location_import_rows WHERE import_no = $1 AND n >= $2 AND n < $3
  ), upd AS (
    UPDATE channel_locations p
       SET (can_deliver, can_cod, can_pickup, can_cod_pickup) = ROW(${BITS('r.after_flags')}),
           version = r.after_version, updated_by = $4, updated_at = $5
      FROM r
     WHERE r.before_flags IS NOT NULL AND r.after_flags IS NOT NULL AND ${SAME('p', 'r')} AND p.version = r.before_version
    RETURNING p.channel_id, p.type, p.location_id, p.version
  ), del AS (
    DELETE FROM channel_locations p USING r
     WHERE r.after_flags IS NULL AND ${SAME('p', 'r')} AND p.version = r.before_version
    RETURNING p.channel_id, p.type, p.location_id, p.version + 1 AS version
  ), ins AS (
    INSERT INTO channel_locations (channel_id, type, location_id, country, state_id, city_id, district_id,
                                   can_deliver, can_cod, can_pickup, can_cod_pickup, version, updated_by, updated_at)
    SELECT r.channel_id, r.type, r.location_id, l.country, l.state_id, l.city_id, l.district_id, ${BITS('r.after_flags')},
           coalesce(d.version, 0) + 1, $4, $5
      FROM r JOIN locations l ON l.location_id = r.location_id AND l.country = $6
      LEFT JOIN deleted_versions d ON d.collection = 'channelLocations' AND d.key = ${KEY('r')}
     WHERE r.before_flags IS NULL AND r.after_flags IS NOT NULL
    ON CONFLICT DO NOTHING
    RETURNING channel_id, type, location_id, version
  ), renumbered AS (
    UPDATE channel_location_import_rows w SET after_version = ins.version FROM ins
     WHERE ins.version <> 1 AND w.import_no = $1 AND w.n >= $2 AND w.n < $3 AND ${SAME('w', 'ins')}
  ), tombstones AS (
    INSERT INTO deleted_versions (collection, key, version)
    SELECT 'channelLocations', ${KEY('del')}, del.version FROM del
    ON CONFLICT (collection, key) DO UPDATE SET version = excluded.version
  ), feed AS (
    INSERT INTO changes (entity, collection, key, version, row, at)
    SELECT $6, 'channelLocations', ${KEY('upd')}, upd.version, 'true'::jsonb, $5 FROM upd
    UNION ALL SELECT $6, 'channelLocations', ${KEY('ins')}, ins.version, 'true'::jsonb, $5 FROM ins
    UNION ALL SELECT $6, 'channelLocations', ${KEY('del')}, del.version, NULL, $5 FROM del
  )
  SELECT (SELECT count(*) FROM r) AS wanted,
         (SELECT count(*) FROM upd) + (SELECT count(*) FROM del) + (SELECT count(*) FROM ins) AS done`;

export interface ApplyOptions {
  record: ImportRecord;
  declaration: ImportDeclaration;
  /** Rows that are written down. */
  total: number;
  counts: ImportCounts;
  /** Path of the call that the log shows (LOG-8). */
  url: string;
  onProgress: (done: number) => void;
}

/**
 * Applies the rows of an import, all or none: records with their versions, tombstones, feed, counters, one entry in the log,
 * the receipt, and the reply under the call's key (OB3, MR2, MR3).
 *
 * In one transaction; only a large import into the embedded database, whose one connection everybody waits for, is carried out
 * in a transaction per chunk. Its channels are then closed to other writes, and since its rows are written down and every one of
 * them was found as planned, it is always carried on to its end: after a kill before the server listens again.
 *
 * @throws PlanOutdated when a record is not as the plan has it, nothing is changed then; NotMine when the import is not to be
 *   applied any more
 */
export async function applyRows(context: ServerContext, options: ApplyOptions): Promise<void> {
  const { database } = context;
  const { record, total } = options;
  const at = nowSeconds(context);
  if (database.kind === 'postgres' || total <= ONE_TRANSACTION) {
    await transaction(database.pool, async db => {
      await begin(db, record);
      await applyChunks(db, options, 0, total, CHUNK[database.kind], at);
      await conclude(context, db, options, at);
    });
  } else await applyStepwise(context, options, at);
  context.hub.poke();
}

async function begin(db: Queryable, record: ImportRecord): Promise<void> {
  // Not the row's own lock: its progress is written by another connection meanwhile.
  await db.query('SELECT pg_advisory_xact_lock($1, $2)', [IMPORT_LOCK, record.no]);
  const { rows } = await db.query<{ state: string }>('SELECT state FROM imports WHERE no = $1', [record.no]);
  if (rows[0]?.state !== 'applying') throw new NotMine();
  // The planner knows nothing of a chunk's size and would read whole tables to join it.
  await db.query('SET LOCAL enable_hashjoin = off');
  await db.query('SET LOCAL enable_mergejoin = off');
}

async function applyChunks(
  db: Queryable,
  { record, onProgress }: ApplyOptions,
  start: number,
  end: number,
  chunk: number,
  at: number,
): Promise<void> {
  for (let from = start; from < end; from += chunk) {
    const to = Math.min(end, from + chunk);
    const { rows } = await db.query<{ wanted: number; done: number }>({
      name: 'import-chunk',
      text: APPLY_CHUNK,
      values: [record.no, from, to, record.email, at, record.entity],
    });
    if (rows[0]?.wanted !== to - from || rows[0].done !== to - from) throw new PlanOutdated();
    onProgress(to);
    await breathe();
  }
}

async function applyStepwise(context: ServerContext, options: ApplyOptions, at: number): Promise<void> {
  const { pool } = context.database;
  const { record, total } = options;
  const release = context.imports.hold(await channelsOf(pool, record));
  try {
    if (record.done === 0) await verify(context, options);
    for (let from = record.done; from < total; from += CHUNK.embedded) {
      const to = Math.min(total, from + CHUNK.embedded);
      await transaction(pool, async db => {
        await begin(db, record);
        await applyChunks(db, options, from, to, CHUNK.embedded, at);
        // What caches counted before the chunk holds no longer.
        for (const scope of await channelsOf(db, record, from, to)) {
          await bumpRevision(db, record.entity, { collection: 'channelLocations', scope });
        }
        await db.query('UPDATE imports SET done = $2 WHERE no = $1', [record.no, to]);
      });
      record.done = to;
      await breathe();
    }
    await transaction(pool, db => conclude(context, db, options, at, CHUNK.embedded));
  } catch (error) {
    // One that has begun is carried on in a moment: until then what it has still to change must stay as it was found.
    if (record.done === 0 || error instanceof NotMine) release();
    throw error;
  }
  release();
}

/** Looks at every record before the first is changed. @throws PlanOutdated */
async function verify({ database }: ServerContext, { record, total }: ApplyOptions): Promise<void> {
  const step = CHUNK.embedded * 2;
  for (let from = 0; from < total; from += step) {
    await transaction(database.pool, async db => {
      await begin(db, record);
      const { rowCount } = await db.query(
        `SELECT 1 FROM channel_location_import_rows r LEFT JOIN channel_locations p ON ${SAME('p', 'r')}
          WHERE r.import_no = $1 AND r.n >= $2 AND r.n < $3 AND coalesce(p.version, 0) <> r.before_version LIMIT 1`,
        [record.no, from, from + step],
      );
      if (rowCount !== 0) throw new PlanOutdated();
    });
    await breathe();
  }
}

async function channelsOf(db: Queryable, record: ImportRecord, from = 0, to = Infinity): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT DISTINCT channel_id AS id FROM channel_location_import_rows
      WHERE import_no = $1 AND n >= $2 AND n < $3 ORDER BY 1`,
    [record.no, from, Math.min(to, 2_147_483_647)],
  );
  return rows.map(({ id }) => id);
}

/**
 * Counters of the channels that the files name, as they were before the plan was made and raised by this import alone: where
 * others changed anything meanwhile, the same files are compared again.
 *
 * @param step rows of a transaction, each of which raised the counters of its channels; null where there was one for all
 */
async function revisionsAfter(
  db: Queryable,
  record: ImportRecord,
  step: number | null,
): Promise<Record<string, number> | undefined> {
  const planned = await db.query<{ revisions: Record<string, number> | null }>(
    'SELECT revisions FROM imports WHERE no = $1',
    [record.no],
  );
  const before = planned.rows[0]?.revisions;
  if (!before) return undefined;
  const { rows } = await db.query<{ id: number; raised: number }>(
    `SELECT channel_id AS id, count(DISTINCT n / $2::int4) AS raised FROM channel_location_import_rows
      WHERE import_no = $1 GROUP BY 1`,
    [record.no, step ?? 2_147_483_647],
  );
  // In several transactions the last one, which concludes, raises them once more.
  const last = step === null ? 0 : 1;
  const raised = new Map(rows.map(row => [String(row.id), row.raised + last]));
  return Object.fromEntries(Object.entries(before).map(([id, revision]) => [id, revision + (raised.get(id) ?? 0)]));
}

/** What stands behind the rows, in the same transaction. */
async function conclude(
  context: ServerContext,
  db: Queryable,
  { record, declaration, counts, total, url }: ApplyOptions,
  at: number,
  step: number | null = null,
): Promise<void> {
  const channels = await channelsOf(db, record);
  const fileUrlList = record.files.map(fileUrl);
  // What changed nothing is no write operation.
  if (total > 0) {
    await writeAudit(
      db,
      {
        person: { email: record.email },
        url,
        input: {
          fileUrlList,
          importId: record.id,
          hash: record.hash,
          ...(record.reverts === null ? {} : { reverts: record.reverts }),
        },
      },
      record.entity,
      {
        feature: declaration.permission.replace(/\.write$/, ''),
        operator: 'Import',
        // In the channel's own log where it is about one alone; its label shows no channel (LOG-8).
        channelId: channels.length === 1 ? (channels[0] ?? null) : null,
        tplId: null,
        before: null,
        after: { importId: record.id, ...counts },
      },
      at,
    );
  }
  if (record.files.length > 0 && record.reverts === null) {
    await db.query('UPDATE files SET expires_at = NULL, permission = $2 WHERE id = ANY ($1)', [
      record.files.map(({ id }) => id),
      declaration.permission.replace(/\.write$/, ''),
    ]);
  }
  if (record.reverts !== null) {
    const taken = await db.query('UPDATE imports SET reverted_by = $2 WHERE id = $1 AND reverted_by IS NULL', [
      record.reverts,
      record.id,
    ]);
    if (taken.rowCount === 0) throw new NotMine();
  }
  if (total > 0) await notifyOthers(context.database, db);
  const revisions = await revisionsAfter(db, record, step);
  // Last: writers of one channel wait for each other from here to the commit.
  for (const scope of channels) await bumpRevision(db, record.entity, { collection: 'channelLocations', scope });
  await updateImport(db, record.no, {
    state: 'applied',
    counts,
    total,
    ...(revisions ? { revisions } : {}),
    finishedAt: at,
  });
  if (record.key === null) return;
  const done = await findImport(db, record.id);
  await db.query(
    `INSERT INTO idempotency_keys (user_id, key, request_hash, status, reply, created_at)
     VALUES ($1, $2, $3, 200, $4, $5) ON CONFLICT DO NOTHING`,
    [record.userId, record.key, record.requestHash, okText(done && (await receiptOf(db, done))), at],
  );
}
