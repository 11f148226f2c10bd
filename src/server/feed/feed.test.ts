import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, describe } from 'vitest';
import { describeOnEach, openTestDatabase } from '../../../tests/support/testDatabase.ts';
import { inject } from 'vitest';
import type { Database } from '../db/open.ts';
import { settleFeed } from '../db/feedEpoch.ts';
import { sweep } from '../housekeeping/housekeeping.ts';
import { transaction } from '../db/transaction.ts';
import { appendChanges } from '../db/appendChanges.ts';
import { reviewOf } from '../imports/review.ts';
import type { ImportPlan, ImportStore } from '../imports/store.ts';
import type { SegmentSource } from '../segments/source.ts';
import { createSegmentStore } from '../segments/store.ts';
import { createHub } from './hub.ts';
import { readChanges, type ChangesAnswer } from '../routes/feed/read.ts';

const change = (key: string, version = 1) => ({
  collection: 'channelLocations' as const,
  key,
  version,
  row: { key },
});

const ALL = ['channels', 'locations', 'channelLocations'] as const;

describeOnEach('the change feed', kind => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.pool.query('TRUNCATE changes');
    await database.pool.query(`DELETE FROM meta WHERE key = 'feed.floor'`);
  });

  const append = (key: string, at = 1) => transaction(database.pool, db => appendChanges(db, 'ID', [change(key)], at));
  const read = (since: string, size = 1000, entity: 'ID' | 'MY' = 'ID'): Promise<ChangesAnswer> =>
    readChanges(database.pool, { entity, since, size, collections: ALL });
  const keys = (answer: ChangesAnswer) => answer.changes.map(({ key }) => key);

  it('the feed starts at the current state if no cursor is given', async () => {
    await append('before');
    const start = await read('');
    expect(start).toMatchObject({ changes: [], more: false, reset: false });
    await append('after');
    expect(keys(await read(start.cursor))).toEqual(['after']);
  });

  it('the feed returns every change to the requested entity exactly once, whatever the batch size (MR2)', async () => {
    const { cursor: start } = await read('');
    for (let index = 0; index < 7; index++) await append(`k${index}`);
    await transaction(database.pool, db => appendChanges(db, 'MY', [change('other')], 1));
    const expected = Array.from({ length: 7 }, (_, index) => `k${index}`);
    for (const size of [1, 2, 3, 7, 8]) {
      const got: string[] = [];
      let cursor = start;
      for (let round = 0; round < 20; round++) {
        const answer = await read(cursor, size);
        got.push(...keys(answer));
        cursor = answer.cursor;
        if (!answer.more) break;
      }
      expect(got).toEqual(expected);
      expect(keys(await read(cursor))).toEqual([]);
    }
  });

  it('a cursor that is too old, or that was never issued, requires a new snapshot', async () => {
    const { cursor } = await read('');
    for (const wrong of ['nonsense', '1.2.3', cursor.replace(/^[^.]+/, 'abcdef')]) {
      expect(await read(wrong)).toMatchObject({ changes: [], reset: true });
    }
    await append('old', 1);
    await append('young', 4_000_000);
    await sweep(database, 4_000_000);
    const answer = await read(cursor);
    expect(answer.reset).toBe(true);
    expect(await read(answer.cursor)).toMatchObject({ changes: [], reset: false });
  });

  it('entries that housekeeping removes between two statements of a reader are not missed by anyone', async () => {
    const { pool } = database;
    /** The database, in which housekeeping runs right after the next reader has read the state of the feed. */
    const sweptMeanwhile = (): Database => {
      let due = true;
      const query = async (...given: Parameters<typeof pool.query>) => {
        const answer = await pool.query(...given);
        const isState = (given[0] as { name?: string }).name === 'feed-state';
        if (isState && due) {
          due = false;
          await sweep(database, 4_000_000);
        }
        return answer;
      };
      const swept = new Proxy(pool, {
        get: (target, name) => (name === 'query' ? query : Reflect.get(target, name, target)),
      });
      return { ...database, pool: swept };
    };
    const { cursor } = await read('');
    const old = async () => {
      await append('1/old', 1);
      await append('1/young', 4_000_000);
    };

    await old();
    const options = { entity: 'ID', since: cursor, size: 1000, collections: ALL } as const;
    expect(await readChanges(sweptMeanwhile().pool, options)).toMatchObject({ changes: [], reset: true });

    const { cursor: since } = await read('');
    await old();
    const plan = { count: 1, key: () => '1/old', change: () => 'changed' } as unknown as ImportPlan;
    const store = { collection: 'channelLocations' } as unknown as ImportStore;
    // An empty review means that it is unknown what others have changed.
    expect(await reviewOf(sweptMeanwhile().pool, store, 'ID', plan, since, 'me@test.example')).toMatchObject({
      review: { total: 0 },
      keys: [],
    });

    let value = 1;
    const source: SegmentSource = {
      name: 'channelLocations/1',
      entity: 'ID',
      head: { collection: 'channelLocations', entity: 'ID' },
      feed: { collection: 'channelLocations', keyPrefix: '1/' },
      page: async (_, after) => (after ? null : { rows: 1, columns: { version: [value] }, last: [1] }),
    };
    const before = await createSegmentStore(database).of(source);
    await append('1/old', 1);
    await append('other', 4_000_000);
    value = 2;
    const after = await createSegmentStore(sweptMeanwhile()).of(source);
    expect(after.segments.map(({ id }) => id)).not.toEqual(before.segments.map(({ id }) => id));
  });

  it('a sweep by a process whose clock is behind does not lower the floor', async () => {
    const floor = async () =>
      (await database.pool.query<{ value: string }>("SELECT value FROM meta WHERE key = 'feed.floor'")).rows[0]?.value;
    await append('older', 1);
    await database.pool.query(
      "INSERT INTO meta (key, value) VALUES ('feed.floor', '900000000000') ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    );
    await sweep(database, 4_000_000);
    expect(await floor()).toBe('900000000000');
    await database.pool.query("DELETE FROM meta WHERE key = 'feed.floor'");
    await append('old', 1);
    await sweep(database, 4_000_000);
    expect(Number(await floor())).toBeGreaterThan(0);
    await database.pool.query("DELETE FROM meta WHERE key = 'feed.floor'");
  });

  it('listeners are notified after a commit in their entity, with a cursor that includes it', async () => {
    const hub = createHub(database.pool, 0, error => {
      throw error;
    });
    const received: string[] = [];
    const { ready, end } = hub.subscribe('ID', cursor => received.push(cursor));
    hub.subscribe('MY', () => received.push('MY'));
    await ready;
    const { cursor: before } = await read('');
    await append('news');
    hub.poke();
    await expect.poll(() => received.length, { timeout: 5000 }).toBe(1);
    expect(keys(await read(before))).toEqual(['news']);
    expect(keys(await read(received[0] ?? ''))).toEqual([]);
    end();
    await append('unheard');
    hub.poke();
    await hub.close();
    expect(received).toHaveLength(1);
  });
});

