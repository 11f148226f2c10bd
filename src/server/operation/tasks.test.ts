import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ServerContext } from '../context.ts';
import { listBackups } from '../backup/backup.ts';
import { openDatabase } from '../db/open.ts';
import { migrate } from '../migrate/migrate.ts';
import { createSystemKind } from './tasks.ts';

it('a backup that was complete when its server was killed counts as made, and is not made again', async () => {
  const root = mkdtempSync(join(tmpdir(), 'ops-tasks-'));
  const database = await openDatabase({ dataDir: join(root, 'data') });
  try {
    await migrate(database);
    const { pool } = database;
    const { rows } = await pool.query<{ id: number }>(
      "INSERT INTO system_tasks (kind, name, person, created_at) VALUES ('backup', 'first', 'a', 1) RETURNING id",
    );
    const id = rows[0]?.id ?? 0;
    const config = { backupsDir: join(root, 'backups'), files: { folder: join(root, 'files') } };
    const kind = createSystemKind(() => ({ database, config, now: () => 5_000 }) as unknown as ServerContext);
    const made = async () => {
      await kind.run(
        { task: 'backup', id },
        () => undefined,
        async () => undefined,
      );
      const found = await pool.query('SELECT state, message FROM system_tasks WHERE id = $1', [id]);
      return found.rows[0] as { state: string; message: string };
    };
    const first = await made();
    expect(first).toMatchObject({ state: 'done', message: expect.stringMatching(/^[\d,]+ files, [\d.]+ MB$/) });
    // The killed process had not stored the end of its task.
    await pool.query("UPDATE system_tasks SET state = 'running', ended_at = NULL");
    expect(await made()).toEqual(first);
  } finally {
    await database.close();
    rmSync(root, { recursive: true, force: true });
  }
}, 120_000);

it('a backup whose folder cannot be used fails with the folder and what to do', async () => {
  const root = mkdtempSync(join(tmpdir(), 'ops-tasks-'));
  const database = await openDatabase({ dataDir: join(root, 'data') });
  try {
    await migrate(database);
    const { pool } = database;
    writeFileSync(join(root, 'file'), '');
    await pool.query(
      "INSERT INTO users (email, name, password_hash, privilege, current_entity) VALUES ('admin@ops.example', 'A', '', 0, 'MY')",
    );
    for (const backupsDir of [join(root, 'file'), join(root, 'file', 'below'), '/proc/backups']) {
      const { rows } = await pool.query<{ id: number }>(
        "INSERT INTO system_tasks (kind, name, person, created_at) VALUES ('backup', 'x', 'a', 1) RETURNING id",
      );
      const id = rows[0]?.id ?? 0;
      const config = { backupsDir, files: { folder: join(root, 'files') } };
      const kind = createSystemKind(() => ({ database, config, now: () => 5_000 }) as unknown as ServerContext);
      await kind.run(
        { task: 'backup', id },
        () => undefined,
        async () => undefined,
      );
      const { rows: ended } = await pool.query('SELECT state, message FROM system_tasks WHERE id = $1', [id]);
      expect(ended[0]).toEqual({ state: 'failed', message: expect.stringContaining(backupsDir) });
      expect(ended[0]).toEqual({
        state: 'failed',
        message: expect.stringContaining('set OPS_BACKUPS to another folder'),
      });
      expect(await listBackups(backupsDir)).toEqual([]);
    }
    // Otherwise, only somebody who opens the page System sees that there is no backup.
    const { rows: told } = await pool.query(
      "SELECT country, person, fields FROM notify_events WHERE kind = 'job.failed'",
    );
    expect(told).toEqual([
      { country: null, person: 'a', fields: { job: 'Backup x', reason: expect.stringContaining('OPS_BACKUPS') } },
    ]);
  } finally {
    await database.close();
    rmSync(root, { recursive: true, force: true });
  }
}, 120_000);
