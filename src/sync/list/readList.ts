import type { MirrorDb } from '../mirror/db.ts';
import { pagesOf, readPage } from '../mirror/pages.ts';
import type { PageView, Row } from '../types.ts';
import type { CacheStatus } from '../mirror/cacheStatus.ts';
import { pendingOf, type ListClient, type ListQuestion } from './askList.ts';
import type { CachedKnown } from './cachedKnown.ts';
import { statusOf, type CachedList } from './askOps.ts';

/** The result of a live read of the databases. */
export interface Read extends Omit<CachedKnown, 'cacheStatus'> {
  view: PageView | null;
  cacheStatus: CacheStatus | null;
}

interface Looker<F extends Row, R extends Row> {
  client: ListClient;
  question: ListQuestion<F, R>;
  /** Id of the cached page. */
  id: string;
  cached: CachedList | null;
}

/** Reads the cached page, the queue and the state of the cached rows in an order that keeps them consistent. */
export async function readList<F extends Row, R extends Row>(
  { client, question, id, cached, view: before }: Looker<F, R> & { view: PageView | null },
  db: MirrorDb | null,
  settledAtOf: (view: PageView | null) => number,
): Promise<Read> {
  const settledAt = cached ? await client.outbox.counter('settled').catch(() => 0) : 0;
  const view = db
    ? ((await readPage(db, id)) ?? (await question.source.fromPages?.(pagesOf(db), question)) ?? null)
    : before;
  const entries = await pendingOf(client, question, settledAtOf(view));
  // Read after the entries, so that a settled entry's row is already in the mirror.
  const cacheStatus = db && cached ? await statusOf(cached, db) : null;
  return { view, entries, cacheStatus, settledAt };
}

/** Reads the same data except for a long queue: a cheap live query that notices every change. */
export async function glanceAtList<F extends Row, R extends Row>(
  { client, question: { source, entity }, id, cached }: Looker<F, R>,
  db: MirrorDb | null,
): Promise<void> {
  if (source.collection) await client.outbox.openCount(source.collection, entity).catch(() => 0);
  await client.outbox.counter('settled').catch(() => 0);
  if (db) await Promise.all([readPage(db, id), cached && statusOf(cached, db)]);
}
