import { CACHED_COLLECTIONS } from '../../contract/call.ts';
import { DECLARED } from '../../contract/cached.ts';
import { OF_ENTITY, type CachedOwner } from '../../contract/owner.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import type { Country } from '../../domain/country.ts';
import { changeCount, changeCounts } from '../mirror/counts.ts';
import { arrivals } from '../mirror/counters.ts';
import type { CachedSetId, CachedSet, CachedSetSegment, MirrorDb } from '../mirror/db.ts';
import { nameOfOwner, ownerValues, readOwner, type OwnerValues } from '../mirror/owners.ts';
import { changesAfter } from '../mirror/loadSet.ts';
import { checkedAt } from '../mirror/cacheStatus.ts';
import { pacedLive } from '../storage/pacedLive.ts';
import { yieldToEventLoop } from './yieldToEventLoop.ts';
import { CachedColumns } from '../mirror/cachedColumns.ts';
import type { CachedAnswer, CachedQuestion } from './cachedQuestion.ts';
import { cachedRow, CachedTable } from './cachedTable.ts';
import type { PlaceIndex } from './placeIndex.ts';

/**
 * Number of sets per collection whose columns stay in memory (least recently used are evicted). More are kept as long
 * as all sets together have at most this many rows (about 50 bytes each), because checking an address queries every
 * cached channel.
 */
const IN_MEMORY = 4;
const ROWS_IN_MEMORY = 600_000;
/** Number of segments combined between two pauses. */
const SLICE = 8;

interface Loaded {
  id: CachedSetId;
  generation: number;
  columns: CachedColumns;
  table: CachedTable | null;
  /** Arrival number up to which changes are included, and the change counter at that point. */
  at: number;
  rev: number;
  /** Number of place changes counted when the columns were read; the names must be at least that recent. */
  placesRev: number;
  owner: OwnerValues;
}

/** The last known state of an entity's cached sets. */
interface Freshness {
  /** Number of changes counted in each collection. */
  revs: Readonly<Record<ResourceCollection, number>>;
  asOf: number;
  /** Generations of the completely cached sets, by `nameOf`, and their owners' names. */
  ready: ReadonlyMap<string, number>;
  names: ReadonlyMap<CachedOwner, string>;
  /** The first collection of the most recently opened channel. */
  latest: CachedSetId | null;
}

interface Watch {
  freshness: Freshness | null;
  stop: () => void;
}

/**
 * Answers pages of cached sets from columns in memory. Changes in the mirror are loaded as soon as they are signaled,
 * at the latest before an answer that must include them: the caller passes the change counter it already knows
 * (`least`). An answer is one uninterrupted read of the columns.
 */
export class CachedLists {
  private readonly db: MirrorDb;
  private readonly loaded = new Map<string, Loaded>();
  /** Updates in progress, by set; updates of the same set run one at a time. */
  private readonly running = new Map<string, Promise<Loaded | null>>();
  private readonly watches = new Map<Country, Watch>();

  constructor(db: MirrorDb) {
    this.db = db;
  }

  /** Follows an entity's changes from now on, and loads the columns of its most recently opened channel into memory. */
  watch(entity: Country): void {
    if (this.watches.has(entity)) return;
    const watch: Watch = { freshness: null, stop: () => undefined };
    this.watches.set(entity, watch);
    watch.stop = pacedLive(() => this.readFreshness(entity), {
      next: freshness => {
        const first = watch.freshness === null;
        watch.freshness = freshness;
        if (first && freshness.latest !== null) void this.fresh(freshness.latest).catch(() => undefined);
        else this.follow(entity, freshness);
      },
      // The mirror is broken: each query tries to read it and reports the failure, until the mirror is rebuilt (MR5).
      error: () => this.watches.delete(entity),
    });
  }

  /** Releases an entity's columns. */
  drop(entity: Country): void {
    this.watches.get(entity)?.stop();
    this.watches.delete(entity);
    for (const name of this.loaded.keys()) if (name.startsWith(`${entity}/`)) this.loaded.delete(name);
  }

  close(): void {
    for (const entity of this.watches.keys()) this.drop(entity);
  }

  /**
   * The page, or null if the set is not completely cached.
   * @param newer waits for an index that includes this many place changes, if `places` does not
   */
  async answer(
    entity: Country,
    question: CachedQuestion,
    places: PlaceIndex,
    newer: (rev: number) => Promise<PlaceIndex | null | undefined> = async () => places,
  ): Promise<CachedAnswer | null> {
    const { collection, owner } = question;
    const id: CachedSetId = [entity, collection, owner];
    const { cached: known, freshness } = this.current(id, question.least ?? 0);
    const asOf = freshness ? freshness.asOf : await checkedAt(this.db, entity);
    const cached = known ?? (await this.fresh(id));
    if (!cached) return null;
    const { columns, rev, placesRev } = cached;
    const newName = freshness?.names.get(owner);
    const named = places.asOf.rev < placesRev ? await newer(placesRev) : places;
    if (!named) return null;
    const table = (cached.table ??= new CachedTable(columns, named));
    const found = table.page(question, named);
    const values = newName === undefined ? cached.owner : ownerValues(entity, owner, newName);
    const rows = found.positions.map(position => cachedRow(columns, named, position, values));
    return { rows, total: found.total, rev, asOf };
  }

