import { Dexie, type EntityTable, type Table } from 'dexie';
import type { Collection } from '../../contract/call.ts';
import { DECLARATIONS, type Declarations } from '../../contract/declarations.ts';
import type { Country } from '../../domain/country.ts';
import { closeForNewer } from '../storage/closeForNewer.ts';
import { UsedDb, type Users } from '../storage/lockedDb.ts';
import { Copies } from './copies.ts';
import { isOpen, isTrouble, OPEN_STATES, type StoredEntry } from './entry.ts';
import { isUnnumbered } from './provisional.ts';
import { pausedSummaryOf, type PausedSummary } from './pausedSummary.ts';
import { outboxName } from '../storage/databaseNames.ts';
import { restore } from './restore.ts';
import type { Counter, OutboxStore, OutboxTx } from './store.ts';

/**
 * The outbox's own database (OB1). A tab opens it `strict`: a confirmed write has reached the disk. The sender opens it
 * `relaxed`: if a power failure loses its last marks, a write is merely resent with the same key (OB3).
 */
export class OutboxDb extends UsedDb {
  declare entries: EntityTable<StoredEntry, 'seq'>;
  declare counters: Table<{ name: Counter; value: number }, Counter>;

  constructor(userId: number, durability: 'strict' | 'relaxed', users?: Users) {
    super(outboxName(userId), { chromeTransactionDurability: durability }, users);
    this.version(1).stores({
      entries: '++seq, &id, state, settledSeq, [record+state], [collection+entity+state]',
      counters: 'name',
    });
    closeForNewer(this);
  }
}

/**
 * Maximum number of pending writes to check for the reason why nothing is sent, so that a long queue is not read
 * entirely.
 */
const LOOKED_AT = 20;

const bySeq = (a: StoredEntry, b: StoredEntry): number => a.seq - b.seq;

/** The outbox, stored with Dexie. The reads below are used in the tabs' live queries. */
export class DexieOutbox implements OutboxStore {
  readonly declared: Declarations;
  readonly db: OutboxDb;
  readonly copies: Copies;
  private readonly acknowledges: boolean;
  private restoring: Promise<void> | null = null;

  constructor(userId: number, durability: 'strict' | 'relaxed', users?: Users, declared: Declarations = DECLARATIONS) {
    this.declared = declared;
    this.db = new OutboxDb(userId, durability, users);
    this.copies = new Copies(userId, users?.clock, () => void this.tidyCopies());
    this.acknowledges = durability === 'strict';
  }

  async transact<T>(work: (tx: OutboxTx) => Promise<T>): Promise<T> {
    this.restoring ??= this.restoreLost();
    await this.restoring;
    const added: StoredEntry[] = [];
    const changed = new Map<string, StoredEntry>();
    let adding: Promise<void> | null = null;
    try {
      const result = await this.run(async tx => {
        const value = await work({
          ...tx,
          add: async entry => {
            const one = await tx.add(entry);
            added.push(one);
            return one;
          },
          put: async list => {
            for (const entry of list) changed.set(entry.id, entry);
            await tx.put(list);
          },
        });
        // Runs outside the transaction, so that the copies are written in parallel with the disk write.
        if (this.acknowledges) adding = Dexie.ignoreTransaction(() => this.copies.keep(added));
        return value;
      });
      const all = [...changed.values()];
      // Writes that move with their creation to its new number must not keep a copy with the old number and no
      // creation.
      const followed = this.copies.keep(
        all.filter(entry => isOpen(entry) && entry.provisional !== undefined && !isUnnumbered(entry)),
      );
      const dropped = followed.then(() => this.copies.drop(all.filter(entry => !isOpen(entry)).map(({ id }) => id)));
      // A tab confirms the write only after this; a sender need not wait.
      if (this.acknowledges) await Promise.all([adding, dropped, this.copies.keep(all.filter(isOpen))]);
      return result;
    } catch (error) {
      await adding;
      await this.copies.drop(added.map(({ id }) => id));
      throw error;
    }
  }

  /** Awaited before the first use of a new outbox: restores what the browser lost with the previous one (OB1, OB6). */
  private async restoreLost(): Promise<void> {
    try {
      if ((await this.counter('restored')) > 0) return;
      const lost = await this.copies.all();
      const back = await this.run(async tx => {
        if ((await tx.counter('restored')) > 0) return [];
        await tx.setCounter('restored', 1);
        return restore(tx, lost);
      });
      await this.copies.keep(back);
    } catch {
      // The next use tries again. If the store is broken, that use reports the failure.
      this.restoring = null;
    }
  }

  /**
   * Removes copies that outlived their writes, because a sender did not wait for their removal or its process ended
   * first.
   */
  async tidyCopies(): Promise<void> {
    try {
      // If a new outbox could not restore the copies yet, e.g. because they were unreadable, they are the only data
      // left.
      if ((await this.counter('restored')) === 0) return;
      const stale: string[] = [];
      for (const id of await this.copies.ids()) {
        const entry = await this.byId(id);
        if (!entry || !isOpen(entry)) stale.push(id);
      }
      await this.copies.drop(stale);
    } catch {
      // The copies are checked again at the next start.
    }
  }

