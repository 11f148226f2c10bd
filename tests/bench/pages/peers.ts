import { createCollection, createLiveQueryCollection, and, eq, like, localOnlyCollectionOptions } from '@tanstack/db';
import { Dexie, type Table } from 'dexie';
import { fold } from '../../../src/domain/fold.ts';
import { peerRows, type PeerRow, type PeerRows } from './peerRows.ts';

/**
 * A peer that stores the rows; returns the first ten rows of one type whose street contains a string, and the number of
 * matches.
 */
interface Peer {
  find: (text: string) => Promise<{ rows: readonly PeerRow[]; total: number }>;
}

/** Number of rows per bulkPut; larger batches are not faster. */
const BATCH = 10_000;

async function openDexie(rows: readonly PeerRow[]): Promise<Peer> {
  const db = new Dexie('peer', { chromeTransactionDurability: 'relaxed' }) as Dexie & { rows: Table<PeerRow, string> };
  db.version(1).stores({ rows: 'key, [type+locationId]' });
  for (let from = 0; from < rows.length; from += BATCH) await db.rows.bulkPut(rows.slice(from, from + BATCH));
  return {
    find: async text => {
      const found = await db.rows
        .where('[type+locationId]')
        .between([0, Dexie.minKey], [0, Dexie.maxKey])
        .filter(row => row.streetFolded.includes(text))
        .toArray();
      return { rows: found.slice(0, 10), total: found.length };
    },
  };
}

async function openTanstack(rows: readonly PeerRow[]): Promise<Peer> {
  const collection = createCollection(
    localOnlyCollectionOptions<PeerRow, string>({ id: 'rows', getKey: row => row.key, initialData: [...rows] }),
  );
  await collection.preload();
  return {
    find: async text => {
      const live = createLiveQueryCollection(query =>
        query
          .from({ row: collection })
          .where(({ row }) => and(eq(row.type, 0), like(row.streetFolded, `%${text}%`)))
          .orderBy(({ row }) => row.locationId),
      );
      await live.preload();
      const answer = { rows: live.toArray.slice(0, 10) as PeerRow[], total: live.size };
      await live.cleanup();
      return answer;
    },
  };
}

async function openSqlite(rows: readonly PeerRow[]): Promise<Peer> {
  const worker = new Worker(new URL('./sqliteWorker.ts', import.meta.url), { type: 'module' });
  const ask = <T>(message: object): Promise<T> =>
    new Promise((resolve, reject) => {
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<{ value?: T; error?: string }>) =>
          data.error === undefined ? resolve(data.value as T) : reject(new Error(data.error)),
        { once: true },
      );
      // For example, the peer's code did not load, so no message ever arrives.
      worker.addEventListener('error', ({ message }) => reject(new Error(message || 'the worker failed')), {
        once: true,
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's, not a window's
      worker.postMessage(message);
    });
  await ask({ do: 'open' });
  for (let from = 0; from < rows.length; from += BATCH) await ask({ do: 'put', rows: rows.slice(from, from + BATCH) });
  await ask({ do: 'index' });
  return { find: text => ask({ do: 'find', text }) };
}

const PEERS: Record<string, (rows: readonly PeerRow[]) => Promise<Peer>> = {
  dexie: openDexie,
  tanstack_db: openTanstack,
  sqlite_opfs: openSqlite,
};

/** Time in milliseconds to load the rows, and for each query after a warm-up. */
async function measurePeer(name: string, source: string, texts: readonly string[]) {
  const rows = peerRows((await (await fetch(source)).json()) as PeerRows);
  const open = PEERS[name];
  if (!open) throw new Error(`no peer ${name}`);
  const started = performance.now();
  const peer = await open(rows);
  const load = performance.now() - started;
  const samples: number[] = [];
  for (const text of [texts[0] ?? '', ...texts]) {
    const asked = performance.now();
    const { total } = await peer.find(fold(text));
    samples.push(performance.now() - asked);
    const expected = rows.reduce(
      (sum, row) => sum + (row.type === 0 && row.streetFolded.includes(fold(text)) ? 1 : 0),
      0,
    );
    if (total !== expected) throw new Error(`${name} finds ${total} of ${expected} for "${text}"`);
  }
  return { load, samples: samples.slice(1) };
}

Object.assign(window, { measurePeer });
