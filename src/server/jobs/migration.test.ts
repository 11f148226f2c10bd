import { rmSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { expect, it } from 'vitest';
import { migrationsBefore } from '../../../tests/support/migrationsBefore.ts';
import { migrate } from '../migrate/migrate.ts';
import { openDatabase } from '../db/open.ts';

it('imports that an earlier build left pending or in progress become jobs, and no import is lost', async () => {
  const folder = migrationsBefore('jobs');
  const database = await openDatabase({ dataDir: 'memory://' });
  try {
    const client = await database.pool.connect();
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
    const states = ['applied', 'queued', 'checking', 'applying', 'refused', 'failed', 'review'];
    for (const [at, state] of states.entries()) {
      await client.query(
        `INSERT INTO imports (id, declaration, entity, user_id, email, state, created_at, alive_at, starts, done)
         VALUES ($1, 'channelLocation', 'ID', 7, 'a@test.example', $1, 5, 99, $2, $2)`,
        [state, at],
      );
    }
    client.release();
    await migrate(database);
    const jobs = await database.pool.query(
      'SELECT kind, key, owner, heavy, payload, attempts, alive_at FROM jobs ORDER BY no',
    );
    const job = (id: string, attempts: number, alive_at: number) => ({
      kind: 'import',
      key: id,
      owner: 7,
      heavy: true,
      payload: { id, light: false },
      attempts,
      alive_at,
    });
    expect(jobs.rows).toEqual([job('queued', 1, 0), job('checking', 2, 99), job('applying', 3, 99)]);
    const imports = await database.pool.query<{ state: string; done: number }>(
      'SELECT state, done FROM imports ORDER BY no',
    );
    expect(imports.rows).toEqual(states.map((state, done) => ({ state, done })));
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