  private run<T>(work: (tx: OutboxTx) => Promise<T>): Promise<T> {
    const { entries, counters } = this.db;
    // Reads all states at once, because a record has few entries, while a cursor over the open states would take one
    // step for each.
    const allOf = async (record: string) =>
      (await entries.where('[record+state]').between([record, ''], [record, '\uffff']).toArray()).sort(bySeq);
    const tx: OutboxTx = {
      declared: this.declared,
      byId: id => entries.where('id').equals(id).first(),
      allOf,
      openOf: async record => (await allOf(record)).filter(isOpen),
      numberedFrom: (collection, entity, provisional) =>
        entries
          .where('[collection+entity+state]')
          .between([collection, entity, ''], [collection, entity, '\uffff'])
          .filter(entry => entry.provisional === provisional && entry.recordKey !== provisional)
          .first(),
      add: async entry => {
        const seq = await entries.add(entry);
        return { ...entry, seq };
      },
      put: async changed => {
        await entries.bulkPut([...changed]);
      },
      openCount: () =>
        entries
          .where('state')
          .anyOf([...OPEN_STATES])
          .count(),
      clear: () => entries.clear(),
      counter: async name => (await counters.get(name))?.value ?? 0,
      setCounter: async (name, value) => {
        await counters.put({ name, value });
      },
    };
    // Wrapped in an async function, because only then does Dexie keep the transaction open across other async
    // functions' awaits.
    return this.db.transaction('rw', entries, counters, async () => work(tx));
  }

  async open(): Promise<StoredEntry[]> {
    const { db } = this;
    const lists = await db.transaction('r', db.entries, () =>
      Promise.all(OPEN_STATES.map(state => db.entries.where('state').equals(state).toArray())),
    );
    return lists.flat().sort(bySeq);
  }

  async counter(name: Counter): Promise<number> {
    return (await this.db.counters.get(name))?.value ?? 0;
  }

  /** Returns the latest settled entries, newest first. */
  ended(limit: number): Promise<StoredEntry[]> {
    return this.db.entries.where('settledSeq').above(0).reverse().limit(limit).toArray();
  }

  /**
   * Returns the entries that a list of a collection applies to its rows: open ones, and those that settled after a
   * cached page was requested (by settlement order), because the page may lack their effect.
   */
  async overlayOf(collection: Collection, entity: Country, settledAfter: number): Promise<StoredEntry[]> {
    const { db } = this;
    // One read per state: for a single index value, the browser returns all entries at once; for several values, one at
    // a time.
    const [ended = [], ...open] = await db.transaction('r', db.entries, () =>
      Promise.all([
        // Filtered after reading, because Dexie's own filter reads entries one at a time.
        db.entries.where('settledSeq').above(settledAfter).toArray(),
        ...OPEN_STATES.map(state =>
          db.entries.where('[collection+entity+state]').equals([collection, entity, state]).toArray(),
        ),
      ]),
    );
    const shown = ended.filter(
      entry => entry.collection === collection && entry.entity === entity && entry.state !== 'discarded',
    );
    return [...open.flat(), ...shown].sort(bySeq);
  }

  /**
   * Returns a value that changes whenever an open entry of a collection is added, changes state or settles; computed
   * without reading the entries.
   */
  async openCount(collection: Collection, entity: Country): Promise<number> {
    const { db } = this;
    const counts = await db.transaction('r', db.entries, () =>
      Promise.all(
        OPEN_STATES.map(state =>
          db.entries.where('[collection+entity+state]').equals([collection, entity, state]).count(),
        ),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /**
   * Prunes settled entries, oldest first, until `keep` are left; they are only history. Never touches open entries
   * (OB6).
   */
  async forgetEnded(keep: number): Promise<void> {
    const last = await this.counter('settled');
    if (last > keep)
      await this.db.entries
        .where('settledSeq')
        .belowOrEqual(last - keep)
        .delete();
  }

  /** Returns all stored entries of a record, in no particular order. */
  ofRecord(record: string): Promise<StoredEntry[]> {
    return this.db.entries.where('[record+state]').between([record, ''], [record, '\uffff']).toArray();
  }

  byId(id: string): Promise<StoredEntry | undefined> {
    return this.db.entries.where('id').equals(id).first();
  }

  /** Returns those of the given entries that are still stored, in no particular order. */
  byIds(ids: readonly string[]): Promise<StoredEntry[]> {
    return this.db.entries
      .where('id')
      .anyOf([...ids])
      .toArray();
  }

  /** Counts paused writes by the result of the server check; null if there are none. */
  async pausedSummary(): Promise<PausedSummary | null> {
    return (await this.counter('held')) > 0 ? pausedSummaryOf(await this.open()) : null;
  }

  /** Returns why the first pending write could not be accepted although the network is up; null if unknown. */
  private async trouble(): Promise<'server' | 'between' | null> {
    const first = await this.db.entries.where('state').equals('queued').limit(LOOKED_AT).toArray();
    const problem = first.map(entry => entry.problem).find(isTrouble);
    return problem ? (problem.between ? 'between' : 'server') : null;
  }

  async counts(): Promise<{
    waiting: number;
    paused: number;
    needsYou: number;
    trouble: 'server' | 'between' | null;
  }> {
    // One count per state: the browser counts a single index value without visiting each entry.
    const of = async (states: string[]) => {
      const each = await Promise.all(states.map(state => this.db.entries.where('state').equals(state).count()));
      return each.reduce((sum, count) => sum + count, 0);
    };
    // Entries are read only if a write is paused, because a long queue is recounted whenever one of its writes settles.
    const [waiting, needsYou, summary] = await Promise.all([
      of(['queued', 'sending']),
      of(['refused', 'conflict']),
      this.pausedSummary(),
    ]);
    const trouble = waiting > 0 ? await this.trouble() : null;
    return { waiting, paused: summary?.waiting ?? 0, needsYou, trouble };
  }

  close(): void {
    this.db.close();
  }
}
