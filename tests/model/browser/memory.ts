import { DECLARATIONS, type Declarations } from '../../../src/contract/declarations.ts';
import { InUse, onceUnused } from '../../../src/sync/storage/inUse.ts';
import { outboxName } from '../../../src/sync/storage/databaseNames.ts';
import type { Stored, SessionStore, Values } from '../../../src/sync/storage/sessionDb.ts';
import type { EngineOutbox, EngineStorage } from '../../../src/sync/engine/engineStorage.ts';
import type { PersonsData } from '../../../src/sync/session/personsData.ts';
import { GIVEN_UP } from '../../../src/sync/outbox/leaving.ts';
import { isOpen, type StoredEntry } from '../../../src/sync/outbox/entry.ts';
import { emptyEnded, giveUp, type OutboxStore } from '../../../src/sync/outbox/store.ts';
import { settle } from '../../../src/sync/testing/fakeEnv.ts';
import { MemoryOutbox } from '../../../src/sync/testing/memoryOutbox.ts';
import type { Device, Surroundings } from './browser.ts';
import type { Loss } from './durableDevice.ts';
import type { Life } from './life.ts';

/** Number of turns after which a device that is still busy is assumed to be waiting for something else. */
const PATIENCE = 100;

/** A person's outbox on this device, shared by all processes. */
export class DeviceOutbox extends MemoryOutbox {
  /** Makes transactions fail on commit because the disk is full. */
  full = false;

  private readonly onKept: (entry: StoredEntry) => void;

  /** `onKept` is called with each entry changed by a transaction, once it has been stored. */
  constructor(onKept: (entry: StoredEntry) => void, declared?: Declarations) {
    super(declared);
    this.onKept = onKept;
  }

