import type { Country } from '../../domain/country.ts';
import { nowSeconds } from '../base/clock.ts';
import type { ServerContext } from '../context.ts';
import { recordTable } from '../db/recordSql.ts';
import { bumpRevision } from '../db/revisions.ts';
import { ADDED_MOST, updateStatistics } from '../db/statistics.ts';
import { transaction, type Queryable } from '../db/transaction.ts';
import type { LockedList } from '../jobs/importRunner.ts';
import { Later } from '../jobs/kind.ts';
import { yieldToEventLoop } from '../base/yieldToEventLoop.ts';
import { conclude, NotMine, type ApplyOptions } from './conclude.ts';
import { extrasOf } from '../resources/all.ts';
import { PLACES } from '../../contract/fields/base.ts';
import { NO_OWNER } from '../../contract/owner.ts';
import { referencesOf } from '../../contract/references.ts';
import { hasAllNames, referringLists, usedNames } from '../resources/references.ts';
import { channelsOf, isOutdated, planByIndex } from './staged.ts';
import type { ImportStore } from './store.ts';

/** Applies an import's staged rows (imports/store). */

/** Number of rows per statement. On the embedded database, a statement blocks other calls while it runs. */
const CHUNK = { embedded: 2_000, postgres: 10_000 } as const;

/**
 * Maximum number of changed rows that are applied in a single transaction on the embedded database; other callers wait
 * about a second for it.
 */
export const ONE_TRANSACTION = 20_000;

const IMPORT_LOCK = 7_205_321;

/** How many milliseconds an import waits in its queue if another import has locked its channels. */
const LOCKED_MILLIS = 1_000;

/** Thrown if records have changed since the plan was made, so that a new plan is needed. */
export class PlanOutdated extends Error {}

/**
 * Applies an import's rows, all or none: records with their versions, tombstones, feed, counters, one log entry, the
 * receipt, and the reply under the call's key (OB3, MR2, MR3).
 *
 * This is one transaction, except for a large import into the embedded database: because everyone waits for the only
 * connection, each chunk is a separate transaction. The import's channels and the lists on which it depends
 * (`listsToLock`) are then locked against other writes, and because all its rows have been staged and verified, it always
 * runs to completion. After a kill, it continues in the
 * background with its channels still locked.
 * @throws Later if another import has locked its channels; PlanOutdated if a record differs from the plan, in which
 *   case nothing is changed; NotMine if the import must no longer be applied; RestartedElsewhere
 */
export async function applyRows(context: ServerContext, options: ApplyOptions): Promise<void> {
  const { database } = context;
  const { record, store, total } = options;
  const at = nowSeconds(context);
  if (database.kind === 'postgres' || total <= context.largeImport) {
    await transaction(database.pool, async db => {
      await begin(db, options);
      if (database.kind === 'embedded') refuseLocked(context, options, await channelsOf(db, store, record.no));
      await requirePlan(db, options);
      if (!(await hasAllNames(db, store.resource, record.entity, record.no))) throw new PlanOutdated();
      await applyChunks(db, options, 0, total, CHUNK[database.kind], at);
      // Another transaction may have referred to a removed record until it was removed.
      if ((await usedNames(db, store.resource, record.entity, record.no)) !== null) throw new PlanOutdated();
      await conclude(context, db, options, at);
    });
  } else await applyStepwise(context, options, at);
  context.hub.poke();
  const hasTable = context.declared.resources.includes(store.resource);
  if (hasTable && total >= ADDED_MOST) await updateStatistics(database.pool, [recordTable(store.resource)]);
}

/**
 * Refuses to change records to which another import is being applied in chunks.
 * @throws Later
 */
function refuseLocked(
  { imports }: ServerContext,
  { record, store }: ApplyOptions,
  channels: readonly number[],
  collection: string = store.collection,
): void {
  if (channels.some(id => imports.isLocked({ collection, entity: record.entity }, id, record.no)))
    throw new Later(LOCKED_MILLIS);
}

/**
 * What an import in an entity that is applied in chunks locks until it is done: its channels; the lists to which it refers, so that no
 * record there is removed; and, if it removes records itself, the lists that refer to its own, so that no reference to
 * one of these records is added.
 */
