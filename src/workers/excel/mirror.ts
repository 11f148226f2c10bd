import { Dexie } from 'dexie';
import type { LocationRow } from '../../contract/locations.ts';
import type { Country } from '../../domain/country.ts';
import { ROW, type Checked, type ImportLookup } from '../../domain/import/check.ts';
import type { HeldRecords } from '../../domain/import/diff.ts';
import { PlaceLookup, type PlaceColumns } from '../../domain/import/places.ts';
import type { MirrorDb } from '../../sync/mirror/db.ts';
import { readHeld } from '../../sync/mirror/hold.ts';
import { nameOfRow, type PlaceSegment } from '../../sync/mirror/placeSegment.ts';
import { checkedAt } from '../../sync/mirror/standing.ts';

/** What an import is checked and compared with: the mirror, read by the worker itself so that no page waits for it. */
export interface ImportMirror {
  /** Null while the country's locations are not all here. */
  lookup(entity: Country): Promise<ImportLookup | null>;
  /** Records that the rows of a checked import may be about. */
  held(entity: Country, checked: Checked): Promise<{ records: HeldRecords; asOf: number; since: string | null }>;
}

/** Where the records of an import are held, by the import's id. Without a mirror nothing is. */
type HeldReader = (db: MirrorDb | null, entity: Country, checked: Checked) => Promise<HeldRecords>;
const HELD: Readonly<Record<string, HeldReader>> = { channelLocation: heldChannelLocations };

/** @param open opens the mirror once; where it cannot be opened, references are not checked and nothing is compared */
export function importMirror(open: () => Promise<MirrorDb>): ImportMirror {
  let opening: Promise<MirrorDb | null> | undefined;
  const reading = async <T>(work: (db: MirrorDb | null) => Promise<T>): Promise<T> => {
    const used = (opening ??= open().catch(() => null));
    const db = await used;
    try {
      return await work(db);
    } catch (error) {
      // It was removed or built anew meanwhile (MR5): whoever asks again gets the new one.
      if (opening === used) opening = undefined;
      db?.close();
      throw error;
    }
  };
  return {
    lookup: entity => reading(async db => db && lookupOf(db, entity)),
    held: (entity, checked) =>
      reading(async db => {
        const read = HELD[checked.declaration.id];
        if (!read) throw new Error(`nothing is held for ${checked.declaration.id}`);
        // Read before the records: what comes in between is then compared once more by the server, not left out.
        const asOf = db ? await checkedAt(db, entity) : 0;
        const since = (await db?.snapshots.get(entity))?.cursor ?? null;
        return { records: await read(db, entity, checked), asOf, since };
      }),
  };
}

async function lookupOf(db: MirrorDb, entity: Country): Promise<ImportLookup | null> {
  const snapshot = await db.snapshots.get(entity);
  if (!snapshot || snapshot.cursor === null) return null;
  const [segments, changed, channels] = await Promise.all([
    db.segments.bulkGet(snapshot.locations),
    db.rows
      .where('[entity+collection+key]')
      .between([entity, 'locations', Dexie.minKey], [entity, 'locations', Dexie.maxKey])
      .toArray(),
    db.channels.where('entity').equals(entity).toArray(),
  ]);
  if (segments.includes(undefined)) return null;
  const names = new Map(channels.map(({ channelId, name }) => [channelId, name]));
  const newer = new Map(changed.map(({ key, row }) => [Number(key), row as LocationRow | null]));
  return {
    country: entity,
    channelName: channelId => names.get(channelId) ?? null,
    channelIds: () => names.keys(),
    places: new PlaceLookup(
      placeColumns(
        segments.flatMap(segment => (segment ? [segment.columns] : [])),
        newer,
      ),
    ),
  };
}

function placeColumns(segments: readonly PlaceSegment[], newer: ReadonlyMap<number, LocationRow | null>): PlaceColumns {
  const columns = { ids: [] as number[], names: [] as string[], parents: [] as number[], levels: [] as number[] };
  const put = (id: number, name: string, parent: number, level: number): void => {
    columns.ids.push(id);
    columns.names.push(name);
    columns.parents.push(parent);
    columns.levels.push(level);
  };
  for (const segment of segments) {
    segment.ids.forEach((id, at) => {
      if (newer.has(id)) return;
      put(id, nameOfRow(segment, at), segment.parentIds[at] as number, segment.levels[at] as number);
    });
  }
  for (const row of newer.values()) if (row) put(row.locationId, row.name, row.parentId, row.level);
  return columns;
}

/** Serviceable locations of the channels that the files name; those that are not held whole are named. */
async function heldChannelLocations(db: MirrorDb | null, entity: Country, checked: Checked): Promise<HeldRecords> {
  const at = checked.declaration.columns.findIndex(({ key }) => key === 'channelId');
  const wanted = new Set<number>();
  for (const { values, wrong, rowKinds } of checked.files) {
    // What a wrong row names may be no channel at all.
    values[at]?.forEach((id, row) => {
      if (id > 0 && wrong[row] === 0 && rowKinds[row] !== ROW.skipped) wanted.add(id);
    });
  }
  const notHeld = new Set<number>();
  const parts = [];
  for (const channelId of wanted) {
    const set = await db?.held.get([entity, 'channelLocations', channelId]);
    if (!db || set?.state !== 'ready') {
      notHeld.add(channelId);
      continue;
    }
    const columns = await db.transaction('r', [db.heldSegments, db.heldRows], () => readHeld(db, set));
    parts.push({ channelId, columns: columns.slices(Math.max(1, columns.length))[0] });
  }
  const count = parts.reduce((sum, { columns }) => sum + (columns?.length ?? 0), 0);
  const channels = new Float64Array(count);
  const locations = new Float64Array(count);
  const types = new Float64Array(count);
  const flags = [0, 1, 2, 3].map(() => new Uint8Array(count));
  let from = 0;
  for (const { channelId, columns } of parts) {
    if (!columns) continue;
    const to = from + columns.length;
    const { locationId, type, flags: packed } = columns.numbers;
    channels.fill(channelId, from, to);
    if (locationId) locations.set(locationId, from);
    if (type) types.set(type, from);
    flags.forEach((column, bit) => {
      for (let row = from; row < to; row++) column[row] = ((packed?.[row - from] ?? 0) >> bit) & 1;
    });
    from = to;
  }
  return { count, keys: [channels, locations, types], values: flags, notHeld };
}
