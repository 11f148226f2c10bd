import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createWorld, type World } from '../../../tests/support/serverFixture.ts';
import { listRows, openStream, startWriters } from '../../../tests/support/serverLoad.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import { toApiError } from '../base/errors.ts';
import { ConnectionLost } from './connections.ts';
import { transaction } from './transaction.ts';

const END_OTHERS = `SELECT count(pg_terminate_backend(pid)) AS count FROM pg_stat_activity
                     WHERE datname = current_database() AND pid <> pg_backend_pid()`;

describe.skipIf(inject('postgresUrl') === null)('when the PostgreSQL server closes connections', () => {
  let world: World;
  let url: string;
  let cookie: string;
  beforeAll(async () => {
    world = await createWorld('postgres');
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
    cookie = (await world.as('id.editor')).cookie ?? '';
  });
  afterAll(() => world.close());

  it('after an interruption, writes get a 503 and can be retried, and no acknowledged write is lost', async () => {
    const streams = await Promise.all(Array.from({ length: 6 }, () => openStream(url, cookie)));
    const writers = startWriters(url, cookie, (await listRows(url, cookie)).slice(0, 4));
    for (let round = 0; round < 6; round++) {
      await writers.progress();
      await world.database.pool.query(END_OTHERS);
    }
    await writers.progress();
    await writers.stop();
    expect([...writers.statuses.keys()].filter(status => status !== 200 && status !== 503)).toEqual([]);
    const versions = new Map((await listRows(url, cookie)).map(row => [row.locationId, row.version]));
    for (const [id, version] of writers.acknowledged) expect(versions.get(id)).toBeGreaterThanOrEqual(version);
    expect(streams.filter(stream => stream.ended())).toEqual([]);
    const before = streams.map(stream => stream.changes());
    const more = startWriters(url, cookie, (await listRows(url, cookie)).slice(0, 1));
    await expect
      .poll(() => streams.every((stream, at) => stream.changes() > (before[at] ?? 0)), { timeout: 30_000 })
      .toBe(true);
    await more.stop();
    for (const stream of streams) stream.close();
  });

  it('a transaction whose connection was closed while idle or between two statements gets a 503', async () => {
    const { pool } = world.database;
    const idle = transaction(pool, async db => {
      await db.query("SET LOCAL idle_in_transaction_session_timeout = '100ms'");
      await pause(500);
      await db.query('SELECT 1');
    });
    await expect(idle).rejects.toThrow(ConnectionLost);
    const ended = transaction(pool, async db => {
      await db.query('SELECT 1');
      await pool.query(END_OTHERS);
      await pause(100);
      await db.query('SELECT 1');
    });
    const error: unknown = await ended.catch((failure: unknown) => failure);
    expect(toApiError(error)).toMatchObject({
      status: 503,
      options: { retryAfterSeconds: 2, data: { ready: false } },
    });
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});

describeOnEach('a statement that fails', kind => {
  it('the connection stays open after a failed statement, and later statements get their own results', async () => {
    const world = await createWorld(kind);
    const { pool } = world.database;
    const before = pool.totalCount;
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, at) =>
        at % 3 === 0
          ? pool.query('SELECT $1::text::xid8', ['99999999999999999999']).then(
              () => 'no error',
              (error: { code?: string }) => error.code,
            )
          : pool.query<{ at: number }>('SELECT $1::int4 AS at', [at]).then(({ rows }) => rows[0]?.at),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 200 }, (_, at) => (at % 3 === 0 ? '22003' : at)));
    expect(pool.totalCount).toBeGreaterThanOrEqual(before);
    await world.close();
  });
});
