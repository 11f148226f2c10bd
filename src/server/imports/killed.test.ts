import { Client } from 'pg';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { areasCsv, callImport, uploadForm } from '../../../tests/support/importing.ts';
import { CHANNEL, createWorld, STREET, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import type { ImportReceipt } from '../../contract/imports/calls.ts';

const row = (channelId: number, location: number, cod = 'Yes') => [
  channelId,
  'Standard',
  location,
  'Yes',
  cod,
  'Yes',
  'Yes',
  1,
];

async function startsOf({ database }: World, id: string) {
  const { rows } = await database.pool.query<{ starts: number | null; state: string }>(
    'SELECT j.attempts AS starts, i.state FROM imports i LEFT JOIN jobs j ON j.key = i.id WHERE i.id = $1',
    [id],
  );
  return rows[0];
}

describeOnEach('an import interrupted by a killed server', kind => {
  let world: World;
  afterEach(() => world.close());

  it('an import fails if the server is killed three times during it, and restarts when it is resubmitted', async () => {
    world = await createWorld(kind, {});
    const editor = await world.as('id.editor');
    const fileUrlList = [await uploadForm(editor, areasCsv([row(CHANNEL.first, STREET, 'No')]))];
    const key = { 'idempotency-key': 'deadly' };
    const send = () => callImport(editor, { fileUrlList }, key);
    const { id, state } = (await send()).body.data as ImportReceipt;
    expect(state).toBe('applied');
    await expect.poll(async () => (await startsOf(world, id))?.starts).toBeNull();

    // Leaves the import in the state in which a killed process would. Another import then makes the runner look for
    // jobs.
    const left = async (starts: number): Promise<ImportReceipt> => {
      const { pool } = world.database;
      await pool.query(`UPDATE imports SET state = 'checking', done = 0, finished_at = NULL WHERE id = $1`, [id]);
      await pool.query(
        `INSERT INTO jobs (kind, key, owner, heavy, payload, attempts, alive_at, created_at)
         SELECT 'import', id, user_id, true, jsonb_build_object('id', id, 'light', false), $2, 1, 1 FROM imports WHERE id = $1`,
        [id, starts],
      );
      const url = await uploadForm(editor, areasCsv([row(CHANNEL.second, STREET, starts > 2 ? 'No' : 'Yes')]));
      await callImport(editor, { fileUrlList: [url] });
      await expect.poll(async () => (await startsOf(world, id))?.starts).toBeNull();
      return editor.data<ImportReceipt>(`/v2/ops/imports/${id}`);
    };
    expect(await left(2)).toMatchObject({ state: 'applied', message: '' });
    const given = await left(3);
    expect(given).toMatchObject({ state: 'failed', message: expect.stringContaining('import fewer rows at a time') });
    expect(given).not.toHaveProperty('starts');
    expect((await send()).body.data).toMatchObject({ id, state: 'applied' });
  });

  it('people are notified of an import that ended right before the server was killed', async () => {
    world = await createWorld(kind, {});
    const editor = await world.as('id.editor');
    const { pool } = world.database;
    const send = async (channel: number) =>
      callImport(editor, { fileUrlList: [await uploadForm(editor, areasCsv([row(channel, STREET, 'No')]))] });
    const { id, state } = (await send(CHANNEL.first)).body.data as ImportReceipt;
    expect(state).toBe('applied');
    await expect.poll(async () => (await startsOf(world, id))?.starts).toBeNull();
    const events = async () =>
      (await pool.query('SELECT kind FROM notify_events WHERE once_key = $1', [`import ${id}`])).rows;
    expect(await events()).toEqual([{ kind: 'import.ended' }]);
    await pool.query('DELETE FROM notify_events');
    await pool.query(
      `INSERT INTO jobs (kind, key, owner, heavy, payload, attempts, alive_at, created_at)
       SELECT 'import', id, user_id, true, jsonb_build_object('id', id, 'light', false), 1, 1, 1 FROM imports WHERE id = $1`,
      [id],
    );
    await send(CHANNEL.second);
    await expect.poll(events).toEqual([{ kind: 'import.ended' }]);
  });

  it('people are notified once of an import that ends with an unexpected error', async () => {
    world = await createWorld(kind, {});
    const editor = await world.as('id.editor');
    const { pool } = world.database;
    const send = async (channel: number) =>
      callImport(editor, { fileUrlList: [await uploadForm(editor, areasCsv([row(channel, STREET, 'No')]))] });
    const { id } = (await send(CHANNEL.first)).body.data as ImportReceipt;
    await expect.poll(async () => (await startsOf(world, id))?.starts).toBeNull();
    await pool.query('DELETE FROM notify_events');
    await pool.query(
      `UPDATE imports SET state = 'checking', done = 0, finished_at = NULL, files = '[{ "name": "areas.csv" }]' WHERE id = $1`,
      [id],
    );
    await pool.query(
      `INSERT INTO jobs (kind, key, owner, heavy, payload, attempts, alive_at, created_at)
       SELECT 'import', id, user_id, true, jsonb_build_object('id', id, 'light', false), 0, 1, 1 FROM imports WHERE id = $1`,
      [id],
    );
    await send(CHANNEL.second);
    await expect.poll(async () => (await startsOf(world, id))?.starts, { timeout: 20_000 }).toBeNull();
    expect(await startsOf(world, id)).toMatchObject({ state: 'failed' });
    const { rows } = await pool.query<{ kind: string }>(
      "SELECT kind FROM notify_events WHERE kind IN ('import.failed', 'job.failed')",
    );
    expect(rows).toEqual([{ kind: 'import.failed' }]);
  });

  it('stopping the server cleanly during an import does not count as a kill', async () => {
    world = await createWorld(kind, {});
    const editor = await world.as('id.editor');
    const [from, count] = [5_000_001, 12_000];
    await world.database.pool.query(
      `INSERT INTO locations (location_id, country, parent_id, level, name, name_folded, state_id, city_id, district_id)
       SELECT $1::int8 + n, country, parent_id, level, 'Jalan ' || n, 'jalan ' || n, state_id, city_id, district_id
         FROM locations, generate_series(0, $2::int4 - 1) AS n WHERE location_id = $3`,
      [from, count, STREET],
    );
    const rows = Array.from({ length: count }, (_, at) => row(CHANNEL.first, from + at));
    const url = await uploadForm(editor, areasCsv(rows));
    const { id } = (await callImport(editor, { fileUrlList: [url], background: true })).body.data as ImportReceipt;
    await expect.poll(async () => (await startsOf(world, id))?.starts, { interval: 5 }).toBe(1);
    await world.app.close();
    expect(await startsOf(world, id)).toEqual({ starts: 0, state: expect.stringMatching(/checking|applying/) });
  });
});

describe.skipIf(inject('postgresUrl') === null)(
  'an import blocked by the lock of a killed server on PostgreSQL',
  () => {
    it('an import waits for a statement of the killed server, and continues once the lock is released', async () => {
      const problems: string[] = [];
      const stream = { write: (line: string) => void problems.push(line) };
      const world = await createWorld('postgres', { logger: { level: 'warn', stream } });
      const { pool, connectionString } = world.database;
      const editor = await world.as('id.editor');
      const url = await uploadForm(editor, areasCsv([row(CHANNEL.first, STREET, 'No')]));
      // The server waits for a lock for several seconds; this test shortens the wait.
      const clients = await Promise.all(Array.from({ length: world.database.connections }, () => pool.connect()));
      for (const client of clients) await client.query("SET lock_timeout = '300ms'");
      for (const client of clients) client.release();
      // The transaction of the killed server is still open, so the rows of the plan cannot be stored.
      const dead = new Client({ connectionString });
      await dead.connect();
      try {
        await dead.query('BEGIN');
        await dead.query('LOCK TABLE channel_location_import_rows IN EXCLUSIVE MODE');
        const { id } = (await callImport(editor, { fileUrlList: [url], background: true })).body.data as ImportReceipt;
        await expect.poll(() => problems.join(''), { timeout: 10_000, interval: 50 }).toContain('lock timeout');
        // The import has neither failed nor been started a second time.
        expect(await startsOf(world, id)).toMatchObject({ starts: 1, state: 'checking' });
        await dead.query('ROLLBACK');
        await expect
          .poll(async () => (await startsOf(world, id))?.state, { timeout: 20_000, interval: 100 })
          .toBe('applied');
        expect(await editor.data<ImportReceipt>(`/v2/ops/imports/${id}`)).toMatchObject({ message: '' });
      } finally {
        await dead.end();
        await world.close();
      }
    });
  },
);
