import { Dexie, type Table } from 'dexie';
import { DECLARATIONS, type Declarations } from '../../contract/declarations.ts';
import type { Collection } from '../../contract/call.ts';
import type { ChannelRow } from '../../contract/channels.ts';
import type { CachedOwner } from '../../contract/owner.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import { closeForNewer } from '../storage/closeForNewer.ts';
import { onlyFor, type Owns } from '../base/owner.ts';
import type { CachedPage, Row } from '../types.ts';
import { mirrorName } from '../storage/databaseNames.ts';
import { firstRevision } from './revisions.ts';
import type { PlaceSegment } from './placeSegment.ts';

/** The mirror's tables. They contain only server data (MR1) and are expendable (MR5). */

export type CachedChannel = ChannelRow & { entity: Country };

/**
 * A record that changed after the segments were cut, or a tombstone (`row` null). Contains the newest known version per
 * key (MR2).
 */
export interface ChangedRow {
  entity: Country;
  collection: Collection;
  key: string;
  version: number;
  row: Row | null;
  /** Sequence number of its arrival, for pruning. */
  at: number;
}

export interface CachedSegment {
  /** The segment's content hash. */
  id: string;
  entity: Country;
  collection: Collection;
  columns: PlaceSegment;
}

/**
 * A set: a collection of a channel, a 3PL or the entity that is, or will be, completely cached. A channel has one set
 * per collection, pinned and opened together; the entity's sets are cached as long as the person has access to them.
 * waiting: requested. loading: segments are arriving. ready: segments and later changes are complete up to the feed's
 * cursor. stale: the feed was interrupted, so new segments are needed. noRoom: the browser's storage is too full.
 */
export interface CachedSet {
  entity: Country;
  collection: ResourceCollection;
  /** The owner of the collection: a channel, a 3PL, or the entity. */
  owner: CachedOwner;
  /** Whether the person pinned the channel; otherwise it is kept only while it is among the recently opened ones. */
  pinned: boolean;
  /** Time at which the channel was last opened, in epoch milliseconds. */
  openedAt: number;
  state: 'waiting' | 'loading' | 'ready' | 'stale' | 'noRoom';
  /** Fraction loaded, 0 to 1. */
  progress: number;
  /** Why the server did not return the set last time, as a message; it will be requested again. */
  problem?: string;
  /** Ids of the set's segments, in order. */
  segments: string[];
  /** Number of rows in the segments. */
  rows: number;
  /** Stored size in bytes, estimated from the columns. */
  bytes: number;
  /** Changes whenever the segments are replaced, and is never reused (`revisions.ts`): readers then reload them. */
  generation: number;
}

/** A cached column's values; for a text column, its string codes. */
export type CachedNumbers = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** A few thousand rows of a cached set, with the columns and order of its declaration (contract/cached). */
export interface CachedSegmentColumns {
  length: number;
  numbers: Record<string, CachedNumbers>;
  /** Distinct strings of each text column. */
  texts: Record<string, string[]>;
}

/** Identifies a cached set. */
export type CachedSetId = readonly [Country, ResourceCollection, CachedOwner];

export interface CachedSetSegment {
  /** The server's content hash, or our own name for a merged segment. */
  id: string;
  entity: Country;
  collection: ResourceCollection;
  owner: CachedOwner;
  columns: CachedSegmentColumns;
}

/** A row of a cached set that changed after its segments were cut, or a tombstone. */
export interface CachedChange {
  entity: Country;
  collection: ResourceCollection;
  owner: CachedOwner;
  key: string;
  version: number;
  row: Row | null;
  /** Sequence number of its arrival. */
  at: number;
}

/** State of an entity's snapshot. */
export interface Snapshot {
  entity: Country;
  /** Cursor from which changes are requested; null until a snapshot is complete. */
  cursor: string | null;
  /** Ids of the segments that make up the locations, in order. */
  locations: string[];
  /** Fraction of the first load that is complete, 0 to 1. */
  progress: number;
  /** Whether the 3PLs are loaded; an older build's mirror lacks them. */
  threePls?: true;
  /** Changes whenever locations change, and is never reused: readers of the columns then reload them. */
  locationsRev: number;
}

