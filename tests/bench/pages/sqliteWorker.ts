import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import type { PeerRow } from './peerRows.ts';

/**
 * SQLite on OPFS, set up as its documentation recommends for a single tab: with the pool of access handles, in a
 * worker.
 */

type Message = { do: 'open' } | { do: 'put'; rows: PeerRow[] } | { do: 'index' } | { do: 'find'; text: string };

const COLUMNS = ['key', 'locationId', 'type', 'flags', 'state', 'city', 'district', 'street', 'streetFolded'] as const;

const opened = (async () => {
  const sqlite = await sqlite3InitModule();
  const pool = await sqlite.installOpfsSAHPoolVfs({ clearOnInit: true });
  const db = new pool.OpfsSAHPoolDb('/peer.db');
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;');
  return db;
})();

const WHERE = `type = 0 AND streetFolded LIKE '%' || ? || '%'`;

async function handle(message: Message): Promise<unknown> {
  const db = await opened;
  switch (message.do) {
    case 'open':
      db.exec(`CREATE TABLE rows (key TEXT PRIMARY KEY, locationId INT, type INT, flags INT, state TEXT, city TEXT,
                                  district TEXT, street TEXT, streetFolded TEXT) WITHOUT ROWID`);
      return null;
    case 'put':
      db.transaction(() => {
        const insert = db.prepare(`INSERT INTO rows VALUES (${COLUMNS.map(() => '?').join(',')})`);
        for (const row of message.rows) insert.bind(COLUMNS.map(column => row[column])).stepReset();
        insert.finalize();
      });
      return null;
    case 'index':
      // A covering index, so that the substring search uses only the index.
      db.exec('CREATE INDEX byFilter ON rows (type, locationId, streetFolded)');
      return null;
    case 'find': {
      const rows = db.selectObjects(`SELECT * FROM rows WHERE ${WHERE} ORDER BY locationId LIMIT 10`, [message.text]);
      return { rows, total: db.selectValue(`SELECT count(*) FROM rows WHERE ${WHERE}`, [message.text]) };
    }
  }
}

addEventListener('message', ({ data }: MessageEvent<Message>) => {
  handle(data).then(
    value => postMessage({ value }),
    (error: unknown) => postMessage({ error: String(error) }),
  );
});
