import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createPostgresDatabase } from '../../../tests/support/testDatabase.ts';
import { openDatabase, type Database } from '../db/open.ts';
import { transaction } from '../db/transaction.ts';
import { listenForOthers, notifyEnded, notifyNews, notifyOthers } from './listen.ts';

/** Two processes on one PostgreSQL. */
describe.skipIf(inject('postgresUrl') === null)('notifications between processes', () => {
  let drop: () => Promise<void>;
  const processes: { database: Database; heard: string[]; poked: () => number; close: () => Promise<void> }[] = [];

  beforeAll(async () => {
    const created = await createPostgresDatabase();
    drop = created.drop;
    for (let no = 0; no < 2; no++) {
      const database = await openDatabase({ dataDir: '', databaseUrl: created.url, connections: 2 });
      const heard: string[] = [];
      const poke = vi.fn<() => void>();
      const listening = listenForOthers(database, {
        poke,
        sessionsEnded: ({ userId }) => heard.push(`ended ${userId}`),
        announce: news => {
          if (news.kind === 'batches') heard.push(`batches ${news.entity} ${news.importId}`);
          else heard.push(news.kind === 'bell' ? `bell ${news.userIds.join()}` : news.kind);
        },
      });
      processes.push({ database, heard, poked: () => poke.mock.calls.length, close: listening.close });
    }
    // Each process sends one notification when it starts to listen.
    await vi.waitUntil(() => processes.every(({ poked }) => poked() === 1));
  });
  afterAll(async () => {
    for (const { close, database } of processes) {
      await close();
      await database.close();
    }
    await drop();
  });

  it('a notification reaches the other process once, and never its own sender', async () => {
    const [here, there] = processes;
    if (!here || !there) throw new Error('There are not two processes.');
    const ids = Array.from({ length: 500 }, (_, at) => at + 1);
    await transaction(here.database.pool, async db => {
      await notifyNews(here.database, db, { kind: 'rights' });
      await notifyNews(here.database, db, { kind: 'batches', entity: 'TH', importId: 'rateTable.zoneCode' });
      await notifyNews(here.database, db, { kind: 'bell', userIds: ids });
      await notifyOthers(here.database, db);
    });
    await notifyEnded(here.database, { userId: 7, by: 'a'.repeat(64), others: true });
    // Once the last notification has arrived, everything sent before it has arrived as well.
    await vi.waitFor(() => expect([here.heard, there.heard.at(-1)]).toEqual([['ended 7'], 'ended 7']));
    expect(there.heard).toEqual([
      'rights',
      'batches TH rateTable.zoneCode',
      `bell ${ids.slice(0, 400).join()}`,
      `bell ${ids.slice(400).join()}`,
      'ended 7',
    ]);
    expect([here.poked(), there.poked()]).toEqual([1, 3]);
  });

  it('notifications from an earlier release, which do not contain their origin, are received', async () => {
    const [here] = processes;
    const before = here?.heard.length ?? 0;
    await here?.database.pool.query(`SELECT pg_notify('ops_changes', 'rights'), pg_notify('ops_changes', '')`);
    await vi.waitFor(() => expect([here?.heard.slice(before), here?.poked()]).toEqual([['rights'], 3]));
  });
});
