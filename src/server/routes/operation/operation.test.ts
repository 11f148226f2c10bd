import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';

const TOKEN = 'a token of its own';

describeOnEach('running the server', kind => {
  const folder = mkdtempSync(join(tmpdir(), 'ops-operation-'));
  let world: World;
  beforeAll(async () => {
    const config = {
      clientDir: undefined,
      baseUrl: undefined,
      secure: false,
      trustProxy: false as const,
      tracker: true,
    };
    world = await createWorld(kind, { config: { ...config, dataDir: folder, metricsToken: TOKEN } });
  });
  afterAll(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('anyone can check that the server is alive, and the check does not use the database', async () => {
    expect((await world.anonymous.call('/health')).body.data).toEqual({ status: 'alive' });
  });

  it('the readiness endpoint reports the result of each check', async () => {
    expect((await world.anonymous.call('/ready')).body.data).toEqual({
      ready: true,
      checks: ['database', 'migrations', 'disk'].map(name => ({ name, ok: true, detail: '' })),
    });
  });

  it('the readiness endpoint says why the server cannot write to its data folder', async () => {
    const disk = async () =>
      (await world.anonymous.call<{ checks: { name: string; ok: boolean; detail: string }[] }>('/ready')).body.data
        ?.checks[2];
    renameSync(folder, `${folder}.away`);
    expect(await disk()).toEqual({
      name: 'disk',
      ok: false,
      detail: expect.stringContaining('data folder is missing'),
    });
    expect((await world.anonymous.call('/ready')).status).toBe(503);
    writeFileSync(folder, '');
    expect(await disk()).toMatchObject({ ok: false, detail: expect.stringContaining('data folder is a file') });
    rmSync(folder);
    renameSync(`${folder}.away`, folder);
    expect(await disk()).toEqual({ name: 'disk', ok: true, detail: '' });
  });

  it('metrics require the token, and contain routes but no people', async () => {
    expect((await world.anonymous.call('/metrics')).status).toBe(401);
    expect((await world.anonymous.call('/metrics', { headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
    const editor = await world.as('id.editor');
    await editor.call('/sls/channels');
    const { status, raw } = await world.anonymous.call('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(status).toBe(200);
    expect(raw.body).toMatch(/ops_calls_total\{method="GET",route="\/api\/sls\/channels",status="200"\} 1/);
    for (const name of [
      'ops_call_seconds',
      'ops_event_streams',
      'ops_database_connections',
      'ops_import_rows',
      'ops_feed_lag_transactions',
    ])
      expect(raw.body).toContain(name);
    expect(raw.body).not.toContain('test.example');
  });

  it('calls with the same path and different methods are timed separately', async () => {
    await world.anonymous.call('/login?redirect=%2F');
    await world.anonymous.call('/login?redirect=%2F');
    await world.anonymous.call('/login', { body: { email: 'nobody@test.example', password: 'wrong' } });
    const { raw } = await world.anonymous.call('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
    const timed = (method: string) =>
      Number(
        new RegExp(`^ops_call_seconds_count\\{method="${method}",route="/api/login"\\} (\\d+)$`, 'm').exec(
          raw.body,
        )?.[1],
      );
    const counted = [
      ...raw.body.matchAll(/^ops_calls_total\{method="POST",route="\/api\/login",status="\d+"\} (\d+)$/gm),
    ];
    expect(timed('GET')).toBe(2);
    expect(timed('POST')).toBe(counted.reduce((sum, [, count]) => sum + Number(count), 0));
  });

  it('metrics that need no database are served even if it fails', async () => {
    const { pool } = world.database;
    const metrics = () => world.anonymous.call('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
    await pool.query('ALTER TABLE notify_deliveries RENAME TO away');
    const { status, raw } = await metrics();
    await pool.query('ALTER TABLE away RENAME TO notify_deliveries');
    expect(status).toBe(200);
    expect(raw.body).toContain('ops_calls_total{');
    expect(raw.body).not.toMatch(/^ops_notifications\{/m);
  });

  it('open streams are counted correctly, no matter how they end', async () => {
    const editor = await world.as('id.editor');
    const address = await world.app.listen({ port: 0 });
    const count = async () => {
      const { raw } = await world.anonymous.call('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
      return Number(/^ops_event_streams (\d+)$/m.exec(raw.body)?.[1]);
    };
    const ends: AbortController[] = [];
    for (let no = 0; no < 3; no++) {
      const end = new AbortController();
      ends.push(end);
      const headers = { cookie: editor.cookie ?? '' };
      expect((await fetch(`${address}/api/v2/ops/events?entity=ID`, { headers, signal: end.signal })).status).toBe(200);
    }
    expect((await fetch(`${address}/api/v2/ops/events?entity=ID`)).status).toBe(401);
    await expect.poll(count).toBe(3);
    for (const end of ends) end.abort();
    await expect.poll(count).toBe(0);
  });

  it('the server is not ready if migrations are missing, and says which ones', async () => {
    const { pool } = world.database;
    await pool.query('ALTER TABLE drizzle.__drizzle_migrations RENAME TO away');
    await pool.query('CREATE TABLE drizzle.__drizzle_migrations (id int)');
    const answer = await world.anonymous.call('/ready');
    await pool.query('DROP TABLE drizzle.__drizzle_migrations');
    await pool.query('ALTER TABLE drizzle.away RENAME TO __drizzle_migrations');
    expect([answer.status, answer.body.message]).toEqual([
      503,
      expect.stringMatching(/^Not ready: migrations: \d+ of \d+ are missing/),
    ]);
  });
});
