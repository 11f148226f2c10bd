import type { Collection } from '../../contract/call.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { askMark } from '../mirror/counts.ts';
import type { MirrorDb } from '../mirror/db.ts';
import type { CachedPage, ListSource, PageView, Row } from '../types.ts';
import { readListAnswer, readPage, storePage } from '../mirror/pages.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import { isBetween, outcomeText } from '../network/outcome.ts';

/** The parts of the tab's engine that a list uses. */
export type ListClient = Pick<
  SyncClient,
  | 'env'
  | 'transport'
  | 'outbox'
  | 'mirror'
  | 'firstMirror'
  | 'board'
  | 'live'
  | 'visible'
  | 'onWake'
  | 'ops'
  | 'resources'
>;

export interface ListQuestion<F extends Row, R extends Row> {
  source: ListSource<F, R>;
  entity: Country;
  filters: F;
  page: number;
  count: number;
  /** Sort in the format of domain/listQuery formatSort; '' is the default order. */
  sort: string;
}

export interface ListAnswer {
  /** The returned page; null if the call failed. */
  page: CachedPage | null;
  /** The server refused the call (LIST-9). */
  refused: boolean;
  /** The server did not respond, or an intermediary responded instead. */
  unreached: boolean;
  /** Why there is no page, as a message. */
  problem: string | null;
}

/**
 * Shown for an invalid reply while the server answers other calls, which rules out an intervening network sign-in page.
 */
const ODD = 'Something between you and the server responded instead. Retrying automatically.';

/** Requests a page of a list over the network. */
export async function askList<F extends Row, R extends Row>(
  client: Pick<ListClient, 'transport' | 'outbox' | 'env' | 'board'>,
  { source, entity, filters, page, count, sort }: ListQuestion<F, R>,
  id: string,
  db: MirrorDb | null,
): Promise<ListAnswer> {
  const settledAt = await endings(client);
  const nothing = { freshAt: 0, arrivedAt: 0, rights: 0 };
  const mark = db ? await askMark(db, entity, source.collection).catch(() => nothing) : nothing;
  const input = { ...filters, ...(sort === '' ? {} : { sort }), page, count };
  const outcome = await client.transport.call(source.call, input, { entity });
  const unreached = outcome.kind === 'noNetwork' || isBetween(outcome);
  if (outcome.kind !== 'ok') {
    const isOdd = isBetween(outcome) && client.board.now.network === 'online';
    const problem = isOdd ? ODD : outcomeText(outcome);
    return { page: null, refused: outcome.kind === 'refused', unreached, problem };
  }
  const answer = readListAnswer(outcome.data);
  if (!answer) {
    return { page: null, refused: false, unreached, problem: "The server's answer was not a list." };
  }
  const cached: CachedPage = {
    id,
    sourceId: source.id,
    callId: source.call.id,
    entity,
    collection: source.collection,
    input,
    page,
    count,
    total: answer.total,
    rows: answer.rows,
    keys: [],
    asOf: client.env.clock.now(),
    ...mark,
    settledAt,
  };
  return { page: cached, refused: false, unreached, problem: null };
}

/**
 * The entries to apply to a list. Empty if the queue cannot be read or is not open yet; the list then shows no pending
 * marks.
 */
export async function pendingOf(
  client: Pick<ListClient, 'outbox'>,
  { source, entity }: { source: { collection: Collection | null }; entity: Country },
  settledAt: number,
): Promise<StoredEntry[]> {
  if (!source.collection) return [];
  try {
    return await client.outbox.overlayOf(source.collection, entity, settledAt);
  } catch {
    return [];
  }
}

/** The outbox's latest settlement number; 0 if it cannot be read or is not open yet. */
async function endings(client: Pick<ListClient, 'outbox'>): Promise<number> {
  try {
    return await client.outbox.counter('settled');
  } catch {
    return 0;
  }
}

/** Stores a page under its id. Returns the stored rows, because newer rows may have replaced some in the meantime. */
export async function keepPage<R extends Row>(
  db: MirrorDb,
  page: CachedPage,
  { rowKey }: Pick<ListSource<Row, R>, 'rowKey'>,
): Promise<PageView> {
  const stored = storePage(db, page, row => rowKey(row as R)).then(() => readPage(db, page.id));
  return (await stored.catch(() => undefined)) ?? { cached: page, stale: false };
}
