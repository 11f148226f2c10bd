import type { Collection } from '../../contract/call.ts';
import type { Country } from '../../domain/country.ts';
import type { SyncClient } from '../client/client.ts';
import { askMark } from '../mirror/counts.ts';
import type { MirrorDb } from '../mirror/db.ts';
import type { CachedPage, ListSource, PageView, Row } from '../types.ts';
import { readListAnswer, readPage, storePage } from '../mirror/pages.ts';
import type { StoredEntry } from '../outbox/entry.ts';
import { isBetween, outcomeText } from '../network/outcome.ts';

/** What a list needs of the tab's engine. */
export type ListClient = Pick<
  SyncClient,
  'env' | 'transport' | 'outbox' | 'mirror' | 'firstMirror' | 'board' | 'live' | 'visible' | 'onWake' | 'ops'
>;

export interface ListQuestion<F extends Row, R extends Row> {
  source: ListSource<F, R>;
  entity: Country;
  filters: F;
  page: number;
  count: number;
  /** As domain/listQuery formatSort writes it; '' is the default order. */
  sort: string;
}

export interface ListAnswer {
  /** Null where the call brought none. */
  page: CachedPage | null;
  /** The server refused it (LIST-9). */
  refused: boolean;
  /** The server did not answer it, or something else did in its place. */
  unreached: boolean;
  /** Why there is none, in words. */
  problem: string | null;
}

/** Other calls are answered by the server: nothing that a person could sign in to is in the way. */
const ODD = 'Something between you and the server answered instead. Retrying automatically.';

/** Asks the network for a page of a list. */
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

/** What is to be drawn into a list. A queue that cannot be read, or is not open yet, leaves it without its marks. */
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

/** Order of endings in the outbox; one that cannot be read, or is not open yet, has none. */
async function endings(client: Pick<ListClient, 'outbox'>): Promise<number> {
  try {
    return await client.outbox.counter('settled');
  } catch {
    return 0;
  }
}

/** Stores a page under its id. What was stored is shown: a newer row that came in meanwhile has taken its place there. */
export async function keepPage<R extends Row>(
  db: MirrorDb,
  page: CachedPage,
  { rowKey }: Pick<ListSource<Row, R>, 'rowKey'>,
): Promise<PageView> {
  const stored = storePage(db, page, row => rowKey(row as R)).then(() => readPage(db, page.id));
  return (await stored.catch(() => undefined)) ?? { cached: page, stale: false };
}
