import { collectionsOf, cachedCollections } from '../../contract/call.ts';
import { compareOwners, OF_ENTITY, scopeOfOwner, type OwnerKey } from '../../contract/owner.ts';
import type { Country } from '../../domain/country.ts';
import type { CachedSetId, CachedSet, MirrorDb } from '../mirror/db.ts';
import { dropEntityCollection, dropCached } from '../mirror/dropCached.ts';
import { loadThreePls } from '../mirror/owners.ts';
import { completeSet, pinSet } from '../mirror/opened.ts';
import { changedCount, foldSet, loadSet } from '../mirror/loadSet.ts';
import { loadSets } from '../mirror/loadSets.ts';
import { pacedLive } from '../storage/pacedLive.ts';
import type { Transport } from '../network/transport.ts';

export interface CacheKeeperDeps {
  entity: Country;
  db: MirrorDb;
  call: Transport['call'];
  uuid: () => string;
  /** The channels and 3PLs that the person keeps offline; this list outlives the mirror. */
  pinned: () => Promise<readonly OwnerKey[]>;
  now: () => number;
  /** Used fraction of the browser's storage, 0 to 1; null if unknown. */
  usedShare: () => Promise<number | null>;
}

/** Maximum number of channels and 3PLs cached automatically: the most recently opened ones. */
export const KEEP_OPENED = 5;
/** Loading stops once this fraction of the browser's storage is used. */
export const ROOM_SHARE = 0.6;
/** Number of changed rows at which a set's changes are merged into its segments. */
const FOLD_AFTER = 2_000;

/**
 * Caches the list of 3PLs, the collections that belong to an entity, and the records of its pinned or recently opened
 * channels and 3PLs. Loads the entity's small collections together and all others one set at a time, after the screens'
 * own data and with the locations of all channels before any other collection; merges accumulated changes into segments
 * and evicts everything else. Runs alongside the feed in the leader engine; an interrupted load resumes the next time
 * the feed catches up.
 */
export class CacheKeeper {
  private readonly deps: CacheKeeperDeps;
  private readonly abort = new AbortController();
  private readonly unwatch: () => void;
  /**
   * Channels, and sets by name, that the server refuses under the person's current permissions; retried after the next
   * start.
   */
  private readonly refused = new Set<string>();
  /** Counts changes of permissions: a refusal under earlier permissions says nothing about the current ones. */
  private rights = 0;
  /**
   * Whether the entity's sets are loaded one by one, because the server is older or could not return them together;
   * tried again after the next start.
   */
  private singly = false;
  private running = false;
  private again = false;
  /** Set when the mirror is complete; until then, the first load has exclusive use of the network. */
  private whole = false;

  constructor(deps: CacheKeeperDeps) {
    this.deps = deps;
    const { db, entity } = deps;
    // Progress is ignored: only the existence of sets matters, with their pins, states and last use.
    const wanted = async () =>
      (await db.sets.where('entity').equals(entity).toArray())
        .map(set => `${nameOf(set)} ${set.pinned} ${set.state} ${set.openedAt}`)
        .join(',');
    this.unwatch = pacedLive(wanted, { next: () => this.wake(), error: () => undefined });
  }

  /** Called when the feed has caught up, which implies that the network is up. */
  caughtUp(): void {
    this.whole = true;
    this.wake();
  }

  /** Called when the person's permissions change or they sign in again: data refused before may now be available. */
  rightsChanged(): void {
    this.refused.clear();
    this.rights += 1;
    this.singly = false;
    this.wake();
  }

  stop(): void {
    this.abort.abort();
    this.unwatch();
  }

  private wake(): void {
    this.again = true;
    if (this.running || !this.whole) return;
    this.running = true;
    void this.run()
      // The feed reports errors of the mirror (MR5); the next run starts over.
      .catch(() => undefined)
      .then(() => {
        this.running = false;
      });
  }

  private async run(): Promise<void> {
    const { db, call, entity } = this.deps;
    await loadThreePls(db, call, entity, this.abort.signal);
    const tried = new Set<string>();
    let together = true;
    while (this.again && !this.abort.signal.aborted) {
      this.again = false;
      for (;;) {
        const open = await this.open(tried);
        const [next] = open;
        if (!next || this.abort.signal.aborted) break;
        if (together && next.owner === OF_ENTITY) {
          together = false;
          const ofEntity = open.filter(({ owner }) => owner === OF_ENTITY);
          if (!(await this.loadTogether(ofEntity))) for (const set of ofEntity) tried.add(nameOf(set));
          continue;
        }
        tried.add(nameOf(next));
        await this.load(next);
      }
      await this.fold();
    }
  }

