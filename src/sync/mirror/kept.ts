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
export interface Asked {
  /** Marks the person's permissions at the time of the request (rights.ts). */
  rights: number;
  /** Number of the request among those of all tabs. */
  no: number;
}

const REQUESTS = 'requests';

/** Numbers a request, before it is sent. */
export const askedNow = (db: MirrorDb): Promise<Asked> =>
  db.transaction('rw', db.counters, async () => {
    const no = (await counterOf(db, REQUESTS)) + 1;
    await db.counters.put({ id: REQUESTS, value: no });
    return { rights: await rightsMark(db), no };
  });

/**
 * Caches a response, unless the person's permissions have changed since the request (MR4), or the response to a later
 * request is already cached, whichever tab sent it.
 */
export const keep = (db: MirrorDb, answer: Omit<KeptAnswer, 'no'>, { rights, no }: Asked): Promise<void> =>
  db.transaction('rw', [db.kept, db.counters], async () => {
    if (rights !== (await rightsMark(db))) return;
    if (((await db.kept.get(answer.id))?.no ?? 0) > no) return;
    await db.kept.put({ ...answer, no });
    await evictOldest(db.kept, { id: answer.id, at: answer.at, by: 'at', most: KEPT_MOST });
  });
