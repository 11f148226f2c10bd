import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { openTestFiles } from '../../../tests/support/fileStores.ts';
import { callImport, mixedCsv, uploadForm } from '../../../tests/support/importing.ts';
import { CHANNEL, createWorld, STREET, type Caller } from '../../../tests/support/serverFixture.ts';
import { DECLARATIONS } from '../../contract/declarations.ts';
import { BULK_HEAD, type ImportReceipt } from '../../contract/imports/calls.ts';
import type { ServerContext } from '../context.ts';
import { openDatabase, type Database } from '../db/open.ts';
import type { FileStore } from '../files/fileStore.ts';
import { createJobRunner, type JobEnd } from '../jobs/runner.ts';
import { READER_LIMITS } from './reader/api.ts';
import { createImportReader } from './reader/process.ts';
import { createImportRunner } from './runner.ts';

/**
 * Two API processes use one PostgreSQL database. One of them is frozen right before one of its statements, for so long
 * that its import is restarted in the other one, and then continues.
 */

/** More statements than an import has, so that each of them is tried. */
const MOST_STATEMENTS = 150;
/** How many milliseconds the other process gets; it cannot restart the import while the frozen process has locked it. */
const RESTART_MILLIS = 150;
const END_MILLIS = 20_000;
const WAIT = { timeout: END_MILLIS, interval: 5 };

interface Process {
  poke: () => void;
  /** The ends of the imports that it has run. */
  ends: JobEnd[];
  problems: string[];
  isBusy: () => boolean;
  close: () => Promise<void>;
}

function startProcess(database: Database, files: FileStore): Process {
  const parts = {
    database,
    files,
    declared: DECLARATIONS,
    now: Date.now,
    largeImport: 20_000,
    hub: { poke: () => undefined },
  };
  const reader = createImportReader(READER_LIMITS, inject('importReader'));
  const imports = createImportRunner(() => ({ ...parts, imports }) as unknown as ServerContext, parts, reader);
  const ends: JobEnd[] = [];
  const problems: string[] = [];
  let running = 0;
  const jobs = createJobRunner(
    database,
    [imports.kind],
    error => problems.push(String(error.stack)),
    async (_kind, work) => {
      running += 1;
      const end = await work();
      running -= 1;
      ends.push(end);
      return end;
    },
  );
  return {
    poke: jobs.poke,
    ends,
    problems,
    isBusy: () => running > 0,
    close: async () => {
      await jobs.close();
      imports.close();
    },
  };
}

/** Freezes the connections of a database right before a given statement, until `thaw` ends. */
function freezable(database: Database) {
  let left = -1;
  let thaw: () => Promise<void> = async () => undefined;
  let frozen: Promise<void> | null = null;
  database.pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const waiting = async (...given: unknown[]): Promise<unknown> => {
      if (left === 0) frozen = thaw();
      left -= 1;
      await frozen;
      return query(...given);
    };
    client.query = waiting as never;
  });
  return {
    freezeBefore: (statement: number, until: () => Promise<void>) => {
      left = statement;
      thaw = until;
      frozen = null;
    },
    /** Whether there were fewer statements. */
    isOver: () => left >= 0,
  };
}