  /**
   * Evicts sets that are neither pinned nor recently opened; returns the sets to load, by collection and with pinned
   * channels first.
   */
  private async open(tried: ReadonlySet<string>): Promise<CachedSet[]> {
    const { db, entity } = this.deps;
    await this.restorePins();
    await completeSet(db, entity, collection => !this.refused.has(nameOf({ collection, owner: OF_ENTITY })));
    const sets = await db.sets.where('entity').equals(entity).toArray();
    sets.sort(
      (a, b) => Number(b.pinned) - Number(a.pinned) || b.openedAt - a.openedAt || compareOwners(a.owner, b.owner),
    );
    const loose = sets.filter(({ pinned, owner }) => !pinned && owner !== OF_ENTITY);
    const opened = [...new Set(loose.map(({ owner }) => owner))];
    const dropped = new Set(opened.slice(KEEP_OPENED));
    for (const owner of dropped) await dropCached(db, [entity, owner]);
    const open = sets.filter(
      set =>
        set.state !== 'ready' && !dropped.has(set.owner) && !tried.has(nameOf(set)) && !this.refused.has(nameOf(set)),
    );
    return cachedCollections(db.declared.resources).flatMap(collection =>
      open.filter(set => set.collection === collection),
    );
  }

  /** Restores the pins that a rebuilt mirror has lost (MR5). */
  private async restorePins(): Promise<void> {
    const { db, entity, pinned, now } = this.deps;
    const lost = new Set(await pinned().catch(() => []));
    if (lost.size === 0) return;
    for (const set of await db.sets.where('entity').equals(entity).toArray())
      if (set.pinned && set.owner !== OF_ENTITY) lost.delete(set.owner);
    for (const owner of lost) if (!this.refused.has(owner)) await pinSet(db, [entity, owner], true, now());
  }

  private async isFull(): Promise<boolean> {
    return ((await this.deps.usedShare()) ?? 0) > ROOM_SHARE;
  }

  /**
   * Loads the small ones among several sets of the entity.
   * @returns whether the sets that are not ready now may be loaded one by one; false if the network or the server
   *   failed, so that they are requested in the next run
   */
  private async loadTogether(sets: readonly CachedSet[]): Promise<boolean> {
    const { db, call, entity } = this.deps;
    if (this.singly || sets.length < 2 || (await this.isFull())) return true;
    const { rights } = this;
    // If storing them fails, for example because they do not fit into the room that is left, the next run loads them one
    // by one.
    this.singly = true;
    const collections = sets.map(({ collection }) => collection);
    const loaded = await loadSets(db, call, entity, collections, this.abort.signal);
    if (loaded.kind === 'done') {
      this.singly = false;
      // If the permissions changed meanwhile, those sets are requested one by one.
      if (rights === this.rights) for (const collection of loaded.missing) await this.refuse(collection);
      return true;
    }
    const { outcome } = loaded;
    // An older server does not know the call.
    if (outcome.kind === 'refused') return true;
    // A reply that did not arrive in time, or an error of the server, may be due to the amount of data.
    this.singly = outcome.kind === 'retryLater' || (outcome.kind === 'noNetwork' && outcome.reason === 'timeout');
    return false;
  }

  /** The person lacks the permission (MR4), or the server does not know this collection yet. */
  private async refuse(collection: CachedSet['collection']): Promise<void> {
    const { db, entity } = this.deps;
    this.refused.add(nameOf({ collection, owner: OF_ENTITY }));
    await dropEntityCollection(db, entity, collection);
  }

  private async load(set: CachedSet): Promise<void> {
    const { db, call, entity } = this.deps;
    const id: CachedSetId = [entity, set.collection, set.owner];
    if (await this.isFull()) {
      if (set.state !== 'noRoom') await db.sets.update([...id], { state: 'noRoom' });
      return;
    }
    const { rights } = this;
    const failed = await loadSet(db, call, id, this.abort.signal);
    // An interrupted load is retried, as is one that was refused under earlier permissions.
    if (failed?.kind !== 'refused' || rights !== this.rights) return;
    if (set.owner === OF_ENTITY) return this.refuse(set.collection);
    if (set.collection !== collectionsOf(scopeOfOwner(set.owner), db.declared.resources)[0]) {
      // The server does not know this collection yet; the owner's other collections are cached anyway.
      this.refused.add(nameOf(set));
      await db.sets.update([...id], { state: 'waiting' });
      return;
    }
    // The person lacks the permission, or the channel or 3PL does not exist, so nothing is cached (MR4).
    this.refused.add(set.owner);
    await dropCached(db, [entity, set.owner]);
  }

  private async fold(): Promise<void> {
    const { db, entity, uuid } = this.deps;
    const ready = (await db.sets.where('entity').equals(entity).toArray()).filter(({ state }) => state === 'ready');
    for (const { collection, owner } of ready) {
      if (this.abort.signal.aborted) return;
      const id: CachedSetId = [entity, collection, owner];
      if ((await changedCount(db, id)) >= FOLD_AFTER) await foldSet(db, id, `fold-${uuid()}`);
    }
  }
}

const nameOf = ({ collection, owner }: Pick<CachedSet, 'collection' | 'owner'>): string => `${collection}/${owner}`;
