import { Dexie, type DexieOptions, type PromiseExtended } from 'dexie';
import { systemClock, webLocks } from '../base/browser.ts';
import type { Env } from '../base/env.ts';
import { withTimeout } from '../base/withTimeout.ts';
import { InUse, onceUnused } from './inUse.ts';

/**
 * The locks and clock that a user needs to open a database; the browser's by default. Null if the caller already has
 * exclusive access.
 */
export type Users = Pick<Env, 'locks' | 'clock'> | null;

const browsers = { locks: webLocks, clock: systemClock };

/**
 * A person's database that may contain unsent data: it is removed only if it is empty and nobody has it open (OB6).
 * Each user holds a lock for as long as it may open the database.
 */
export abstract class UsedDb extends Dexie {
  private readonly inUse: InUse | null;
  private ended = false;

  constructor(name: string, options: DexieOptions, users: Users = browsers) {
    super(name, options);
    this.inUse = users && new InUse(users, name);
  }

  override open(): PromiseExtended<Dexie> {
    // Without locks, the browser never removes the database either.
    const started = this.inUse?.begin().catch(() => undefined);
    return Dexie.Promise.resolve(started).then(() => {
      const opening = super.open();
      // The database was closed while waiting: nothing is opened, and waiting callers get an error.
      if (this.ended) super.close();
      return opening;
    });
  }

  override close(options?: { disableAutoOpen: boolean }): void {
    super.close(options);
    if (options?.disableAutoOpen === false) return;
    this.ended = true;
    void this.inUse?.end();
  }
}

/**
 * Uses a database if it exists, and prevents its removal meanwhile; otherwise returns `none`, because reading must not
 * create one.
 * @param back returns whether opening the database would restore lost data, in which case it counts as existing
 */
export async function ifThere<T>(
  name: string,
  none: T,
  work: () => Promise<T>,
  back: () => Promise<boolean> = async () => false,
): Promise<T> {
  const use = new InUse(browsers, name);
  await use.begin().catch(() => undefined);
  try {
    return (await isThere(name)) || (await back()) ? await work() : none;
  } finally {
    await use.end();
  }
}

/** Timeout in milliseconds for the browser to list its databases. */
const LOOK_MOST = 4000;

/**
 * Whether a database exists. Unlike Dexie's own check, it never creates one, and never removes one that is created
 * meanwhile.
 */
export async function isThere(name: string): Promise<boolean> {
  const { indexedDB } = Dexie.dependencies;
  const listing = indexedDB.databases?.();
  const listed = listing && (await withTimeout(listing, LOOK_MOST, systemClock));
  // If the browser does not respond, the database may exist.
  if (listed === null) return true;
  if (listed) return listed.some(one => one.name === name);
  return new Promise((resolve, reject) => {
    const open = indexedDB.open(name);
    open.addEventListener('upgradeneeded', () => open.transaction?.abort());
    open.addEventListener('success', () => {
      open.result.close();
      resolve(true);
    });
    open.addEventListener('error', () =>
      open.error?.name === 'AbortError' ? resolve(false) : reject(open.error ?? new Error(`${name} does not open`)),
    );
  });
}

/**
 * Removes an emptied database as soon as nobody has it open. If a frozen tab has it open, the empty database remains
 * until the next sign-out or the next person's sign-in.
 * @param empty rechecks whether the database is empty, while nobody can open it
 */
export const removeEmpty = (name: string, empty: () => Promise<boolean>): Promise<void> =>
  onceUnused(browsers, name, async may => {
    if ((await isThere(name)) && (await empty()) && may()) await Dexie.delete(name);
  });
