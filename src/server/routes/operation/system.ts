import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import {
  deleteBackup,
  exportSystemLog,
  getSystem,
  listSystemTasks,
  makeBackup,
  verifySystemLog,
  type SystemTask,
} from '../../../contract/system.ts';
import { STORED_COLUMNS, type StoredEntry } from '../../audit/chain.ts';
import { listBackups, removeBackup } from '../../backup/backup.ts';
import type { Person } from '../../auth/person.ts';
import { nowSeconds } from '../../base/clock.ts';
import { commandText } from '../../base/commandText.ts';
import type { ServerContext } from '../../context.ts';
import type { Queryable } from '../../db/transaction.ts';
import { batchesAs, newTask } from '../../db/turns.ts';
import { ApiError, notFound } from '../../base/envelope.ts';
import { registerRaw, registerRead } from '../../http/registrar.ts';
import { readSystem } from '../../operation/state.ts';
import { addTask, backupName } from '../../operation/tasks.ts';
import { registerAdmin, requireSystemAdmin, type AdminScope } from '../admin/support.ts';
import { rounds } from '../../base/rounds.ts';

const BATCH = 1_000;
const LISTED = 20;

/** Yields all log entries as lines of JSON, in id order. */
async function* linesOf(db: Queryable): AsyncGenerator<string> {
  // Entries that are written during the download are omitted, because it might never end on a busy server.
  const { rows: ends } = await db.query<{ upTo: number }>('SELECT coalesce(max(id), 0) AS "upTo" FROM audit_logs');
  const upTo = ends[0]?.upTo ?? 0;
  for (let last = 0, round = rounds('Writing the log to a file'); ; round()) {
    const { rows }: { rows: StoredEntry[] } = await db.query<StoredEntry>(
      `SELECT ${STORED_COLUMNS} FROM audit_logs WHERE id > $1 AND id <= $2 ORDER BY id LIMIT ${BATCH}`,
      [last, upTo],
    );
    if (rows.length === 0) return;
    yield rows.map(row => `${JSON.stringify(row)}\n`).join('');
    last = rows.at(-1)?.id ?? last;
  }
}

/**
 * Refuses a second task of the same kind, which would only slow down the first one.
 * @throws ApiError 409
 */
async function refuseSecond(db: Queryable, kind: string, what: string): Promise<void> {
  const { rowCount } = await db.query('SELECT 1 FROM system_tasks WHERE kind = $1 AND ended_at IS NULL', [kind]);
  if (rowCount) throw new ApiError(409, `${what} is already in progress. Wait until it has finished.`);
}

/**
 * Registers the calls of the System page: metrics, backups, log verifications, and the whole log as a file. Only System
 * Admins may use them.
 */
export function systemRoutes(app: FastifyInstance, context: ServerContext, registry: Registry): void {
  const { database, config, jobs } = context;
  const { pool } = database;
  const folder = database.kind === 'embedded' && database.folder !== undefined ? (config.backupsDir ?? null) : null;

  registerRead(app, context, getSystem, async ({ person }) => {
    requireSystemAdmin(person);
    return readSystem(context, registry);
  });

  registerRead(app, context, listSystemTasks, async ({ person }) => {
    requireSystemAdmin(person);
    const { rows } = await pool.query<SystemTask>(
      `SELECT id, kind, state, name, step, done, total, message, findings, person, created_at AS "createdAt", ended_at AS "endedAt"
         FROM system_tasks ORDER BY id DESC LIMIT ${LISTED}`,
    );
    const backups = folder === null ? [] : await listBackups(folder);
    const latest = backups[0] ? join(folder ?? '', backups[0].name) : (folder ?? '');
    return { backups, folder, restore: commandText('restore', latest), tasks: rows };
  });

  const beginBackup = async (db: Queryable, person: Person, at: number) => {
    requireSystemAdmin(person);
    if (folder === null)
      throw new ApiError(
        409,
        'This server has no database of its own to back up. Use pg_dump for PostgreSQL (docs/deployment.md).',
      );
    await refuseSecond(db, 'backup', 'A backup');
    const name = backupName(context.now());
    const id = await addTask(db, { task: 'backup', name, person: person.email, owner: person.userId, now: at });
    return { operator: 'Create', after: { name }, logged: { name }, output: { id } } as const;
  };
  // The task starts after the commit, even if the caller does not wait for the reply.
  registerAdmin(app, context, makeBackup, (db, _input, { person, at }) => beginBackup(db, person, at), jobs.poke);

  const removeAfterCommit = async ({ name }: { name: string }): Promise<void> => {
    if (folder === null) return;
    try {
      await removeBackup(folder, name);
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      throw new ApiError(
        500,
        `The backup ${name} could not be removed (${code}). Check the permissions of ${folder}, and try again.`,
      );
    }
  };
  const remove = async (_db: Queryable, { name }: { name: string }, { person }: AdminScope) => {
    requireSystemAdmin(person);
    if (folder === null || !existsSync(join(folder, name, 'backup.json')))
      throw notFound(`There is no backup ${name}. It may have been removed; reload the page.`);
    return { operator: 'Delete', before: { name }, after: null, output: null } as const;
  };
  // The backup is removed after the commit: a crash in between leaves an entry and the backup, never neither of them.
  registerAdmin(app, context, deleteBackup, remove, removeAfterCommit);

  const beginCheck = async (db: Queryable, person: Person, at: number) => {
    requireSystemAdmin(person);
    await refuseSecond(db, 'verify', 'A check of the log');
    const id = await addTask(db, { task: 'verify', name: '', person: person.email, owner: person.userId, now: at });
    return { operator: null, output: { id } };
  };
  registerAdmin(app, context, verifySystemLog, (db, _input, { person, at }) => beginCheck(db, person, at), jobs.poke);

  registerRaw(app, context, exportSystemLog, async ({ person, reply }) => {
    requireSystemAdmin(person);
    const day = new Date(nowSeconds(context) * 1000).toISOString().slice(0, 10);
    return reply
      .type('application/x-ndjson')
      .header('content-disposition', `attachment; filename="Whole log ${day}.jsonl"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(batchesAs(newTask('costly'), linesOf(pool)), { objectMode: false }));
  });
}