  /** A set's columns, as up to date as the mirror; null if it is not completely cached. */
  async columns(entity: Country, collection: ResourceCollection, owner: CachedOwner): Promise<CachedColumns | null> {
    const id: CachedSetId = [entity, collection, owner];
    return (this.current(id, 0).cached ?? (await this.fresh(id)))?.columns ?? null;
  }

  /**
   * The columns in memory, if nothing newer was signaled, with the freshness on which that is based; marks them as most
   * recently used.
   */
  private current(id: CachedSetId, least: number): { cached?: Loaded; freshness?: Freshness } {
    const [entity, collection] = id;
    const name = nameOf(id);
    const { freshness } = this.watches.get(entity) ?? { freshness: null };
    const cached = this.loaded.get(name);
    if (!cached || freshness?.ready.get(name) !== cached.generation || this.running.has(name)) return {};
    if (freshness.revs[collection] > cached.rev || least > cached.rev) return {};
    this.loaded.delete(name);
    this.loaded.set(name, cached);
    return { cached, freshness };
  }

  private async readFreshness(entity: Country): Promise<Freshness> {
    const { db } = this;
    return db.transaction('r', [db.sets, db.counters, db.channels, db.rows], async () => {
      const sets = (await db.sets.where('entity').equals(entity).toArray()).filter(({ state }) => state === 'ready');
      const ids = [...new Set(sets.map(({ owner }) => owner))];
      const names = new Map<CachedOwner, string>();
      for (const id of ids) {
        const name = id === OF_ENTITY ? null : await nameOfOwner(db, entity, id);
        if (name !== null) names.set(id, name);
      }
      const latest = sets
        .filter(({ collection }) => collection === CACHED_COLLECTIONS[0])
        .reduce<CachedSet | null>((a, b) => (a && a.openedAt >= b.openedAt ? a : b), null);
      const revs = await changeCounts(db, entity);
      return {
        revs: Object.fromEntries(
          CACHED_COLLECTIONS.map(collection => [collection, revs.get(collection) ?? 0]),
        ) as Freshness['revs'],
        asOf: await checkedAt(db, entity),
        ready: new Map(sets.map(set => [nameOf(idOf(set)), set.generation])),
        names,
        latest: latest && idOf(latest),
      };
    });
  }

  /** Applies changes to the columns in memory, so that the next query does not have to wait for that. */
  private follow(entity: Country, freshness: Freshness): void {
    for (const [name, { id, rev }] of this.loaded) {
      if (id[0] !== entity) continue;
      if (!freshness.ready.has(name)) this.loaded.delete(name);
      else if (rev < freshness.revs[id[1]]) void this.fresh(id).catch(() => undefined);
    }
  }

  private fresh(id: CachedSetId): Promise<Loaded | null> {
    const name = nameOf(id);
    const before = this.running.get(name) ?? Promise.resolve(null);
    const next = before.catch(() => null).then(() => this.bringUp(name, id));
    this.running.set(name, next);
    return next.finally(() => {
      if (this.running.get(name) === next) this.running.delete(name);
    });
  }

  private async bringUp(name: string, id: CachedSetId): Promise<Loaded | null> {
    const { db } = this;
    const [entity, collection, ownedBy] = id;
    const known = this.loaded.get(name);
    this.loaded.delete(name);
    const tables = [db.sets, db.setSegments, db.setChanges, db.counters, db.channels, db.rows];
    const read = await db.transaction('r', tables, async () => {
      const set = await db.sets.get([...id]);
      const owner = await readOwner(db, entity, ownedBy);
      if (set?.state !== 'ready' || !owner) return null;
      const placesRev = await changeCount(db, entity, 'locations');
      const common = { set, owner, at: await arrivals(db), placesRev };
      const rev = await changeCount(db, entity, collection);
      if (known?.generation === set.generation) {
        const changes = common.at === known.at ? [] : await changesAfter(db, id, known.at);
        return { ...common, rev, changes, segments: null };
      }
      const segments = await db.setSegments.bulkGet(set.segments);
      return { ...common, rev, changes: await changesAfter(db, id, 0), segments };
    });
    if (!read) return null;
    const { set, segments, changes, at, rev, placesRev, owner } = read;
    const columns = segments ? await assemble(set, segments) : known?.columns;
    if (!columns) return null;
    columns.apply(changes);
    const table = segments ? null : (known?.table ?? null);
    const loaded = { id, generation: set.generation, columns, table, at, rev, placesRev, owner };
    this.loaded.set(name, loaded);
    const alike = [...this.loaded].filter(([, other]) => other.id[1] === collection);
    let rows = [...this.loaded.values()].reduce((sum, other) => sum + other.columns.length, 0);
    for (const [oldest, other] of alike.slice(0, -IN_MEMORY)) {
      if (rows <= ROWS_IN_MEMORY) break;
      this.loaded.delete(oldest);
      rows -= other.columns.length;
    }
    return loaded;
  }
}

const nameOf = (id: CachedSetId): string => id.join('/');
const idOf = ({ entity, collection, owner }: CachedSet): CachedSetId => [entity, collection, owner];

async function assemble(set: CachedSet, segments: readonly (CachedSetSegment | undefined)[]) {
  const columns = segments.flatMap(segment => (segment ? [segment.columns] : []));
  if (columns.length !== set.segments.length) return undefined;
  return CachedColumns.fromSlices(DECLARED[set.collection], columns, SLICE, yieldToEventLoop);
}