describe.skipIf(inject('postgresUrl') === null)('the change feed under concurrent commits (MR3, postgres)', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase('postgres');
  });
  afterAll(() => database.close());

  const read = (since: string) => readChanges(database.pool, { entity: 'ID', since, size: 1000, collections: ALL });
  const begin = async (key: string): Promise<PoolClient> => {
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await appendChanges(client, 'ID', [change(key)], 1);
    return client;
  };
  const finish = async (client: PoolClient, how: 'COMMIT' | 'ROLLBACK' = 'COMMIT') => {
    await client.query(how);
    client.release();
  };

  it('a transaction that takes its number first and commits last is not skipped by readers', async () => {
    const { cursor } = await read('');
    const slow = await begin('slow');
    const quick = await begin('quick');
    await finish(quick);

    // A reader that follows only the sequence reads the higher number and continues after it ...
    const seen = await database.pool.query<{ seq: number; key: string }>('SELECT seq, key FROM changes ORDER BY seq');
    expect(seen.rows.map(row => row.key)).toEqual(['quick']);
    // ... while this feed waits for the older transaction.
    const early = await read(cursor);
    expect(early.changes).toEqual([]);

    await finish(slow);
    const behind = await database.pool.query('SELECT key FROM changes WHERE seq > $1', [seen.rows[0]?.seq]);
    expect(behind.rows).toEqual([]);
    const late = await read(early.cursor);
    expect(late.changes.map(({ key }) => key).sort()).toEqual(['quick', 'slow']);
    expect((await read(late.cursor)).changes).toEqual([]);
  });

  it('the feed continues after the older transaction is rolled back', async () => {
    const { cursor } = await read('');
    const slow = await begin('never');
    await finish(await begin('kept'));
    expect((await read(cursor)).changes).toEqual([]);
    await finish(slow, 'ROLLBACK');
    expect((await read(cursor)).changes.map(({ key }) => key)).toEqual(['kept']);
  });

  it('listeners are notified once the older transaction has ended', async () => {
    const hub = createHub(database.pool, 200, () => undefined);
    const received: string[] = [];
    await hub.subscribe('ID', cursor => received.push(cursor)).ready;
    const slow = await begin('slow2');
    await finish(await begin('quick2'));
    hub.poke();
    await new Promise(resolve => setTimeout(resolve, 300));
    expect(received).toEqual([]);
    await finish(slow);
    await expect.poll(() => received.length, { timeout: 5000 }).toBeGreaterThan(0);
    await hub.close();
  });

  it('a continuous reader does not miss any changes by many concurrent writers', async () => {
    let { cursor } = await read('');
    const got: string[] = [];
    let writing = true;
    const writer = async (id: number) => {
      for (let index = 0; index < 40; index++) {
        await transaction(database.pool, async db => {
          await appendChanges(db, 'ID', [change(`w${id}-${index}-a`)], 1);
          await db.query('SELECT pg_sleep($1)', [((id * 7 + index * 13) % 10) / 1000]);
          await appendChanges(db, 'ID', [change(`w${id}-${index}-b`)], 1);
        });
      }
    };
    const reader = async () => {
      for (;;) {
        const last = !writing;
        const answer = await readChanges(database.pool, { entity: 'ID', since: cursor, size: 7, collections: ALL });
        got.push(...answer.changes.map(({ key }) => key));
        cursor = answer.cursor;
        if (last && !answer.more) return;
      }
    };
    const reading = reader();
    await Promise.all(Array.from({ length: 8 }, (_, id) => writer(id)));
    writing = false;
    await reading;
    expect(got).toHaveLength(8 * 40 * 2);
    expect(new Set(got).size).toBe(got.length);
    // The entries of a transaction keep their order.
    for (const key of got.filter(name => name.endsWith('-a'))) {
      expect(got.indexOf(key)).toBeLessThan(got.indexOf(key.replace(/a$/, 'b')));
    }
  });

  it('another cluster starts a new epoch, so readers of a restored database must start over', async () => {
    const { cursor } = await read('');
    const client = await database.pool.connect();
    await client.query(`UPDATE meta SET value = 'elsewhere' WHERE key = 'feed.cluster'`);
    await settleFeed(client, false);
    const epochs = await client.query(`SELECT value FROM meta WHERE key = 'feed.epochs'`);
    await settleFeed(client, false);
    expect((await client.query(`SELECT value FROM meta WHERE key = 'feed.epochs'`)).rows).toEqual(epochs.rows);
    client.release();
    expect((await read(cursor)).reset).toBe(true);
  });

  it('restoring a backup into the same database starts a new epoch, but an ordinary restart does not', async () => {
    const client = await database.pool.connect();
    const { rows: backup } = await client.query<{ key: string; value: string }>('SELECT key, value FROM meta');
    await transaction(database.pool, db => appendChanges(db, 'ID', [change('lost')], 1));
    const { cursor } = await read('');
    await settleFeed(client, false);
    expect((await read(cursor)).reset).toBe(false);
    // Writes the earlier rows again, as pg_restore does. This cursor was never issued by the restored feed.
    await transaction(database.pool, async db => {
      await db.query('DELETE FROM meta');
      await db.query('DELETE FROM changes');
      for (const { key, value } of backup)
        await db.query('INSERT INTO meta (key, value) VALUES ($1, $2)', [key, value]);
    });
    await settleFeed(client, false);
    client.release();
    expect((await read(cursor)).reset).toBe(true);
  });
});

