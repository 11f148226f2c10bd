import type { Change } from '../../contract/feed.ts';
import type { Collection } from '../../contract/call.ts';
import { lockName, type Queryable } from './transaction.ts';

/**
 * Takes a lock until the end of the transaction, so that only one transaction at a time adds or deletes a record. It
 * must be taken before the row's lock: a version that was read just before a deletion commits would otherwise be older
 * than the tombstone, and readers of the feed would never show the row (MR2).
 */
export const lockKey = (db: Queryable, collection: Collection, key: string): Promise<void> =>
  lockName(db, `${collection}|${key}`);

/** The version that a write is based on (OB8). */
export interface BaseVersion {
  version?: number | undefined;
  /** When that version was written, in epoch seconds, if the caller knows. */
  basedAt?: number | undefined;
}

type Row = { version: number; updatedAt: number };

/**
 * Whether the version that a write is based on is lost, and another one has its number: if an old copy of the data was
 * put back, the number may exist again with other values. Its time differs, because the clock went on.
 */
export const isLost = (row: Row, { version, basedAt }: BaseVersion): boolean =>
  version === row.version && basedAt !== undefined && basedAt !== row.updatedAt;

/** Whether a record has changed since the version that a write is based on. */
export const isStale = (row: Row, base: BaseVersion): boolean =>
  base.version !== undefined && (base.version !== row.version || isLost(row, base));

/** Returns the version of a record's last tombstone, or 0 if the record was never deleted. */
export async function deletedVersion(db: Queryable, collection: Collection, key: string): Promise<number> {
  const { rows } = await db.query<{ version: number }>({
    name: 'version-after-deletion',
    text: 'SELECT version FROM deleted_versions WHERE collection = $1 AND key = $2',
    values: [collection, key],
  });
  return rows[0]?.version ?? 0;
}

/**
 * Returns the version of a new record: 1 or, if the record existed before, its tombstone's version plus one (OB8, MR2).
 */
export const firstVersion = async (db: Queryable, collection: Collection, key: string): Promise<number> =>
  (await deletedVersion(db, collection, key)) + 1;

/** Stores the versions of the tombstones among the changes. */
export async function rememberDeletions(db: Queryable, changes: readonly Change[]): Promise<void> {
  const gone = changes.filter(change => change.row === null);
  if (gone.length === 0) return;
  await db.query({
    name: 'version-of-deletion',
    text: `INSERT INTO deleted_versions (collection, key, version)
           SELECT * FROM unnest($1::text[], $2::text[], $3::int4[])
           ON CONFLICT (collection, key) DO UPDATE SET version = excluded.version`,
    values: [gone.map(change => change.collection), gone.map(change => change.key), gone.map(change => change.version)],
  });
}
