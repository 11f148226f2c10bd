import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { raiseVersions } from './raiseVersions.ts';

/**
 * The change feed counts in transaction ids of one database cluster, so a cursor is valid only within the history in
 * which it was issued. The key `feed.epochs` of `meta` contains that history as a list of epochs, each with the
 * transaction id at which it began; a cursor contains its epoch. A new epoch begins
 * - in another cluster (a dump restored elsewhere, a point-in-time recovery): the list starts over without the old
 *   entries, whose numbers are meaningless there;
 * - likewise after restoring a backup into the same database: data written since the backup is lost, although readers
 *   may have seen it. The key `feed.cluster` of `meta` contains the transaction that wrote it, which differs after a
 *   restore. The versions of all records are raised, because devices know versions of the lost history;
 * - whenever the embedded database starts, since its folder may have been restored from a copy: a cursor issued after
 *   the copy then has an unknown epoch, or lies beyond the start of the next one.
 */

export interface Epoch {
  id: string;
  /** The transaction id at which the epoch begins, in decimal. */
  from: string;
}

const KEPT_EPOCHS = 200;

/** Identifies the cluster and its history; empty if the server does not disclose it. */
async function clusterIdentity(client: ClientBase): Promise<string> {
  try {
    const { rows } = await client.query<{ id: string }>(
      `SELECT (SELECT system_identifier FROM pg_control_system())::text || '/' ||
              (SELECT timeline_id FROM pg_control_checkpoint())::text || '/' ||
              (SELECT oid FROM pg_database WHERE datname = current_database())::text AS id`,
    );
    return rows[0]?.id ?? '';
  } catch {
    return '';
  }
}

const SET_META = 'INSERT INTO meta (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value';

/** Lets the next start recognize that the database was restored. */
export const markRestored = async (client: Pick<ClientBase, 'query'>): Promise<void> => {
  await client.query(`UPDATE meta SET value = '' WHERE key = 'feed.cluster'`);
};

/** Makes sure that the feed has an epoch for this cluster and, if the database is embedded, for this start. */
export async function settleFeed(client: ClientBase, embedded: boolean): Promise<void> {
  const identity = await clusterIdentity(client);
  const { rows } = await client.query<{ key: string; value: string; writer: string }>(
    `SELECT key, value, xmin::text AS writer FROM meta WHERE key IN ('feed.epochs', 'feed.cluster')`,
  );
  const known = Object.fromEntries(rows.map(row => [row.key, row.value]));
  const writer = rows.find(row => row.key === 'feed.cluster')?.writer ?? '';
  const sameCluster = known['feed.epochs'] !== undefined && known['feed.cluster'] === `${identity} ${writer}`;
  if (sameCluster && !embedded) return;
  await client.query('BEGIN');
  try {
    if (!sameCluster) {
      await client.query('TRUNCATE changes');
      await client.query('DELETE FROM segment_sets');
      await client.query(`DELETE FROM meta WHERE key = 'feed.floor'`);
      if (known['feed.epochs'] !== undefined) await raiseVersions(client);
      // The `xmin` column of a row contains the lower half of the writing transaction's id.
      const { rows: own } = await client.query<{ xid: string }>(
        `SELECT (pg_current_xact_id()::text::numeric % 4294967296)::text AS xid`,
      );
      await client.query(SET_META, ['feed.cluster', `${identity} ${own[0]?.xid ?? ''}`]);
    }
    const now = await client.query<{ xmin: string }>('SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin');
    const started: Epoch = { id: randomBytes(6).toString('hex'), from: now.rows[0]?.xmin ?? '0' };
    const earlier = sameCluster ? (JSON.parse(known['feed.epochs'] ?? '[]') as Epoch[]) : [];
    await client.query(SET_META, ['feed.epochs', JSON.stringify([...earlier, started].slice(-KEPT_EPOCHS))]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
