import { CACHED_COLLECTIONS } from '../../contract/call.ts';
import { compareOwners, OF_ENTITY, type OwnerKey } from '../../contract/owner.ts';
import { COUNTRY_CODES, type Country } from '../../domain/country.ts';
import type { CachedSet, MirrorDb } from './db.ts';
import type { CachedPage } from '../types.ts';
import { placeBytes } from './placeSegment.ts';
import { checkedAt } from './cacheStatus.ts';

/** An overview of an entity's cached data, for display. Sizes are those of the values, not of files on disk. */

export interface CachedCollection {
  rows: number;
  bytes: number;
}

/** A set of a channel or 3PL. */
export type OwnedSet = CachedSet & { owner: OwnerKey };

export interface CachedData {
  channels: CachedCollection;
  threePls: CachedCollection;
  locations: CachedCollection;
  /** Cached list pages; `newest` and `oldest` in epoch milliseconds, 0 if there are none. */
  pages: CachedCollection & { pages: number; newest: number; oldest: number };
  /** Whether channels and locations are loaded; false while loading. */
  whole: boolean;
  /** Cached or requested sets of channels and 3PLs. */
  sets: readonly OwnedSet[];
  /** Cached or requested sets of the entity. */
  ofEntity: readonly CachedSet[];
  /** Time at which all data was last up to date, in epoch milliseconds; 0 if it never was. */
  checkedAt: number;
  /** Cached data of other countries, left over from when they were current. */
  others: readonly (CachedCollection & { entity: Country; checkedAt: number })[];
}

/** Channels by id, then 3PLs; each with its sets in loading order. */
const inOrder = (a: OwnedSet, b: OwnedSet): number =>
  compareOwners(a.owner, b.owner) ||
  CACHED_COLLECTIONS.indexOf(a.collection) - CACHED_COLLECTIONS.indexOf(b.collection);

/** Segments never change, so each is read and measured only once. */
const measured = new Map<string, CachedCollection>();

const jsonBytes = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + JSON.stringify(value).length, 0);

const sumOf = (parts: readonly CachedCollection[]): CachedCollection => ({
  rows: parts.reduce((sum, { rows }) => sum + rows, 0),
  bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
});

/** Measures the segments that have not been measured yet. */
async function measure(db: MirrorDb, ids: readonly string[]): Promise<void> {
  for (const segment of await db.segments.bulkGet(ids.filter(id => !measured.has(id)))) {
    if (!segment) continue;
    const { id, columns } = segment;
    measured.set(id, { rows: columns.ids.length, bytes: placeBytes(columns) });
  }
}

function pagesOf(pages: readonly CachedPage[]): CachedData['pages'] {
  const times = pages.map(({ asOf }) => asOf);
  return {
    pages: pages.length,
    rows: pages.reduce((sum, page) => sum + page.rows.length, 0),
    bytes: jsonBytes(pages.map(({ rows }) => rows)),
    newest: Math.max(0, ...times),
    oldest: times.length === 0 ? 0 : Math.min(...times),
  };
}

/**
 * An overview of all cached data from one entity's perspective. All tables are read concurrently, because a live query
 * that awaits its reads one after another misses changes to the later tables.
 */
export async function readCachedData(db: MirrorDb, entity: Country): Promise<CachedData> {
  const [channels, threePls, snapshots, pages, sets, checked] = await Promise.all([
    db.channels.toArray(),
    db.rows
      .where('[entity+collection]')
      .anyOf(COUNTRY_CODES.map(code => [code, 'threePls']))
      .toArray(),
    db.snapshots.toArray(),
    db.pages.toArray(),
    db.sets.orderBy('[entity+owner]').toArray(),
    Promise.all(COUNTRY_CODES.map(code => checkedAt(db, code))),
  ]);
  await measure(
    db,
    snapshots.flatMap(({ locations }) => locations),
  );
  const of = (code: Country) => {
    const own = <T extends { entity: Country }>(rows: readonly T[]) => rows.filter(row => row.entity === code);
    const [snapshot] = own(snapshots);
    return {
      channels: { rows: own(channels).length, bytes: jsonBytes(own(channels)) },
      threePls: { rows: own(threePls).length, bytes: jsonBytes(own(threePls).map(({ row }) => row)) },
      locations: sumOf((snapshot?.locations ?? []).map(id => measured.get(id) ?? { rows: 0, bytes: 0 })),
      pages: pagesOf(own(pages)),
      whole: (snapshot?.cursor ?? null) !== null,
      sets: own(sets)
        .filter((set): set is OwnedSet => set.owner !== OF_ENTITY)
        .sort(inOrder),
      ofEntity: own(sets).filter(({ owner }) => owner === OF_ENTITY),
      checkedAt: checked[COUNTRY_CODES.indexOf(code)] ?? 0,
    };
  };
  const others = COUNTRY_CODES.filter(code => code !== entity).map(code => {
    const part = of(code);
    const all = sumOf([part.channels, part.threePls, part.locations, part.pages, ...part.sets, ...part.ofEntity]);
    return { entity: code, checkedAt: part.checkedAt, ...all };
  });
  return { ...of(entity), others: others.filter(({ rows }) => rows > 0) };
}
