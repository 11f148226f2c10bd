import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { IDBFactory } from 'fake-indexeddb';
import type { Declarations } from '../../../src/contract/declarations.ts';
import { onceUnused } from '../../../src/sync/storage/inUse.ts';
import { Copies } from '../../../src/sync/outbox/copies.ts';
import { DexieOutbox, OutboxDb } from '../../../src/sync/outbox/dexieStore.ts';
import { isOpen, type StoredEntry } from '../../../src/sync/outbox/entry.ts';
import { GIVEN_UP } from '../../../src/sync/outbox/leaving.ts';
import { outboxName } from '../../../src/sync/storage/databaseNames.ts';
import { emptyEnded, giveUp, type Counter, type OutboxStore } from '../../../src/sync/outbox/store.ts';
import type { PersonsData } from '../../../src/sync/session/personsData.ts';
import type { EngineOutbox, EngineStorage } from '../../../src/sync/engine/engineStorage.ts';
import { FakeCaches } from '../../../src/sync/testing/fakeCaches.ts';
import type { Surroundings } from './browser.ts';
import type { Life } from './life.ts';
import { MemoryDevice, type DeviceOutbox } from './memory.ts';

/**
 * powerCut: the machine stops, and everything that no strict transaction has flushed to disk is lost. deleted: the
 * browser found its log corrupted and has deleted all databases.
 */
export type Loss = 'powerCut' | 'deleted';

/** The contents of an outbox at one moment. */
interface Contents {
  entries: StoredEntry[];
  counters: { name: Counter; value: number }[];
  /** Position in the order of commits. */
  at: number;
}

/** The part of an in-memory database that can be read without a transaction. */
interface Stores {
  rawObjectStores: Map<string, { records: { values(): Iterable<{ value: unknown }> } }>;
}

/**
 * A device whose outboxes are the product's own, in IndexedDB, with copies in Cache Storage. Tabs confirm writes with
 * strict transactions and engines settle them with relaxed ones; the machine or the browser may lose either (OB1).
 */
export class DurableDevice extends MemoryDevice {
  private factory = new IDBFactory();
  /** The contents that have reached the disk. */
  private readonly disk = new Map<number, Contents>();
  /** Entries that were lost and will be restored from their copies at the next opening. */
  private readonly lost = new Map<number, StoredEntry[]>();
  private commits = 0;
  /** Number of database operations in progress. */
  private atWork = 0;

  private readonly tabs: 'strict' | 'relaxed';

  /** `tabs` is `strict`, unless a test deliberately breaks the product. */
  constructor(tabs: 'strict' | 'relaxed' = 'strict', declared?: Declarations) {
    super(declared);
    this.tabs = tabs;
    Dexie.dependencies.indexedDB = this.factory;
    Object.assign(globalThis, { caches: new FakeCaches() });
  }

  /** From now on, no copies are written, because the whole program shares the Cache Storage. */
  close(): void {
    Object.assign(globalThis, { caches: undefined });
  }

  override outbox(userId: number): DeviceOutbox {
    const view = super.outbox(userId);
    const { entries, counters } = this.contents(userId);
    view.entries = new Map(entries.map(entry => [entry.seq, entry]));
    // Adds entries that have not been restored yet, because this may read in the middle of a transaction.
    const there = new Set(entries.map(({ id }) => id));
    for (const entry of this.lost.get(userId) ?? []) if (!there.has(entry.id)) view.entries.set(-entry.seq, entry);
    view.counters = new Map(counters.map(({ name, value }) => [name, value]));
    return view;
  }

  protected override isBusy(): boolean {
    return this.atWork > 0;
  }

  override open(userId: number, life: Life, env: Surroundings): EngineOutbox {
    return this.process(userId, life, env, this.tabs);
  }

  override storage(life: Life, env: Surroundings): EngineStorage {
    return {
      ...super.storage(life, env),
      openOutbox: userId => this.fenced(userId, this.process(userId, life, env, 'relaxed')),
    };
  }

