import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDatabase, type Database } from './open.ts';
import { flushedTogether, transaction } from './transaction.ts';

const flushes = vi.hoisted(() => ({ count: 0 }));
vi.mock('node:fs', async original => {
  const fs = await original<typeof import('node:fs')>();
  const fsyncSync = (handle: number): void => {
    flushes.count += 1;
    fs.fsyncSync(handle);
  };
  return { ...fs, fsyncSync };
});

// Runs PGlite in this thread, so that its flushes can be counted.
vi.mock('./embeddedThread.ts', async () => {
  const { openSession } = await import('./pgliteSession.ts');
  return { openThread: ({ folder: of }: { folder: string }) => openSession({ folder: of, isMine: () => true }) };
});

const folder = mkdtempSync(join(tmpdir(), 'ops-flushed-'));
let database: Database;

beforeAll(async () => {
  database = await openDatabase({ dataDir: join(folder, 'data') });
  await database.pool.query('CREATE TABLE notes (id int PRIMARY KEY)');
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (id: number, shared?: Parameters<typeof transaction>[2]): Promise<void> =>
  transaction(database.pool, async db => void (await db.query('INSERT INTO notes VALUES ($1)', [id])), shared);

/**
 * Returns the notes that a copy of the current files contains, which are those that would survive if the process were
 * killed now.
 */
async function left(): Promise<number[]> {
  const copy = mkdtempSync(join(folder, 'copy-'));
  cpSync(join(folder, 'data'), copy, { recursive: true, filter: path => !path.includes('.lock') });
  const opened = await openDatabase({ dataDir: copy });
  const { rows } = await opened.pool.query<{ id: number }>('SELECT id FROM notes ORDER BY id');
  await opened.close();
  return rows.map(({ id }) => id);
}

async function flushesOf(work: () => Promise<unknown>): Promise<number> {
  const before = flushes.count;
  await work();
  return flushes.count - before;
}

it('several transactions are flushed to disk together before anyone gets a reply', async () => {
  const alone = await flushesOf(async () => {
    for (let id = 1; id <= 8; id++) await add(id);
  });
  expect(alone).toBeGreaterThanOrEqual(8);
  const refused: unknown[] = [];
  const together = await flushesOf(() =>
    flushedTogether(database.pool, async shared => {
      for (let id = 11; id <= 18; id++) await add(id, shared);
      // A failed transaction is rolled back without affecting the others.
      await add(11, shared).catch((error: unknown) => refused.push(error));
      await add(19, shared);
    }),
  );
  expect(refused).toHaveLength(1);
  expect(together).toBeGreaterThanOrEqual(1);
  expect(together).toBeLessThan(4);
  expect(await left()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
});

it('afterward, each transaction is flushed separately again, even if the batch failed', async () => {
  const failed = flushedTogether(database.pool, async shared => {
    await add(21, shared);
    throw new Error('stopped');
  });
  await expect(failed).rejects.toThrow('stopped');
  expect(await flushesOf(() => add(22))).toBeGreaterThanOrEqual(1);
  expect(await left()).toEqual(expect.arrayContaining([21, 22]));
});
