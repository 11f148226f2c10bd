import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longestBlock } from '../../../tests/support/eventLoop.ts';
import { openThread } from './embeddedThread.ts';
import { openDatabase, type Database } from './open.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ops-thread-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('the embedded database in a folder', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase({ dataDir });
    await database.pool.query('CREATE TABLE notes (id int4 PRIMARY KEY)');
  });
  afterAll(() => database.close());

  it('a long statement does not block requests that do not need the database', async () => {
    const started = performance.now();
    const { block, idle } = await longestBlock(() =>
      database.pool.query('SELECT count(*) FROM generate_series(1, 1500000) AS a WHERE md5(a::text) < $1', ['8']),
    );
    const took = performance.now() - started;
    expect(took).toBeGreaterThan(200);
    expect(block).toBeLessThan(took / 4 + idle);
  });

  it('a long result is returned completely, in slices', async () => {
    const { block, idle } = await longestBlock(async () => {
      const { rows } = await database.pool.query<{ at: number; text: string }>(
        'SELECT at, repeat(md5(at::text), 4) AS text FROM generate_series(1, 100000) AS at',
      );
      expect(rows.length).toBe(100_000);
      expect(rows.findIndex(({ at, text }, index) => at !== index + 1 || text.length !== 128)).toBe(-1);
    });
    expect(block).toBeLessThan(100 + 2 * idle);
  });

  it('each statement gets its own result, even after other statements have failed', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 60 }, async (_, at) => {
        if (at % 3 === 0) return database.pool.query('SELECT 1 FROM notes WHERE id = $1::int4', ['99999999999']);
        const { rows } = await database.pool.query<{ value: number }>({
          name: 'echo',
          text: 'SELECT $1::int4 AS value',
          values: [at],
        });
        return rows[0]?.value;
      }),
    );
    expect(answers.map(answer => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toEqual(
      answers.map((_, at) => (at % 3 === 0 ? 'failed' : at)),
    );
  });

  it('the thread ends the transaction of a discarded client', async () => {
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query('INSERT INTO notes VALUES (1)');
    client.release(new Error('broken'));
    expect((await database.pool.query('SELECT 1 FROM notes')).rowCount).toBe(0);
  });
});

it('if the thread ends, this is reported and its pending statements fail', async () => {
  const entry = join(dataDir, 'thread.cjs');
  writeFileSync(
    entry,
    `const { parentPort } = require('node:worker_threads');
     parentPort.postMessage({ kind: 'done' });
     parentPort.once('message', () => process.exit(7));`,
  );
  const ended: string[] = [];
  const place = { folder: dataDir, lock: { folder: dataDir, number: 1, id: '' } };
  const session = await openThread(
    place,
    error => ended.push(error.message),
    () => undefined,
    entry,
  );
  await expect(session.reset()).rejects.toThrow('its thread has ended (exit code 7)');
  await expect(session.reset()).rejects.toThrow('its thread has ended');
  expect(ended).toEqual(['its thread has ended (exit code 7)']);
  await session.close();
});