  override data(life: Life, env: Surroundings): PersonsData {
    const forget = async (userId: number, discard: number, now: number) => {
      const store = this.open(userId, life, env);
      if (discard > 0) await giveUp(store, discard, { reason: GIVEN_UP, at: now });
      await emptyEnded(store);
      await store.tidyCopies?.();
      store.close();
      await onceUnused(env, outboxName(userId), async may => {
        const alone = new DexieOutbox(userId, 'relaxed', null, this.declared);
        const empty = await life.act(() => this.work(emptyEnded(alone))).finally(() => alone.close());
        if (!empty || !may()) return;
        await this.work(alone.copies.clear().then(() => Dexie.delete(outboxName(userId))));
        this.disk.delete(userId);
        this.lost.delete(userId);
        this.outboxes.delete(userId);
      });
    };
    return { ...super.data(life, env), ...forgetting(forget, () => [...this.outboxes.keys()]) };
  }

  /** Called while no process is alive. */
  override async lose(how: Loss): Promise<void> {
    const people = [...this.outboxes.keys()];
    if (how === 'deleted') this.disk.clear();
    // Restored entries may also not have reached the disk yet.
    for (const userId of people) {
      const restored = this.disk.get(userId)?.counters.some(({ name, value }) => name === 'restored' && value > 0);
      if (!restored) this.lost.set(userId, (await new Copies(userId).all()).filter(isOpen));
    }
    this.factory = new IDBFactory();
    Dexie.dependencies.indexedDB = this.factory;
    for (const [userId, { entries, counters }] of this.disk) {
      const db = new OutboxDb(userId, 'strict', null);
      await db.entries.bulkAdd(entries);
      await db.counters.bulkAdd(counters);
      db.close();
    }
  }

  private contents(userId: number): Contents {
    const { _databases: all } = this.factory as unknown as { _databases: Map<string, Stores> };
    const stores = all.get(outboxName(userId))?.rawObjectStores;
    const rows = (name: string) => [...(stores?.get(name)?.records.values() ?? [])].map(({ value }) => value);
    return {
      entries: rows('entries') as StoredEntry[],
      counters: rows('counters') as Contents['counters'],
      at: (this.commits += 1),
    };
  }

  private process(userId: number, life: Life, env: Surroundings, durability: 'strict' | 'relaxed'): EngineOutbox {
    const outbox = new DexieOutbox(userId, durability, env, this.declared);
    life.onDeath(() => outbox.close());
    return {
      declared: this.declared,
      transact: work => life.act(() => this.work(this.transact(userId, outbox, durability, work))),
      open: () => life.act(() => this.work(outbox.open())),
      counter: name => life.deliver(this.work(outbox.counter(name))),
      forgetEnded: keep => life.act(() => this.work(outbox.forgetEnded(keep))),
      tidyCopies: () => life.act(() => this.work(outbox.tidyCopies())),
      close: () => outbox.close(),
    };
  }

  private async work<T>(done: Promise<T>): Promise<T> {
    this.atWork += 1;
    try {
      return await done;
    } finally {
      this.atWork -= 1;
    }
  }

  private async transact<T>(
    userId: number,
    outbox: DexieOutbox,
    durability: 'strict' | 'relaxed',
    work: Parameters<OutboxStore['transact']>[0],
  ): Promise<T> {
    const faults = super.outbox(userId);
    if (faults.failure) throw faults.failure;
    const changed = new Set<number>();
    let written: Contents | null = null;
    const result = await outbox.transact(async tx => {
      const value = await work({
        ...tx,
        add: async entry => {
          const added = await tx.add(entry);
          changed.add(added.seq);
          return added;
        },
        put: async entries => {
          for (const { seq } of entries) changed.add(seq);
          await tx.put(entries);
        },
      });
      if (faults.full) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
      written = this.contents(userId);
      return value;
    });
    this.lost.delete(userId);
    if (durability === 'strict') this.reached(userId, written);
    for (const entry of this.contents(userId).entries) if (changed.has(entry.seq)) this.onKept(entry);
    return result as T;
  }

  /** A strict transaction also flushes everything written before it. */
  private reached(userId: number, written: Contents | null): void {
    if (written && written.at > (this.disk.get(userId)?.at ?? 0)) this.disk.set(userId, written);
  }
}

const forgetting = (
  forget: (userId: number, discard: number, now: number) => Promise<void>,
  people: () => number[],
): Pick<PersonsData, 'forgetUser' | 'forgetOthers'> => ({
  forgetUser: (userId, discard, now) => forget(userId, discard?.writes ?? 0, now),
  forgetOthers: async userId => {
    for (const id of people()) if (id !== userId) await forget(id, 0, 0);
  },
});
