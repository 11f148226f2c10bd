import { Dexie } from 'dexie';
import type { Country } from '../../domain/country.ts';
import type { KeptAnswer, MirrorDb } from './db.ts';
import { counterOf } from './counters.ts';
import { evictOldest } from './evictOldest.ts';
import { rightsMark } from './rights.ts';

/**
 * Caches server responses and files unchanged on this device, so that they are available without the server (MR1, MR5).
 */

/** Maximum number of cached responses; beyond that, the oldest are dropped. */
const KEPT_MOST = 400;

export const keptId = (entity: Country, name: string): string => `${entity} ${name}`;

export const readKept = (db: MirrorDb, id: string): Promise<KeptAnswer | undefined> => db.kept.get(id);

/** What is known when a response is requested. */
interface Asked {
  /** Marks the person's permissions at the time of the request (rights.ts). */
  rights: number;
  /** Number of the request among those of all tabs. */
  no: number;
}

const REQUESTS = 'requests';

/**
 * Numbers a request.
 * @param queued called as soon as the transaction is open, although it may have to wait for others
 */
const numbered = (db: MirrorDb, queued: () => void): Promise<Asked> =>
  db.transaction('rw', db.counters, async () => {
    // Outside the transaction, because what the caller does next must not become part of it.
    Dexie.ignoreTransaction(queued);
    const no = (await counterOf(db, REQUESTS)) + 1;
    await db.counters.put({ id: REQUESTS, value: no });
    return { rights: await rightsMark(db), no };
  });

/**
 * Caches a response, unless the person's permissions have changed since the request (MR4), or the response to a later
 * request is already cached, whichever tab sent it.
 */
const keep = (db: MirrorDb, answer: Omit<KeptAnswer, 'no'>, { rights, no }: Asked): Promise<void> =>
  db.transaction('rw', [db.kept, db.counters], async () => {
    if (rights !== (await rightsMark(db))) return;
    if (((await db.kept.get(answer.id))?.no ?? 0) > no) return;
    await db.kept.put({ ...answer, no });
    await evictOldest(db.kept, { id: answer.id, at: answer.at, by: 'at', most: KEPT_MOST });
  });

/**
 * Sends a request and caches its response. Neither waits for the device's database, which may be busy for seconds while
 * rows are stored: the transaction that numbers the request is opened before the request is sent, and transactions run
 * in the order in which they were opened, whichever tab opened them. Therefore a later request has a higher number, and
 * a request that is numbered after permissions were removed was also sent after that (MR4).
 * @param db null if this device has no mirror
 * @param answerOf what to cache of a reply; null for nothing
 * @returns the reply, and when it is cached; if the disk is full or the store is broken, it is not cached
 */
export async function sendAndKeep<T>(
  db: MirrorDb | null,
  send: () => Promise<T>,
  answerOf: (reply: T) => Omit<KeptAnswer, 'no'> | null,
): Promise<{ reply: T; cached: Promise<void> }> {
  if (!db) return { reply: await send(), cached: Promise.resolve() };
  let asked: Promise<Asked | null> = Promise.resolve(null);
  const reply = await new Promise<T>((resolve, reject) => {
    let isSent = false;
    const start = (): void => {
      if (isSent) return;
      isSent = true;
      send().then(resolve, reject);
    };
    asked = numbered(db, start).catch(() => null);
    // If the database is closed or broken, no transaction was opened.
    void asked.then(start);
  });
  const answer = answerOf(reply);
  const cached = asked.then(at => (answer && at ? keep(db, answer, at) : undefined)).catch(() => undefined);
  return { reply, cached };
}