describe('the embedded feed after its folder was restored from a copy', () => {
  it('after a restore, cursors issued after the copy was made are reset, and earlier ones stay valid', async () => {
    const database = await openTestDatabase('embedded');
    const read = (since: string) => readChanges(database.pool, { entity: 'ID', since, size: 10, collections: ALL });
    const append = (key: string) => transaction(database.pool, db => appendChanges(db, 'ID', [change(key)], 1));
    const { cursor: before } = await read('');
    await append('kept');
    const [epoch, xid] = (await read('')).cursor.split('.');
    const lost = `${epoch}.${Number(xid) + 50}.0`;
    // Starts from the copy, which contains none of the fifty later transactions.
    const client = await database.pool.connect();
    await settleFeed(client, true);
    client.release();
    for (let index = 0; index < 60; index++) await append(`new${index}`);
    expect((await read(lost)).reset).toBe(true);
    expect((await read(`${'0'.repeat(12)}.900.0`)).reset).toBe(true);
    // In the lost history, the first transaction after the copy was a different one, so a reader that has read part of
    // it has read lost entries.
    const epochs = await database.pool.query<{ value: string }>(`SELECT value FROM meta WHERE key = 'feed.epochs'`);
    const started = (JSON.parse(epochs.rows[0]?.value ?? '[]') as { from: string }[]).at(-1)?.from;
    expect((await read(`${epoch}.${started}.0`)).reset).toBe(false);
    expect((await read(`${epoch}.${started}.7`)).reset).toBe(true);
    expect((await read(before)).changes[0]?.key).toBe('kept');
    await database.close();
  });
});
