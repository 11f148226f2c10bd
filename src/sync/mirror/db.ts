import { Dexie, type Table } from 'dexie';
import type { Collection } from '../../contract/call.ts';
import type { ChannelRow } from '../../contract/channels.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import { closeForNewer } from '../storage/closeForNewer.ts';
import { onlyFor, type Owns } from '../base/owner.ts';
import type { CachedPage, Row } from '../types.ts';
import { mirrorName } from '../storage/databaseNames.ts';
import { firstRevision } from './revisions.ts';
import type { PlaceSegment } from './placeSegment.ts';

/** The mirror's tables: server truth alone (MR1), expendable (MR5). */

export type CachedChannel = ChannelRow & { entity: Country };

/** A record changed since the segments were cut, or a tombstone (`row` null). Newest version seen of each key (MR2). */
export interface ChangedRow {
  entity: Country;
  collection: Collection;
  key: string;
  version: number;
  row: Row | null;
  /** Order of arrival, for pruning. */
  at: number;
}

export interface CachedSegment {
  /** Content hash. */
  id: string;
  entity: Country;
  collection: Collection;
  columns: PlaceSegment;
}

/**
 * One collection of a channel, a 3PL, or the entity that is cached whole, or shall be: a channel has one of each, pinned and opened
 * together; the entity's are cached for as long as the person may see them.
 * waiting: requested. loading: segments come in. ready: segments and the rows changed since are the truth up to the
 * feed's place. stale: the feed broke off, take fresh segments. noRoom: the browser's storage is too full.
 */
export interface CachedSet {
  entity: Country;
  collection: ResourceCollection;
  /** Number of what it is cached with (contract/owner): a channel, a 3PL, or `OF_ENTITY`. */
  channelId: number;
  /** The operator keeps the channel; otherwise it stays while it is among those opened lately. */
  pinned: boolean;
  /** Epoch milliseconds when the channel was. */
  openedAt: number;
  state: 'waiting' | 'loading' | 'ready' | 'stale' | 'noRoom';
  /** Share of the load that is in, 0 to 1. */
  progress: number;
  /** Why the server did not hand it out the last time, as a sentence; it is requested again. */
  problem?: string;
  /** Ids of its segments, in order. */
  segments: string[];
  /** Rows in the segments. */
  rows: number;
  /** Stored size, as far as columns show. */
  bytes: number;
  /** Raised whenever the segments become others, and never used again (`revisions.ts`): readers load them again. */
  generation: number;
}

/** The values of a cached column; of a text column its numbers. */
export type CachedNumbers = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

/** Some thousand rows of a cached set, by the columns of its declaration (contract/cached) and in its order. */
export interface CachedSegmentColumns {
  length: number;
  numbers: Record<string, CachedNumbers>;
  /** Distinct texts of each text column. */
  texts: Record<string, string[]>;
}

/** Names a cached set: entity, collection, number of its owner (contract/owner). */
export type CachedSetId = readonly [Country, ResourceCollection, number];

export interface CachedSetSegment {
  /** The server's content hash, or a name of our own for a folded one. */
  id: string;
  entity: Country;
  collection: ResourceCollection;
  channelId: number;
  columns: CachedSegmentColumns;
}

/** A row of a cached set changed since its segments were cut, or a tombstone. */
export interface CachedChange {
  entity: Country;
  collection: ResourceCollection;
  channelId: number;
  key: string;
  version: number;
  row: Row | null;
  /** Order of arrival. */
  at: number;
}

/** What is known of an entity's snapshot. */
export interface Snapshot {
  entity: Country;
  /** Where to ask changes from; null until a snapshot is whole. */
  cursor: string | null;
  /** Segments that make up the locations, in order. */
  locations: string[];
  /** Share of the first load that is in, 0 to 1. */
  progress: number;
  /** The 3PLs are in; a mirror of an older build lacks them. */
  threePls?: true;
  /** Raised whenever locations change, and never used again: readers of the columns load them again. */
  locationsRev: number;
}

/** How often a collection of an entity has changed. */
export interface ChangeCounter {
  id: string;
  value: number;
}

/** An answer, or a file, that is kept as the server sent it. */
export interface KeptAnswer {
  /** Entity and name (`kept.ts`). */
  id: string;
  entity: Country;
  /** Right that it was requested with; without it the answer goes (MR4). */
  permission: string;
  value: unknown;
  /** Epoch milliseconds of the answer. */
  at: number;
}

/** Raise with every change of the tables: a store of another version is thrown away and loaded again (MR5). */
export const MIRROR_VERSION = 6;

export class MirrorDb extends Dexie {
  declare channels: Table<CachedChannel, [Country, number]>;
  declare rows: Table<ChangedRow, [Country, Collection, string]>;
  declare segments: Table<CachedSegment, string>;
  declare pages: Table<CachedPage, string>;
  declare snapshots: Table<Snapshot, Country>;
  declare counters: Table<ChangeCounter, string>;
  declare sets: Table<CachedSet, [Country, ResourceCollection, number]>;
  declare setSegments: Table<CachedSetSegment, string>;
  declare setChanges: Table<CachedChange, [Country, ResourceCollection, number, string]>;
  declare kept: Table<KeptAnswer, string>;

  constructor(userId: number, owns: Owns) {
    super(mirrorName(userId), { chromeTransactionDurability: 'relaxed' });
    this.version(MIRROR_VERSION).stores({
      channels: '[entity+channelId], entity',
      rows: '[entity+collection+key], [entity+collection], [collection+at]',
      segments: 'id, [entity+collection]',
      pages: 'id, asOf, entity, *keys',
      snapshots: 'entity',
      counters: 'id',
      sets: '[entity+collection+channelId], [entity+channelId], entity',
      setSegments: 'id, [entity+collection+channelId]',
      setChanges: '[entity+collection+channelId+key], [entity+collection+channelId+at]',
      kept: 'id, at',
    });
    closeForNewer(this);
    onlyFor(this, userId, owns);
  }
}

/**
 * Opens the mirror; what cannot be opened, or was made by an older build, is deleted and rebuilt (MR5). A store of a
 * newer build is left alone.
 *
 * @throws when the browser stores nothing at all, a newer build's store is there, or the person is not signed in any more;
 * callers then work without a mirror
 */
export async function openMirror(userId: number, owns: Owns): Promise<MirrorDb> {
  const db = new MirrorDb(userId, owns);
  const made = await madeBy(db).catch(() => null);
  if (made === MIRROR_VERSION) return db;
  db.close();
  if (made !== null && made > MIRROR_VERSION) throw new Error('The mirror belongs to a newer build of the console.');
  if (!(await owns(userId))) throw new Error('The person is no longer signed in.');
  await Dexie.delete(mirrorName(userId));
  const again = new MirrorDb(userId, owns);
  await madeBy(again);
  return again;
}

const SCHEMA = 'schema';

/** Table version that a store was made with, noted in the store itself; a new one is noted as this build's. */
async function madeBy(db: MirrorDb): Promise<number> {
  await db.open();
  return db.transaction('rw', db.counters, async () => {
    const noted = await db.counters.get(SCHEMA);
    if (noted) return noted.value;
    await db.counters.bulkPut([{ id: SCHEMA, value: MIRROR_VERSION }, firstRevision()]);
    return MIRROR_VERSION;
  });
}
