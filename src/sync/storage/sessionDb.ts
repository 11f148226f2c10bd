import type { MenuNode, SessionInfo } from '../../contract/session.ts';
import type { Country } from '../../domain/country.ts';
import { inTime } from '../base/withTimeout.ts';
import { whileLeft } from './pageLeaves.ts';

/** A signed-in person's data on this device, so that the console can be opened offline. */
export interface StoredSession {
  info: SessionInfo;
  menu: Partial<Record<Country, MenuNode[]>>;
  /** Last whitelist response; `checkedAt` in epoch milliseconds. */
  whitelist: { allowed: boolean; checkedAt: number } | null;
}

/** Data to send to the server once it is reachable. */
export interface Owed {
  /** The person signed out here while the server was unreachable, so the cookie is still valid. */
  logout: boolean;
  everywhere: boolean;
  /** The country to which the person switched while offline. */
  entity: Country | null;
}

/** Requests for the session, numbered in the order in which tabs and workers sent them. */
export interface Refreshes {
  /** Number of the last request. */
  asked: number;
  /** Number of the request whose reply is stored. */
  stored: number;
}

export interface Values {
  session: StoredSession;
  owed: Owed;
  refresh: Refreshes;
  /** The same for requests for a country's menu. */
  menus: Partial<Record<Country, Refreshes>>;
}

export const NOTHING_OWED: Owed = { logout: false, everywhere: false, entity: null };

/** Sent to all contexts over the channel `ops-session`. */
export type SessionSignal =
  /** The stored session has changed; null if nobody is signed in. */
  | { t: 'changed'; userId: number | null }
  /** Stop sending as this person, because someone is about to sign in or out. */
  | { t: 'leaving'; userId: number };

export const SESSION_CHANNEL = 'ops-session';

/** Storage of the session: a few named values. */
export interface SessionStore {
  get<K extends keyof Values>(key: K): Promise<Values[K] | null>;
  set<K extends keyof Values>(key: K, value: Values[K] | null): Promise<void>;
  /**
   * Reads all values and writes those returned by the change, in one transaction, so that a closing tab leaves either
   * all of them or none. Resolves to the resulting values.
   */
  update(change: (stored: Stored) => Partial<Stored> | null): Promise<Stored>;
}

/** All values; null for a missing one. */
export type Stored = { [K in keyof Values]: Values[K] | null };

const NAME = 'ops-session';
const STORE = 'values';
/** Increment this when the store's format changes. */
const VERSION = 10;

/**
 * Timeout in milliseconds for each of the two attempts to open the database; a console that waited forever would stay
 * blank.
 */
const ANSWER_MOST = 5000;

/** In-memory values, for a page whose browser cannot store any; the server has the session. */
class PageValues {
  private readonly values = new Map<keyof Values, unknown>();

  get<K extends keyof Values>(key: K): Values[K] | null {
    return (this.values.get(key) as Values[K] | undefined) ?? null;
  }

  update(change: (stored: Stored) => Partial<Stored> | null): Stored {
    const stored: Stored = {
      session: this.get('session'),
      owed: this.get('owed'),
      refresh: this.get('refresh'),
      menus: this.get('menus'),
    };
    const next = change(stored) ?? {};
    for (const [key, value] of Object.entries(next)) this.values.set(key as keyof Values, value);
    return { ...stored, ...next };
  }
}

/**
 * The session's own small database, which every startup reads first. It uses IndexedDB directly, so that the first list
 * does not wait for more code. If it cannot be opened, it is rebuilt, because the server has the session. If it cannot
 * be used at all (e.g. on a full disk) or does not respond, the page continues without it.
 */
export class SessionDb implements SessionStore {
  private db: Promise<IDBDatabase> | null = null;
  /** Set once the database has failed. */
  private page: PageValues | null = null;

  async get<K extends keyof Values>(key: K): Promise<Values[K] | null> {
    return this.run(
      'readonly',
      async store => read(store, key),
      page => page.get(key),
    );
  }

  async set<K extends keyof Values>(key: K, value: Values[K] | null): Promise<void> {
    await this.run(
      'readwrite',
      async store => write(store, key, value),
      page => void page.update(() => ({ [key]: value })),
    );
  }

  async update(change: (stored: Stored) => Partial<Stored> | null): Promise<Stored> {
    return this.run(
      'readwrite',
      async store => {
        const stored: Stored = {
          session: await read(store, 'session'),
          owed: await read(store, 'owed'),
          refresh: await read(store, 'refresh'),
          menus: await read(store, 'menus'),
        };
        const next = change(stored) ?? {};
        for (const key of Object.keys(next) as (keyof Stored)[]) await write(store, key, next[key] ?? null);
        return { ...stored, ...next };
      },
      page => page.update(change),
    );
  }

  close(): void {
    void this.db?.then(db => db.close()).catch(() => undefined);
    this.db = null;
  }

  /** Runs in one transaction, and resolves once that is complete; without the database, uses the values in memory. */
  private async run<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => Promise<T>,
    without: (page: PageValues) => T,
  ): Promise<T> {
    for (let tries = 0; !this.page && tries < 2; tries++) {
      await whileLeft();
      try {
        return await inTime(this.attempt(mode, work), ANSWER_MOST, 'The session was not read in time.');
      } catch {
        this.close();
        // The attempt was aborted because the page was left; it runs again when the page is back.
        if (whileLeft()) tries -= 1;
      }
    }
    this.page ??= new PageValues();
    return without(this.page);
  }

  private async attempt<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    const transaction = await this.begin(mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('The session was not stored.')),
      );
    });
    // Prevents an unhandled rejection; the first failure, below, is the one reported.
    done.catch(() => undefined);
    const value = await work(transaction.objectStore(STORE));
    await done;
    return value;
  }

  private async begin(mode: IDBTransactionMode): Promise<IDBTransaction> {
    try {
      return (await this.opened()).transaction(STORE, mode);
    } catch {
      // The browser or a newer build has closed it since its last use.
      this.close();
      return (await this.opened()).transaction(STORE, mode);
    }
  }

  private opened(): Promise<IDBDatabase> {
    this.db ??= this.open().catch(async () => {
      await settled(indexedDB.deleteDatabase(NAME));
      return this.open();
    });
    return this.db;
  }

  private async open(): Promise<IDBDatabase> {
    const request = indexedDB.open(NAME, VERSION);
    request.addEventListener('upgradeneeded', () => {
      if (!request.result.objectStoreNames.contains(STORE)) request.result.createObjectStore(STORE, { keyPath: 'key' });
    });
    const db = await settled(request);
    db.addEventListener('versionchange', () => this.close());
    db.addEventListener('close', () => {
      this.db = null;
    });
    return db;
  }
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The session could not be read.')));
  });

async function read<K extends keyof Values>(store: IDBObjectStore, key: K): Promise<Values[K] | null> {
  const record = (await settled(store.get(key))) as { value: Values[K] } | undefined;
  return record?.value ?? null;
}

async function write<K extends keyof Values>(store: IDBObjectStore, key: K, value: Values[K] | null): Promise<void> {
  if (value === null) await settled(store.delete(key));
  else await settled(store.put({ key, value }));
}
