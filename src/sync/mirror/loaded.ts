import type { ChannelRow } from '../../contract/channels.ts';
import type { ThreePlRow } from '../../contract/threePls.ts';
import type { Country } from '../../domain/country.ts';
import type { MirrorDb, Snapshot } from './db.ts';

/** A completely loaded snapshot: whatever is missing from it does not exist. */
export type LoadedSnapshot = Snapshot & { cursor: string };

/**
 * The entity's snapshot once it is complete; null while it loads, initially or after a removal. A reader that treats a
 * missing channel or place as nonexistent must check this first.
 */
export async function loadedSnapshot(db: MirrorDb, entity: Country): Promise<LoadedSnapshot | null> {
  const snapshot = await db.snapshots.get(entity);
  return snapshot && snapshot.cursor !== null ? { ...snapshot, cursor: snapshot.cursor } : null;
}

/**
 * An entity's channels by id; undefined while they load. They remain readable while only the locations are reloaded.
 * Both tables are read in one transaction; otherwise channels that arrive in between would be missed.
 */
export const readChannels = (db: MirrorDb, entity: Country): Promise<readonly ChannelRow[] | undefined> =>
  db.transaction('r', [db.channels, db.snapshots], async () => {
    const rows = await db.channels.where('entity').equals(entity).toArray();
    if (rows.length === 0 && !(await loadedSnapshot(db, entity))) return undefined;
    return rows.sort((a, b) => a.channelId - b.channelId);
  });

/** Whether an entity's channels are loaded. Requires a transaction over both tables. */
export const holdsChannels = async (db: MirrorDb, entity: Country): Promise<boolean> =>
  (await loadedSnapshot(db, entity)) !== null || (await db.channels.where('entity').equals(entity).count()) > 0;

/** An entity's 3PLs by id; undefined until they are loaded. */
export const readThreePls = (db: MirrorDb, entity: Country): Promise<readonly ThreePlRow[] | undefined> =>
  db.transaction('r', [db.rows, db.snapshots], async () => {
    if (!(await db.snapshots.get(entity))?.threePls) return undefined;
    const rows = await db.rows.where('[entity+collection]').equals([entity, 'threePls']).toArray();
    return rows
      .flatMap(({ row }) => (row ? [row as unknown as ThreePlRow] : []))
      .sort((a, b) => a.threePlId - b.threePlId);
  });
