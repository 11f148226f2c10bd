import { OF_ENTITY, ownerInput, ownerOfKey, OWNERS, type CachedOwner, type OwnerKey } from '../../contract/owner.ts';
import { listThreePls } from '../../contract/threePls.ts';
import type { Country } from '../../domain/country.ts';
import type { Transport } from '../network/transport.ts';
import { countChange } from './counts.ts';
import type { MirrorDb } from './db.ts';
import { rightsMark } from './rights.ts';

/**
 * Channels and 3PLs by their keys (contract/owner), and the list of 3PLs: a few rows in the collection `threePls`,
 * where they are the source of truth. They are loaded after the screens, so that they do not delay the first list, and
 * are also added to an older build's mirror.
 */

/** Loads an entity's 3PLs if its snapshot lacks them. After an interruption, the next call requests them again. */
export async function loadThreePls(
  db: MirrorDb,
  call: Transport['call'],
  entity: Country,
  signal: AbortSignal,
): Promise<void> {
  const before = await db.snapshots.get(entity);
  if (!before || before.threePls) return;
  const rights = await rightsMark(db);
  const outcome = await call(listThreePls, {}, { entity, signal });
  if (outcome.kind !== 'ok') return;
  await db.transaction('rw', [db.rows, db.snapshots, db.counters], async () => {
    const snapshot = await db.snapshots.get(entity);
    if (!snapshot || (await rightsMark(db)) !== rights) return;
    for (const row of outcome.data.list) {
      const key = String(row.threePlId);
      const known = await db.rows.get([entity, 'threePls', key]);
      if (known && known.version >= row.version) continue;
      await db.rows.put({ entity, collection: 'threePls', key, version: row.version, row, at: 0 });
    }
    await db.snapshots.put({ ...snapshot, threePls: true });
    await countChange(db, entity, 'threePls');
  });
}

/**
 * The owner of cached rows, in the form that its list call uses; null for a channel or 3PL that is not cached. Requires
 * a transaction over `channels` and `rows`.
 */
export async function readOwner(db: MirrorDb, entity: Country, owner: CachedOwner): Promise<OwnerValues | null> {
  if (owner === OF_ENTITY) return { country: entity };
  const name = await nameOfOwner(db, entity, owner);
  return name === null ? null : ownerValues(entity, owner, name);
}

/** Values in a record that identify its owner. */
export type OwnerValues = { country: Country } & Record<string, unknown>;

/** The owner's values if its name is known. */
export function ownerValues(entity: Country, owner: CachedOwner, name: string): OwnerValues {
  if (owner === OF_ENTITY) return { country: entity };
  const { nameField } = OWNERS[ownerOfKey(owner).kind];
  return { ...ownerInput(owner), ...(nameField === null ? {} : { [nameField]: name }), country: entity };
}

/** Name of a channel or 3PL; null if it is not cached. Requires a transaction over `channels` and `rows`. */
export async function nameOfOwner(db: MirrorDb, entity: Country, owner: OwnerKey): Promise<string | null> {
  const { kind, id } = ownerOfKey(owner);
  if (kind === 'channel') return (await db.channels.get([entity, id]))?.name ?? null;
  const row = (await db.rows.get([entity, 'threePls', String(id)]))?.row;
  return row ? String(row['name']) : null;
}