export function listsToLock(
  { resource, collection }: Pick<ImportStore, 'resource' | 'collection'>,
  entity: Country,
  channels: readonly number[],
  removes: boolean,
): (LockedList & { channels: readonly number[] })[] {
  const named = referencesOf(resource).flatMap(({ names }) => (names.collection === PLACES ? [] : [names.collection]));
  const others = [...named, ...(removes ? referringLists(resource) : [])].filter(list => list !== collection);
  return [
    { collection, entity, channels },
    ...[...new Set(others)].map(list => ({ collection: list, entity, channels: [NO_OWNER] })),
  ];
}

async function begin(db: Queryable, { record, own }: ApplyOptions): Promise<void> {
  await own(db);
  // An advisory lock is used rather than a row lock, because another connection writes the import's progress in the
  // meantime.
  await db.query('SELECT pg_advisory_xact_lock($1, $2)', [IMPORT_LOCK, record.no]);
  const { rows } = await db.query<{ state: string }>('SELECT state FROM imports WHERE no = $1', [record.no]);
  if (rows[0]?.state !== 'applying') throw new NotMine();
  await planByIndex(db);
}

/**
 * Checks a plan once more against the records that it does not contain, which may have been added since.
 * @throws PlanOutdated
 */
async function requirePlan(db: Queryable, { record, store }: ApplyOptions): Promise<void> {
  const { lockPlan, planProblem } = extrasOf(store.resource);
  if (!lockPlan || !planProblem) return;
  await lockPlan(db, record.entity, record.no);
  if ((await planProblem(db, record.entity, record.no)) !== null) throw new PlanOutdated();
}

async function applyChunks(
  db: Queryable,
  { record, store, onProgress }: ApplyOptions,
  start: number,
  end: number,
  chunk: number,
  at: number,
): Promise<void> {
  for (let from = start; from < end; from += chunk) {
    const to = Math.min(end, from + chunk);
    const { rows } = await db.query<{ wanted: number; done: number }>({
      name: `import-chunk-${store.resource.id}`,
      text: store.chunk,
      values: [record.no, from, to, record.email, at, record.entity],
    });
    if (rows[0]?.wanted !== to - from || rows[0].done !== to - from) throw new PlanOutdated();
    const { followRows: follow } = extrasOf(store.resource);
    if (follow) await follow(db, record.entity, await store.rows(db, record.no, from, to), at);
    onProgress(to);
    await yieldToEventLoop();
  }
}

async function applyStepwise(context: ServerContext, options: ApplyOptions, at: number): Promise<void> {
  const { pool } = context.database;
  const { record, store, total } = options;
  const { collection } = store;
  const lists = listsToLock(store, record.entity, await channelsOf(pool, store, record.no), options.counts.removed > 0);
  for (const list of lists) refuseLocked(context, options, list.channels, list.collection);
  const release = context.imports.lock(lists, record.no);
  try {
    if (record.done === 0) await verify(context, options);
    for (let from = record.done; from < total; from += CHUNK.embedded) {
      const to = Math.min(total, from + CHUNK.embedded);
      await transaction(pool, async db => {
        await begin(db, options);
        await applyChunks(db, options, from, to, CHUNK.embedded, at);
        // Counts that were cached before this chunk are no longer valid.
        for (const scope of await channelsOf(db, store, record.no, from, to)) {
          await bumpRevision(db, record.entity, { collection, scope });
        }
        await db.query('UPDATE imports SET done = $2 WHERE no = $1', [record.no, to]);
      });
      record.done = to;
      await yieldToEventLoop();
    }
    await transaction(pool, async db => {
      await begin(db, options);
      await conclude(context, db, options, at);
    });
  } catch (error) {
    // An import that has started continues in a moment. Until then, the records that it has not changed yet stay
    // locked.
    if (record.done === 0 || error instanceof NotMine) release();
    throw error;
  }
  release();
}

/**
 * Checks all records before the first one is changed.
 * @throws PlanOutdated
 */
async function verify({ database }: ServerContext, options: ApplyOptions): Promise<void> {
  const { record, store, total } = options;
  const step = CHUNK.embedded * 2;
  await transaction(database.pool, async db => {
    await requirePlan(db, options);
    const { resource } = store;
    if (!(await hasAllNames(db, resource, record.entity, record.no))) throw new PlanOutdated();
    if ((await usedNames(db, resource, record.entity, record.no)) !== null) throw new PlanOutdated();
  });
  for (let from = 0; from < total; from += step) {
    await transaction(database.pool, async db => {
      await begin(db, options);
      if (await isOutdated(db, store, record.no, from, from + step)) throw new PlanOutdated();
    });
    await yieldToEventLoop();
  }
}