/** Number of changes to a collection of the entity. */
export interface ChangeCounter {
  id: string;
  value: number;
}

/** A response or file, cached exactly as the server sent it. */
export interface KeptAnswer {
  /** Entity and name (`kept.ts`). */
  id: string;
  entity: Country;
  /** Permission with which it was requested; if the person loses that permission, the response is removed (MR4). */
  permission: string;
  value: unknown;
  /** Time of the response in epoch milliseconds. */
  at: number;
  /** Number of the request (`kept.ts`); missing in a response that an earlier build cached. */
  no?: number;
}

/** Increment this with every change to the tables: a store with another version is discarded and reloaded (MR5). */
export const MIRROR_VERSION = 7;

export class MirrorDb extends Dexie {
  declare channels: Table<CachedChannel, [Country, number]>;
  declare rows: Table<ChangedRow, [Country, Collection, string]>;
  declare segments: Table<CachedSegment, string>;
  declare pages: Table<CachedPage, string>;
  declare snapshots: Table<Snapshot, Country>;
  declare counters: Table<ChangeCounter, string>;
  declare sets: Table<CachedSet, [Country, ResourceCollection, CachedOwner]>;
  declare setSegments: Table<CachedSetSegment, string>;
  declare setChanges: Table<CachedChange, [Country, ResourceCollection, CachedOwner, string]>;
  declare kept: Table<KeptAnswer, string>;
  /** The resources whose records are cached. */
  readonly declared: Declarations;

  constructor(userId: number, owns: Owns, declared: Declarations = DECLARATIONS) {
    super(mirrorName(userId), { chromeTransactionDurability: 'relaxed' });
    this.declared = declared;
    this.version(MIRROR_VERSION).stores({
      channels: '[entity+channelId], entity',
      rows: '[entity+collection+key], [entity+collection], [collection+at]',
      segments: 'id, [entity+collection]',
      pages: 'id, asOf, entity, *keys',
      snapshots: 'entity',
      counters: 'id',
      sets: '[entity+collection+owner], [entity+owner], entity',
      setSegments: 'id, [entity+collection+owner]',
      setChanges: '[entity+collection+owner+key], [entity+collection+owner+at]',
      kept: 'id, at',
    });
    closeForNewer(this);
    onlyFor(this, userId, owns);
  }
}

/**
 * Opens the mirror. A store that cannot be opened, or was made by an older build, is deleted and rebuilt (MR5); a newer
 * build's store is left alone.
 *
 * @throws if the browser does not store data, a newer build's store exists, or the person is no longer signed in;
 * callers then work without a mirror
 */
export async function openMirror(userId: number, owns: Owns, declared?: Declarations): Promise<MirrorDb> {
  const db = new MirrorDb(userId, owns, declared);
  const made = await madeBy(db).catch(() => null);
  if (made === MIRROR_VERSION) return db;
  db.close();
  if (made !== null && made > MIRROR_VERSION) throw new Error('The mirror belongs to a newer build of the console.');
  if (!(await owns(userId))) throw new Error('The person is no longer signed in.');
  await Dexie.delete(mirrorName(userId));
  const again = new MirrorDb(userId, owns, declared);
  await madeBy(again);
  return again;
}

const SCHEMA = 'schema';

/** The table version recorded in a store when it was created; a new store gets this build's version. */
async function madeBy(db: MirrorDb): Promise<number> {
  await db.open();
  // Read in a read-only transaction first, because this runs in each of a person's tabs, and a read-write transaction
  // would wait for all readers.
  const noted = await db.counters.get(SCHEMA);
  if (noted) return noted.value;
  return db.transaction('rw', db.counters, async () => {
    const now = await db.counters.get(SCHEMA);
    if (now) return now.value;
    await db.counters.bulkPut([{ id: SCHEMA, value: MIRROR_VERSION }, firstRevision()]);
    return MIRROR_VERSION;
  });
}
