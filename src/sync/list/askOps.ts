import type { Collection } from '../../contract/call.ts';
import { OF_ENTITY } from '../../contract/owner.ts';
import type { Country } from '../../domain/country.ts';
import { withTimeout } from '../base/withTimeout.ts';
import { readCacheStatus, readTreeStatus, type CacheStatus } from '../mirror/cacheStatus.ts';
import type { MirrorDb } from '../mirror/db.ts';
import { readPage } from '../mirror/pages.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import type { CachedAnswer, CachedQuestion, TreeQuestion } from '../query/cachedQuestion.ts';
import type { PageView } from '../types.ts';
import { pendingOf, type ListClient } from './askList.ts';
import type { CachedKnown } from './cachedKnown.ts';

/**
 * Time in milliseconds to wait for `ops`, longer if it must start first; after that, the network is used. The wait is
 * longest offline, because there is no alternative.
 */
const ANSWER_MOST = 1000;
const ANSWER_MOST_STARTING = 3000;
const ANSWER_MOST_OFFLINE = 4000;

/** A page from `ops`, and the outbox's latest settlement number at the time of the request. */
export interface CachedPageAnswer extends CachedAnswer {
  settledAt: number;
}

/** The result of a call to `ops`. `view`: the cached page, if it was read along the way; null if there is none. */
export type OpsAnswer = { view?: PageView | null } & (
  | /** `released`: the rows are not cached, or no longer. */
    { type: 'none'; released: boolean }
  | /** `ops` is starting, or did not answer in time. */ {
      type: 'late';
      page?: Promise<CachedPageAnswer | null>;
    } /** `known`: whether the entries were read by another list. */
  | { type: 'answered'; page: CachedPageAnswer; entries: StoredEntry[]; cacheStatus: CacheStatus; known: boolean }
);

/** A page of a list whose channel, or whose location tree, may be cached. */
export interface CachedList {
  entity: Country;
  /** The collection of the queue entries that belong to this list. */
  source: { collection: Collection | null };
  question: CachedQuestion | TreeQuestion;
  /** Id of the cached page. */
  id: string;
}

/** Name under which lists about the same set share their data. */
export const setName = ({ entity, question }: CachedList): string =>
  `${entity}/${question.collection}/${question.owner}`;

export function statusOf({ entity, question }: CachedList, db: MirrorDb): Promise<CacheStatus> {
  const { collection, owner } = question;
  return collection === 'locations' ? readTreeStatus(db, entity) : readCacheStatus(db, [entity, collection, owner]);
}

/**
 * Calls `ops` and reads the queue at the same time. The answer includes everything that was in the mirror when the
 * queue was read, and thus all writes settled before that (a row enters the mirror before its entry settles).
 * @param view the cached page, if it has already been read
 * @param known data from a list about the same channel; if given, nothing is read
 */
export async function askOps(
  client: Pick<ListClient, 'env' | 'outbox' | 'board' | 'ops'>,
  list: CachedList,
  db: MirrorDb,
  view: PageView | null | undefined,
  known: CachedKnown | null,
): Promise<OpsAnswer> {
  const { env, outbox, board } = client;
  const joined = client.ops.joined();
  const read: { view?: PageView | null } = joined
    ? {}
    : { view: view ?? (await readPage(db, list.id).catch(() => null)) ?? null };
  // A cached page is shown first, and the engine is joined only after the first list is painted.
  if (read.view)
    return (await statusOf(list, db)).ready ? { type: 'late', ...read } : { type: 'none', released: false, ...read };
  const online = client.ops.joined() ? ANSWER_MOST : ANSWER_MOST_STARTING;
  const most = board.now.network === 'offline' ? ANSWER_MOST_OFFLINE : online;
  if (known?.cacheStatus.ready) {
    const { settledAt, entries, cacheStatus } = known;
    const value = await withTimeout(rowsOf(client, list, cacheStatus.rev), most, env.clock);
    if (value) return { type: 'answered', page: { ...value, settledAt }, entries, cacheStatus, known: true, ...read };
  }
  // Called immediately; meanwhile, the following lines check whether the set is cached at all.
  let asked = rowsOf(client, list, 0);
  const settledAt = await outbox.counter('settled').catch(() => 0);
  const entries = await pendingOf(client, list, Math.min(settledAt, view?.cached.settledAt ?? settledAt));
  const cacheStatus = await statusOf(list, db);
  if (!cacheStatus.ready) return { type: 'none', released: true, ...read };
  let value = await withTimeout(asked, most, env.clock);
  if (value && value.rev < cacheStatus.rev) {
    asked = rowsOf(client, list, cacheStatus.rev);
    value = await withTimeout(asked, most, env.clock);
  }
  if (!value) return { type: 'late', page: asked.then(answer => answer && { ...answer, settledAt }), ...read };
  return { type: 'answered', page: { ...value, settledAt }, entries, cacheStatus, known: false, ...read };
}

/**
 * Records that the person is viewing the channel: it is cached from the first view on and kept while it is open. The
 * tree is always cached.
 */
export function noteViewed(list: CachedList, db: MirrorDb, first: boolean, now: number): void {
  const { owner } = list.question;
  // Sets cached with the entity do not depend on being opened.
  if (owner === OF_ENTITY) return;
  // Loaded with the mirror, which is open by now.
  void import('../mirror/opened.ts')
    .then(({ noteOpened, noteStillOpen }) => (first ? noteOpened : noteStillOpen)(db, [list.entity, owner], now))
    .catch(() => undefined);
}

async function rowsOf(
  { ops }: Pick<ListClient, 'ops'>,
  { entity, question }: CachedList,
  least: number,
): Promise<CachedAnswer | null> {
  const asked = least === 0 ? question : { ...question, least };
  return (await ops.list(entity, asked).catch(() => null))?.value ?? null;
}
