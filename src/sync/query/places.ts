import { Dexie, liveQuery, type Subscription } from 'dexie';
import type { LocationRow } from '../../contract/locations.ts';
import type { Country } from '../../domain/country.ts';
import { changeCount } from '../mirror/counts.ts';
import type { MirrorDb } from '../mirror/db.ts';
import { loadedSnapshot } from '../mirror/loaded.ts';
import { checkedAt } from '../mirror/cacheStatus.ts';
import { yieldToEventLoop } from './yieldToEventLoop.ts';
import { PlaceIndex, type PlaceChange } from './placeIndex.ts';

/**
 * Delay in milliseconds between loading the tree and preparing the parts that only make queries faster; in the
 * meantime, startup completes and the channel's own records are read.
 */
export const PREPARE_LATER = 1500;
/**
 * If records of the country that someone is waiting for are still loading then, preparation is delayed again by the
 * same time, at most this many times.
 */
const WAITS_MOST = 4;

/**
 * Names of the errors thrown when reading damaged records or records whose file is gone; reading a closed database
 * throws a different one.
 */
const UNREADABLE = new Set([
  'TypeError',
  'RangeError',
  'DataError',
  'NotFoundError',
  'NotReadableError',
  'UnknownError',
]);

/**
 * The location columns of the entities in use, kept as up to date as the mirror. They are in `ops`, so that all tabs
 * share one copy.
 */
export class Places {
  private readonly db: MirrorDb;
  private readonly cached = new Map<Country, PlaceIndex>();
  private readonly watched = new Map<Country, Subscription>();
  private readonly loading = new Map<Country, Promise<void>>();
  private readonly wanted = new Map<Country, number>();
  private readonly waiting = new Map<Country, (() => void)[]>();
  private readonly onChange: (entity: Country) => void;
  private readonly onBroken: () => void;

  /** @param onBroken called if the mirror's segments can no longer be read (MR5) */
  constructor(db: MirrorDb, onChange: (entity: Country) => void, onBroken: () => void = () => undefined) {
    this.db = db;
    this.onChange = onChange;
    this.onBroken = onBroken;
  }

  /** Keeps an entity's columns up to date from now on. */
  watch(entity: Country): void {
    if (this.watched.has(entity)) return;
    const revision = liveQuery(async () => (await this.db.snapshots.get(entity)) ?? null);
    let last = -1;
    const subscription = revision.subscribe({
      next: snapshot => {
        if (!snapshot || snapshot.cursor === null || snapshot.locationsRev === last) return;
        last = snapshot.locationsRev;
        this.wanted.set(entity, last);
        void this.load(entity);
      },
      // The mirror is broken; the data in memory remains in use until the mirror is rebuilt elsewhere (MR5).
      error: () => this.watched.delete(entity),
    });
    this.watched.set(entity, subscription);
  }

  /** Releases an entity's columns. */
  drop(entity: Country): void {
    this.watched.get(entity)?.unsubscribe();
    this.watched.delete(entity);
    this.cached.delete(entity);
  }

  /** The index; undefined until it is loaded. */
  of(entity: Country): PlaceIndex | undefined {
    return this.cached.get(entity);
  }

  /** Resolves to the index once it is loaded; if the entity has no mirror, this may never happen. */
  async soon(entity: Country): Promise<PlaceIndex | undefined> {
    return this.cached.get(entity) ?? this.next(entity);
  }

  /** The next index to be loaded. */
  private async next(entity: Country): Promise<PlaceIndex | undefined> {
    await new Promise<void>(resolve => {
      this.waiting.set(entity, [...(this.waiting.get(entity) ?? []), resolve]);
    });
    return this.cached.get(entity);
  }

  /** Resolves to the index once it includes this many place changes (mirror/counts). */
  async atLeast(entity: Country, rev: number): Promise<PlaceIndex | undefined> {
    let index = await this.soon(entity);
    while (index && index.asOf.rev < rev) index = await this.next(entity);
    return index;
  }

  close(): void {
    for (const entity of this.watched.keys()) this.drop(entity);
  }

  private async prepare(entity: Country, index: PlaceIndex): Promise<void> {
    let waits = 0;
    do await new Promise(resolve => setTimeout(resolve, PREPARE_LATER));
    while (++waits <= WAITS_MOST && (await this.isBeingLoaded(entity)));
    const wanted = () => this.cached.get(entity) === index;
    if (wanted()) await index.prepare(yieldToEventLoop);
    if (wanted()) await index.learnWords(yieldToEventLoop);
  }

  /** Whether records of a channel or of the entity are being loaded into the mirror. */
  private async isBeingLoaded(entity: Country): Promise<boolean> {
    const sets = await this.db.sets
      .where('entity')
      .equals(entity)
      .toArray()
      .catch(() => []);
    return sets.some(({ state }) => state === 'loading');
  }

  /** Loads one index at a time; a change during a load triggers one more. */
  private load(entity: Country): Promise<void> {
    const running = this.loading.get(entity);
    if (running) return running;
    const run = async () => {
      let built = -1;
      while (this.watched.has(entity) && this.wanted.get(entity) !== built) {
        built = this.wanted.get(entity) ?? -1;
        const index = await readPlaces(this.db, entity, yieldToEventLoop);
        if (index && this.watched.has(entity)) {
          this.cached.set(entity, index);
          for (const resolve of this.waiting.get(entity) ?? []) resolve();
          this.waiting.delete(entity);
          this.onChange(entity);
          void this.prepare(entity, index);
        }
      }
    };
    const loading = run()
      .catch((error: unknown) => {
        const broken = this.watched.delete(entity) && UNREADABLE.has((error as { name?: string }).name ?? '');
        if (broken) this.onBroken();
      })
      .then(() => {
        this.loading.delete(entity);
      });
    this.loading.set(entity, loading);
    return loading;
  }
}

/**
 * Reads an entity's index from a consistent state of the mirror, because a fresh snapshot may replace it meanwhile.
 * Null if the snapshot is incomplete: a place that is merely not loaded yet would seem not to exist.
 */
export async function readPlaces(
  db: MirrorDb,
  entity: Country,
  pause: () => Promise<void>,
): Promise<PlaceIndex | null> {
  const read = await db.transaction('r', [db.snapshots, db.segments, db.rows, db.counters], async () => {
    const snapshot = await loadedSnapshot(db, entity);
    if (!snapshot) return null;
    const segments = await db.segments.bulkGet(snapshot.locations);
    if (segments.includes(undefined)) return null;
    const rows = await db.rows
      .where('[entity+collection+key]')
      .between([entity, 'locations', Dexie.minKey], [entity, 'locations', Dexie.maxKey])
      .toArray();
    const asOf = { rev: await changeCount(db, entity, 'locations'), asOf: await checkedAt(db, entity) };
    return { segments, rows, asOf };
  });
  if (!read) return null;
  const changed = new Map<string, PlaceChange>(
    read.rows.map(({ key, version, row }) => [key, { version, row: row as LocationRow | null }]),
  );
  const columns = read.segments.flatMap(segment => (segment ? [segment.columns] : []));
  return PlaceIndex.build(entity, columns, changed, pause, read.asOf);
}
