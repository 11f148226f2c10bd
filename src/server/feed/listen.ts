import { Client } from 'pg';
import { isCountry } from '../../domain/country.ts';
import type { Database } from '../db/open.ts';
import type { Queryable } from '../db/transaction.ts';
import type { EndedSessions, EventHub, News } from './hub.ts';

const CHANNEL = 'ops_changes';
/** Earlier releases understand only `ended`, and treat `left` as a commit. */
const ENDED = /^(ended|left) (\d+) ([0-9a-f]{64})$/;

/**
 * The text of a notification ends with its origin, because the sender also receives the notification and must ignore
 * it. Earlier releases treat such a text as a commit.
 */
const FROM = /^(?:(.*) )?from ([0-9a-f-]{36})$/;

/** Notifies the other API processes once a write has been committed; must be called within the write's transaction. */
export async function notifyOthers(database: Pick<Database, 'kind' | 'origin'>, db: Queryable): Promise<void> {
  if (database.kind !== 'postgres') return;
  await db.query({
    name: 'feed-notify',
    text: `SELECT pg_notify('${CHANNEL}', $1)`,
    values: [`from ${database.origin}`],
  });
}

/**
 * Notifies the other API processes that sessions of a person have ended. This is also sent in the format of earlier
 * releases, so this release receives it twice.
 */
export async function notifyEnded(database: Database, { userId, by, others }: EndedSessions): Promise<void> {
  if (database.kind !== 'postgres') return;
  await database.pool.query('SELECT pg_notify($1, $2)', [CHANNEL, `${others ? 'ended' : 'left'} ${userId} ${by}`]);
}

const RIGHTS = 'rights';
const MENU = 'menu';
const BELL = /^bell (\d+(?:,\d+)*)$/;
const BATCHES = /^batches ([A-Z]{2}) (\S+)$/;
/** Maximum number of ids in a notification, because PostgreSQL permits 8000 bytes. */
const IDS_MOST = 400;

/** Sends news to the other API processes. Within a transaction, it is sent once the transaction has been committed. */
export async function notifyNews(
  database: Pick<Database, 'kind' | 'origin'>,
  db: Queryable,
  news: News,
): Promise<void> {
  if (database.kind !== 'postgres') return;
  const send = (said: string) => db.query('SELECT pg_notify($1, $2)', [CHANNEL, `${said} from ${database.origin}`]);
  if (news.kind === 'rights') await send(RIGHTS);
  else if (news.kind === 'menu') await send(MENU);
  else if (news.kind === 'batches') await send(`batches ${news.entity} ${news.importId}`);
  else
    for (let at = 0; at < news.userIds.length; at += IDS_MOST)
      await send(`bell ${news.userIds.slice(at, at + IDS_MOST).join(',')}`);
}

/**
 * Listens for commits by other API processes on a separate connection, and reconnects if the connection breaks. If it
 * cannot listen (because of a pooler), the hub's polling finds the commits a second later.
 */
export function listenForOthers(
  database: Pick<Database, 'connectionString' | 'origin'>,
  hub: Pick<EventHub, 'poke' | 'sessionsEnded' | 'announce'>,
): { close: () => Promise<void> } {
  const { connectionString } = database;
  if (connectionString === undefined) return { close: () => Promise.resolve() };
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const retry = () => {
    if (!closed) timer = setTimeout(() => void connect(), 2_000).unref();
  };
  const onNotification = (payload: string) => {
    const [, said = '', origin] = FROM.exec(payload) ?? [undefined, payload];
    if (origin === database.origin) return;
    const [, what, userId, by] = ENDED.exec(said) ?? [];
    if (userId !== undefined && by !== undefined) {
      hub.sessionsEnded({ userId: Number(userId), by, others: what === 'ended' });
      return;
    }
    if (said === RIGHTS) hub.announce({ kind: 'rights' });
    if (said === MENU) hub.announce({ kind: 'menu' });
    const [, entity = '', importId] = BATCHES.exec(said) ?? [];
    if (isCountry(entity) && importId !== undefined) {
      hub.announce({ kind: 'batches', entity, importId });
      return;
    }
    const [, ids] = BELL.exec(said) ?? [];
    if (ids === undefined) hub.poke();
    else hub.announce({ kind: 'bell', userIds: ids.split(',').map(Number) });
  };
  const connect = async () => {
    const mine = new Client({ connectionString, application_name: 'ops-portal-listen' });
    client = mine;
    let ended = false;
    const lost = () => {
      if (ended) return;
      ended = true;
      mine.end().catch(() => undefined);
      retry();
    };
    mine.on('error', lost);
    mine.on('end', lost);
    mine.on('notification', ({ payload }) => onNotification(payload ?? ''));
    try {
      await mine.connect();
      await mine.query(`LISTEN ${CHANNEL}`);
      hub.poke();
    } catch {
      lost();
    }
  };
  void connect();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
