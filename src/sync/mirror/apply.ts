import type { ChannelRow } from '../../contract/channels.ts';
import type { Collection } from '../../contract/call.ts';
import type { Change } from '../../contract/feed.ts';
import { fieldsOfKind, type Resource } from '../../contract/resource.ts';
import { oncePer } from '../../domain/oncePer.ts';
import type { Country } from '../../domain/country.ts';
import type { Row } from '../types.ts';
import { pageKey } from './pages.ts';
import type { ChangedRow, MirrorDb } from './db.ts';
import { countChange } from './counts.ts';
import { takeArrivals } from './counters.ts';
import { holdsChannels } from './loaded.ts';
import { versionOf } from './versionOf.ts';
import { keepCachedChanges } from './cachedRows.ts';
import { rightsMark } from './rights.ts';
import { takeRevision } from './revisions.ts';

/** Maximum number of rows kept only to protect cached pages from late responses. */
const KEEP_ROWS = 5000;

/** Collections whose lists show place names, and which therefore also change when a place does. */
const naming = oncePer((resources: readonly Resource[]) =>
  resources
    .filter(resource => fieldsOfKind(resource, 'placeName').length > 0)
    .map(({ collection }) => collection as Collection),
);

/** When and how changes were requested. */
interface Asked {
  /** The feed's cursor after the changes; omitted for a row from a response. */
  cursor?: string;
  /**
   * The cursor from which they were requested: if another engine that has lost the lead stored an older snapshot
   * meanwhile, the cursor is kept, and the gap is refetched.
   */
  since?: string;
  /**
   * The permissions under which they were requested: if these have changed since, nothing is stored and the cursor is
   * kept.
   */
  rights?: number | undefined;
}

/**
 * Stores changes in the mirror, each only if it is newer than the cached version, so that repeated, resumed or
 * overlapping batches have no effect (MR2). Patches in place the cached pages that show a changed row, and increments
 * each collection's change count once.
 *
 * @returns whether anything was new
 */
export function applyChanges(
  db: MirrorDb,
  entity: Country,
  changes: readonly Change[],
  { cursor, since, rights }: Asked = {},
): Promise<boolean> {
  return db.transaction('rw', tablesOfChanges(db), async () => {
    if (rights !== undefined && rights !== (await rightsMark(db))) return false;
    const kept = await keepCachedChanges(db, entity, changes);
    const fresh = await onlyNewer(db, entity, changes);
    if (fresh.length > 0) await store(db, entity, fresh);
    const touched = new Set(fresh.map(({ collection }) => collection));
    for (const collection of kept) touched.add(collection);
    if (touched.has('locations')) for (const collection of naming(db.declared.resources)) touched.add(collection);
    for (const collection of touched) await countChange(db, entity, collection);
    const snapshot = await db.snapshots.get(entity);
    const moved = since !== undefined && snapshot?.cursor !== since;
    if (snapshot && (cursor !== undefined || touched.has('locations'))) {
      await db.snapshots.put({
        ...snapshot,
        cursor: moved ? snapshot.cursor : (cursor ?? snapshot.cursor),
        ...(touched.has('locations') ? { locationsRev: await takeRevision(db, snapshot.locationsRev) } : {}),
      });
    }
    return fresh.length > 0;
  });
}

const tablesOfChanges = (db: MirrorDb) => [
  db.channels,
  db.rows,
  db.pages,
  db.snapshots,
  db.counters,
  db.sets,
  db.setChanges,
];

/**
 * Whether a change is newer than the cached version of a row or tombstone. Versions continue after a deletion, so a
 * repeated old creation does not restore a deleted record.
 */
const supersedes = (change: Change, cached: number | undefined): boolean =>
  cached === undefined || change.version > cached;

/** The last change per key, in feed order, if it is newer than the cached version. */
async function onlyNewer(db: MirrorDb, entity: Country, changes: readonly Change[]): Promise<Change[]> {
  const ids = [...new Map(changes.map(change => [`${change.collection}|${change.key}`, change])).entries()];
  const keys = ids.map(([, { collection, key }]) => [entity, collection, key] as [Country, Collection, string]);
  const rows = await db.rows.bulkGet(keys);
  const cached = new Map<string, number>();
  ids.forEach(([id], i) => {
    const row = rows[i];
    if (row) cached.set(id, row.version);
  });
  // A channel's row is in its own table. Other collections are not read, because a long queue has many of their rows.
  const named = keys.filter(([, collection]) => collection === 'channels').map(([, , key]) => Number(key));
  const channels = await db.channels.bulkGet(named.map(id => [entity, id] as [Country, number]));
  for (const channel of channels) if (channel) cached.set(`channels|${channel.channelId}`, channel.version);
  const fresh = new Map<string, Change>();
  // While the list is missing, a single channel would be mistaken for the complete list; the channel arrives with the
  // snapshot that is loading.
  const takesChannels = named.length === 0 || (await holdsChannels(db, entity));
  for (const change of changes) {
    if (change.collection === 'channels' && !takesChannels) continue;
    const id = `${change.collection}|${change.key}`;
    if (!supersedes(change, cached.get(id))) continue;
    cached.set(id, change.version);
    fresh.set(id, change);
  }
  return [...fresh.values()];
}

async function store(db: MirrorDb, entity: Country, changes: readonly Change[]): Promise<void> {
  let at = await takeArrivals(db, changes.length);
  const rows: ChangedRow[] = changes.map(({ collection, key, version, row }) => ({
    entity,
    collection,
    key,
    version,
    row,
    at: ++at,
  }));
  // A channel's row is in its own table; only its tombstone is stored here, as protection against late responses.
  await db.rows.bulkPut(rows.filter(({ collection, row }) => collection !== 'channels' || row === null));
  for (const { collection, key, row } of changes) {
    if (collection !== 'channels') continue;
    if (row) {
      await db.channels.put({ ...(row as unknown as ChannelRow), entity });
      await db.rows.delete([entity, collection, key]);
    } else await db.channels.delete([entity, Number(key)]);
  }
  await patchPages(db, rows);
  await prune(db, new Set(changes.map(({ collection }) => collection)));
}

async function patchPages(db: MirrorDb, rows: readonly ChangedRow[]): Promise<void> {
  const byKey = new Map(rows.map(row => [pageKey(row.entity, row.collection, row.key), row]));
  await db.pages
    .where('keys')
    .anyOf([...byKey.keys()])
    .distinct()
    .modify(page => {
      const kept = page.keys
        .map((key, i) => ({ key, row: newerOf(page.rows[i], byKey.get(key)) }))
        .filter((pair): pair is { key: string; row: Row } => pair.row !== null);
      page.total -= page.keys.length - kept.length;
      page.keys = kept.map(({ key }) => key);
      page.rows = kept.map(({ row }) => row);
    });
}

/** The newer of a listed row and its change; null if the row was deleted. */
const newerOf = (row: Row | undefined, changed: ChangedRow | undefined): Row | null => {
  if (!changed) return row ?? null;
  return changed.row === null || changed.version > versionOf(row) ? changed.row : (row ?? null);
};

/**
 * Drops the oldest rows that only pages need, from any collection. Keeps rows of `locations` and `threePls`, which are
 * the source of truth.
 */
async function prune(db: MirrorDb, touched: ReadonlySet<Collection>): Promise<void> {
  for (const collection of [...touched].filter(one => one !== 'locations' && one !== 'threePls')) {
    const ours = db.rows.where('[collection+at]').between([collection, 0], [collection, Infinity]);
    const excess = (await ours.count()) - KEEP_ROWS;
    if (excess > 1000) await ours.limit(excess).delete();
  }
}
