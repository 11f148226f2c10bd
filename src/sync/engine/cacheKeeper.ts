import { collectionsOf, cachedCollections } from '../../contract/call.ts';
import { compareOwners, OF_ENTITY, scopeOfOwner, type OwnerKey } from '../../contract/owner.ts';
import type { Country } from '../../domain/country.ts';
import type { CachedSetId, CachedSet, MirrorDb } from '../mirror/db.ts';
import { dropEntityCollection, dropCached } from '../mirror/dropCached.ts';
import { loadThreePls } from '../mirror/owners.ts';
import { completeSet, pinSet } from '../mirror/opened.ts';
import { changedCount, foldSet, loadSet } from '../mirror/loadSet.ts';
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
 * channels and 3PLs. Loads one set at a time, after the screens' own data and with the locations of all channels before
 * any other collection; merges accumulated changes into segments and evicts everything else. Runs alongside the feed in
 * the leader engine; an interrupted load resumes the next time the feed catches up.
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
    while (this.again && !this.abort.signal.aborted) {
      this.again = false;
      for (;;) {
        const next = await this.next(tried);
        if (!next || this.abort.signal.aborted) break;
        tried.add(nameOf(next));
        await this.load(next);
      }
      await this.fold();
    }
  }

  /**
   * Evicts sets that are neither pinned nor recently opened; returns the next set to load, by collection and with
   * pinned channels first.
   */
  private async next(tried: ReadonlySet<string>): Promise<CachedSet | undefined> {
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
    for (const collection of cachedCollections(db.declared.resources)) {
      const next = open.find(set => set.collection === collection);
      if (next) return next;
    }
    return undefined;
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

  private async load(set: CachedSet): Promise<void> {
    const { db, call, entity, usedShare } = this.deps;
    const id: CachedSetId = [entity, set.collection, set.owner];
    if (((await usedShare()) ?? 0) > ROOM_SHARE) {
      if (set.state !== 'noRoom') await db.sets.update([...id], { state: 'noRoom' });
      return;
    }
    const failed = await loadSet(db, call, id, this.abort.signal);
    // An interrupted load is retried.
    if (failed?.kind !== 'refused') return;
    if (set.owner === OF_ENTITY) {
      // The person lacks the permission (MR4), or the server does not know this collection yet.
      this.refused.add(nameOf(set));
      await dropEntityCollection(db, entity, set.collection);
      return;
    }
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