describe.skipIf(inject('postgresUrl') === null)('an import of a process that is frozen', () => {
  const importMixed = async (editor: Caller): Promise<ImportReceipt> =>
    (await callImport(editor, { fileUrlList: [await uploadForm(editor, mixedCsv())] })).body.data as ImportReceipt;

  it.each<{
    what: string;
    prepare?: typeof importMixed;
    start: (editor: Caller, before?: ImportReceipt) => Promise<ImportReceipt>;
  }>([
    { what: 'an import of a file', start: importMixed },
    {
      what: 'an undo',
      prepare: importMixed,
      start: (editor, before) => editor.data(`/v2/ops/imports/${before?.id}/revert`, { body: {} }),
    },
    {
      what: 'a bulk change',
      start: async editor => {
        const lines = [STREET, STREET + 1].map(street => `1,0,${CHANNEL.first}/${street}/0`);
        const fileUrl = await uploadForm(editor, Buffer.from([BULK_HEAD, ...lines].join('\n')), 'rows.csv');
        return editor.data('/v2/ops/bulk/channelLocation', { body: { fileUrl, set: { canDeliver: false } } });
      },
    },
  ])(
    '$what is carried out exactly once, whenever its process is frozen',
    async ({ prepare, start }) => {
      const files = await openTestFiles('folder');
      const world = await createWorld('postgres', { files: files.store });
      const { pool, connectionString } = world.database;
      const frozen = await openDatabase({ dataDir: '', databaseUrl: connectionString ?? '', connections: 6 });
      const { freezeBefore, isOver } = freezable(frozen);
      try {
        const editor = await world.as('id.editor');
        const before = await prepare?.(editor);
        const saved = ['channel_locations', 'deleted_versions'];
        for (const table of saved) await pool.query(`CREATE TABLE saved_${table} AS SELECT * FROM ${table}`);
        const { id: model } = await start(editor, before);
        /** How often the import was started; null once it has ended. */
        const startsOf = async () =>
          (await pool.query<{ attempts: number }>('SELECT attempts FROM jobs')).rows[0]?.attempts ?? null;
        const result = async (id: string) => {
          const { rows: records } = await pool.query(
            'SELECT * FROM channel_locations ORDER BY channel_id, location_id',
          );
          const { rows: imports } = await pool.query(
            `SELECT state, done, total, counts, fails, review, message, (SELECT count(*) FROM audit_logs WHERE import_id = i.id) AS logged,
                  (SELECT json_agg(r ORDER BY n) FROM channel_location_import_rows r WHERE import_no = i.no) AS rows
             FROM imports i WHERE id = $1`,
            [id],
          );
          return JSON.parse(
            JSON.stringify({ records, imports }, (name, value) =>
              ['updated_at', 'import_no'].includes(name) ? undefined : value,
            ),
          ) as unknown;
        };
        await expect.poll(startsOf, WAIT).toBeNull();
        const expected = await result(model);
        expect(expected).toMatchObject({ imports: [{ state: 'applied', logged: 1 }] });
        await world.app.close();

        let statements = 0;
        for (; statements < MOST_STATEMENTS; statements++) {
          for (const table of saved)
            await pool.query(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM saved_${table}`);
          const id = randomUUID();
          await pool.query('UPDATE imports SET reverted_by = NULL');
          await pool.query(
            `INSERT INTO imports (id, declaration, entity, user_id, email, request_hash, hash, files, request, state, reverts, created_at)
           SELECT $1, declaration, entity, user_id, email, request_hash, hash, files, request, 'queued', reverts, created_at FROM imports WHERE id = $2`,
            [id, model],
          );
          await pool.query(
            `INSERT INTO jobs (kind, key, owner, heavy, payload, created_at)
           SELECT 'import', id, user_id, true, jsonb_build_object('id', id, 'light', false), 1 FROM imports WHERE id = $1`,
            [id],
          );
          const first = startProcess(frozen, files.store);
          const other = startProcess(world.database, files.store);
          freezeBefore(statements, async () => {
            await pool.query('UPDATE jobs SET alive_at = 1 WHERE alive_at > 0');
            other.poke();
            const isStarted = async () => (await startsOf()) !== 1;
            const started = Date.now() + RESTART_MILLIS;
            while (Date.now() < started && !(await isStarted())) await pause(5);
            const ended = Date.now() + ((await isStarted()) ? END_MILLIS : 0);
            while (Date.now() < ended && (await startsOf()) !== null) await pause(5);
          });
          first.poke();
          await expect.poll(async () => first.isBusy() || (await startsOf()) !== null, WAIT).toBe(false);
          await Promise.all([first.close(), other.close()]);
          const at = `frozen before statement ${statements}`;
          expect([at, await result(id)]).toEqual([at, expected]);
          expect([at, ...first.problems, ...other.problems]).toEqual([at]);
          expect([at, ...first.ends, ...other.ends]).not.toContain('given up');
          if (isOver()) break;
        }
        expect(statements).toBeGreaterThan(20);
        expect(statements).toBeLessThan(MOST_STATEMENTS);
      } finally {
        await frozen.close();
        await world.close();
        await files.close();
      }
    },
    120_000,
  );
});