  override async transact<T>(work: Parameters<OutboxStore['transact']>[0]): Promise<T> {
    const changed = new Set<number>();
    const result = (await super.transact(async tx => {
      const done = await work({
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
      if (this.full) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
      return done;
    })) as T;
    for (const seq of changed) {
      const entry = this.entries.get(seq);
      if (entry) this.onKept(entry);
    }
    return result;
  }

  unsent(): number {
    return this.all().filter(isOpen).length;
  }

  forgetEnded(keep: number): void {
    const last = this.counters.get('settled') ?? 0;
    for (const { seq, settledSeq } of this.all())
      if (settledSeq !== null && settledSeq <= last - keep) this.entries.delete(seq);
  }
}

/**
 * The outbox as a process opens it, like `UsedDb`: the process may die before a transaction, or after it but before the
 * result arrives.
 */
function openOutbox(store: () => DeviceOutbox, life: Life, use: InUse, declared: Declarations): EngineOutbox {
  let closed = false;
  const opened = async (): Promise<DeviceOutbox> => {
    await use.begin();
    if (closed) throw new Error('The database is closed.');
    return store();
  };
  return {
    declared,
    transact: work => life.act(async () => (await opened()).transact(work)),
    open: () => life.act(async () => (await opened()).open()),
    counter: async name => life.deliver((await opened()).counter(name)),
    forgetEnded: keep => life.act(async () => (await opened()).forgetEnded(keep)),
    close: () => {
      closed = true;
      void use.end();
    },
  };
}

/** The session as stored on the device. */
export class MemorySession implements SessionStore {
  private readonly values = new Map<string, unknown>();

  async get<K extends keyof Values>(key: K): Promise<Values[K] | null> {
    return (this.values.get(key) as Values[K] | undefined) ?? null;
  }

  async set<K extends keyof Values>(key: K, value: Values[K] | null): Promise<void> {
    if (value === null) this.values.delete(key);
    else this.values.set(key, value);
  }

  async update(change: (stored: Stored) => Partial<Stored> | null): Promise<Stored> {
    const [session, owed, refresh, menus] = await Promise.all([
      this.get('session'),
      this.get('owed'),
      this.get('refresh'),
      this.get('menus'),
    ]);
    const stored: Stored = { session, owed, refresh, menus };
    const next = change(stored) ?? {};
    for (const key of Object.keys(next) as (keyof Stored)[]) void this.set(key, next[key] ?? null);
    return { ...stored, ...next };
  }
}

/** A device that keeps outboxes in memory and has no mirror; fast enough for thousands of histories. */
export class MemoryDevice implements Device {
  onUnfenced: (id: string) => void = () => undefined;
  onKept: (entry: StoredEntry) => void = () => undefined;
  protected readonly outboxes = new Map<number, DeviceOutbox>();
  protected readonly declared: Declarations;

  /** `declared` contains the resources whose records are written. */
  constructor(declared: Declarations = DECLARATIONS) {
    this.declared = declared;
  }

  outbox(userId: number): DeviceOutbox {
    const found = this.outboxes.get(userId) ?? new DeviceOutbox(entry => this.onKept(entry), this.declared);
    this.outboxes.set(userId, found);
    return found;
  }

  /**
   * Waits until everything requested from the device has finished. Work that waits for a lock needs the clock to
   * advance, so this does not wait for such work forever.
   */
  async rest(turns: number): Promise<void> {
    await settle(turns);
    for (let n = 0; this.isBusy() && n < PATIENCE; n++) await settle(turns);
  }

  /** Whether the device still has work in progress; in memory, everything finishes immediately. */
  protected isBusy(): boolean {
    return false;
  }

  /** A device that uses only memory loses nothing. */
  async lose(_how: Loss): Promise<void> {}

  /** The outbox as opened by a tab. */
  open(userId: number, life: Life, env: Surroundings): EngineOutbox {
    return openOutbox(() => this.outbox(userId), life, new InUse(env, outboxName(userId)), this.declared);
  }

  storage(life: Life, env: Surroundings): EngineStorage {
    return {
      openOutbox: userId => this.fenced(userId, this.open(userId, life, env)),
      openMirror: async () => {
        throw new Error('The browser stores no mirror.');
      },
      rebuildMirror: async () => undefined,
    };
  }

  /** Verifies that an engine does not change an entry in flight after another engine has started (OB2). */
  protected fenced(userId: number, outbox: EngineOutbox): EngineOutbox {
    let own = 0;
    return {
      ...outbox,
      transact: work =>
        outbox.transact(tx =>
          work({
            ...tx,
            setCounter: async (name, value) => {
              if (name === 'fence') own = value;
              await tx.setCounter(name, value);
            },
            put: async changed => {
              const fence = await tx.counter('fence');
              for (const { id, seq } of changed) {
                const onItsWay = this.outbox(userId).entries.get(seq)?.state === 'sending';
                if (onItsWay && own !== fence) this.onUnfenced(id);
              }
              await tx.put(changed);
            },
          }),
        ),
    };
  }

  /** Removes a person's data, like `userData.ts`. */
  data(life: Life, env: Surroundings): PersonsData {
    const forget = async (userId: number, discard: number, now: number) => {
      const store = this.open(userId, life, env);
      if (discard > 0) await giveUp(store, discard, { reason: GIVEN_UP, at: now });
      await emptyEnded(store);
      store.close();
      await onceUnused(env, outboxName(userId), async may => {
        if ((await life.act(() => emptyEnded(this.outbox(userId)))) && may()) this.outboxes.delete(userId);
      });
    };
    return {
      unsentOf: async userId => this.outbox(userId).unsent(),
      undecidedOf: async userId =>
        this.outbox(userId)
          .all()
          .filter(({ state }) => state === 'refused' || state === 'conflict').length,
      importsOf: async () => ({ open: { imports: 0, bulks: 0 }, undecided: { imports: 0, bulks: 0 } }),
      draftsOf: async () => ({ forms: 0, imports: 0 }),
      lastOf: async userId => ({ writes: this.outbox(userId).all().at(-1)?.seq ?? 0, imports: 0 }),
      forgetUser: (userId, discard, now) => forget(userId, discard?.writes ?? 0, now),
      forgetOthers: async userId => {
        const others = [...this.outboxes.keys()].filter(id => id !== userId);
        for (const id of others) await forget(id, 0, 0);
      },
      pruneUser: async () => undefined,
    };
  }
}
