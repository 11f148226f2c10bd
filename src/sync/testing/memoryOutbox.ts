import { DECLARATIONS, type Declarations } from '../../contract/declarations.ts';
import { isOpen, type StoredEntry } from '../outbox/entry.ts';
import type { Counter, OutboxStore, OutboxTx } from '../outbox/store.ts';

/** An in-memory outbox with the same guarantees as the real one: transactions run one at a time, all or nothing. */
export class MemoryOutbox implements OutboxStore {
  readonly declared: Declarations;
  entries = new Map<number, StoredEntry>();
  counters = new Map<Counter, number>();
  private seq = 0;
  private last: Promise<unknown> = Promise.resolve();
  /** If set, thrown by subsequent transactions, as if the store were full or broken. */
  failure: Error | null = null;

  constructor(declared: Declarations = DECLARATIONS) {
    this.declared = declared;
  }

  transact<T>(work: (tx: OutboxTx) => Promise<T>): Promise<T> {
    const run = async (): Promise<T> => {
      await Promise.resolve();
      if (this.failure) throw this.failure;
      const entries = new Map(this.entries);
      const counters = new Map(this.counters);
      let { seq } = this;
      const allOf = async (record: string) => [...entries.values()].filter(entry => entry.record === record);
      const result = await work({
        declared: this.declared,
        byId: async id => [...entries.values()].find(entry => entry.id === id),
        allOf,
        numberedFrom: async (collection, entity, provisional) =>
          [...entries.values()].find(
            entry =>
              entry.collection === collection &&
              entry.entity === entity &&
              entry.provisional === provisional &&
              entry.recordKey !== provisional,
          ),
        openOf: async record => (await allOf(record)).filter(isOpen),
        add: async entry => {
          const stored = { ...entry, seq: ++seq };
          entries.set(seq, keep(stored));
          return stored;
        },
        put: async changed => {
          for (const entry of changed) entries.set(entry.seq, keep(entry));
        },
        openCount: async () => [...entries.values()].filter(isOpen).length,
        clear: async () => entries.clear(),
        counter: async name => counters.get(name) ?? 0,
        setCounter: async (name, value) => void counters.set(name, value),
      });
      this.entries = entries;
      this.counters = counters;
      this.seq = seq;
      return result;
    };
    const next = this.last.then(run, run);
    this.last = next.catch(() => undefined);
    return next;
  }

  async open(): Promise<StoredEntry[]> {
    await this.last;
    return this.all().filter(isOpen);
  }

  async counter(name: Counter): Promise<number> {
    return this.counters.get(name) ?? 0;
  }

  all(): StoredEntry[] {
    return [...this.entries.values()].sort((a, b) => a.seq - b.seq);
  }

  of(id: string): StoredEntry {
    const found = this.all().find(entry => entry.id === id);
    if (!found) throw new Error(`No entry ${id}`);
    return found;
  }
}

/** Stored entries are frozen copies. A database returns copies, but freezing is faster. */
const keep = (entry: StoredEntry): StoredEntry => freeze(structuredClone(entry));

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}
