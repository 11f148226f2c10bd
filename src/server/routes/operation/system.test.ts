import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { SystemState, SystemTask } from '../../../contract/system.ts';
import { p95Of } from '../../operation/state.ts';
import { buildApp } from '../../app.ts';
import { createAdmin } from '../admin/createAdmin.ts';
import { Caller, createWorld, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach, openTestDatabase } from '../../../../tests/support/testDatabase.ts';

interface Tasks {
  backups: { name: string }[];
  folder: string | null;
  tasks: SystemTask[];
}

describeOnEach('the page System', kind => {
  const folder = mkdtempSync(join(tmpdir(), 'ops-system-'));
  let world: World;
  let admin: Caller;
  beforeAll(async () => {
    const config = {
      clientDir: undefined,
      baseUrl: undefined,
      secure: false,
      trustProxy: false as const,
      tracker: true,
    };
    world = await createWorld(kind, { config: { ...config, dataDir: folder, backupsDir: join(folder, 'backups') } });
    admin = await world.as('admin');
  });
  afterAll(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const tasks = async () => (await admin.call<Tasks>('/v2/ops/system/tasks')).body.data;
  const ended = async (id: number): Promise<SystemTask | undefined> => {
    const find = async () => (await tasks())?.tasks.find(task => task.id === id);
    await expect.poll(async () => (await find())?.endedAt ?? null, { timeout: 30_000 }).not.toBeNull();
    return find();
  };

  it('the System page can be read only by System Admins', async () => {
    const editor = await world.as('id.editor');
    for (const path of ['/v2/ops/system', '/v2/ops/system/tasks', '/v2/ops/system/log'])
      expect((await editor.call(path)).status).toBe(403);
    for (const path of ['/v2/ops/system/backups', '/v2/ops/system/verify-log'])
      expect((await editor.call(path, { body: {} })).status).toBe(403);
    expect((await editor.call('/v2/ops/system/backups/delete', { body: { name: 'x' } })).status).toBe(403);
  });

  it('the System page shows the metrics of /api/metrics, versions and storage', async () => {
    await admin.call('/sls/channels');
    const state = (await admin.call<SystemState>('/v2/ops/system')).body.data;
    expect(state?.calls.find(({ route }) => route === '/api/sls/channels')).toMatchObject({
      method: 'GET',
      count: 1,
      failed: 0,
    });
    expect(state?.checks.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(state?.versions).toMatchObject({ node: process.version, database: expect.stringContaining('PostgreSQL') });
    expect(state?.versions.migrations).toBeGreaterThan(30);
    expect(state?.storage.database).toBeGreaterThan(1_000_000);
    expect(state?.storage.tables.map(({ name }) => name)).toContain('channel_locations');
    expect(state?.pool.total).toBeGreaterThan(0);
  });

  it('the log is verified in the background, and entries that were changed are named', async () => {
    const user = {
      email: 'new@test.example',
      name: 'New',
      privilege: 2,
      category: 0,
      entityIds: [1],
      roleIds: [],
      whitelisted: true,
    };
    expect((await admin.call('/opa/users', { body: user })).status).toBe(200);
    const first = (await admin.call<{ id: number }>('/v2/ops/system/verify-log', { body: {} })).body.data?.id ?? 0;
    expect(await ended(first)).toMatchObject({ state: 'done', message: 'The log is intact: 1 entry.' });
    await world.database.pool.query(`UPDATE audit_logs SET email = 'nobody'`);
    const second = (await admin.call<{ id: number }>('/v2/ops/system/verify-log', { body: {} })).body.data?.id ?? 0;
    expect(await ended(second)).toMatchObject({ state: 'failed', findings: [expect.stringMatching(/was changed/)] });
  });

  it('the whole log can be downloaded, with one line for each entry, including its hash', async () => {
    const { raw } = await admin.call('/v2/ops/system/log');
    const lines = raw.body
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({
      url: '/api/opa/users',
      chainNo: 1,
      previousHash: '',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('for a database without a local folder, the page says that other tools must back it up', async () => {
    const { status, body } = await admin.call('/v2/ops/system/backups', { body: {} });
    expect([status, body.message]).toEqual([409, expect.stringContaining('pg_dump')]);
    expect((await tasks())?.folder).toBeNull();
    expect((await admin.call('/v2/ops/system/backups/delete', { body: { name: '../x' } })).status).toBe(400);
    expect(existsSync(join(folder, 'backups'))).toBe(false);
  });
});

it('a backup is removed only after its log entry is stored, and an interrupted removal is completed by the next one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ops-backups-'));
  const put = (name: string) => {
    mkdirSync(join(folder, name, 'database'), { recursive: true });
    writeFileSync(join(folder, name, 'backup.json'), JSON.stringify({ made: '2026-01-01T00:00:00Z', sizes: { a: 1 } }));
  };
  for (const name of ['one', 'two', 'old.removed.part']) put(name);
  const database = { ...(await openTestDatabase('embedded')), folder };
  const config = { clientDir: undefined, baseUrl: undefined, secure: false, trustProxy: false as const, tracker: true };
  const app = await buildApp({ config: { ...config, backupsDir: folder }, database });
  await createAdmin(database.pool, 'boss@ops.example', 'a long enough password', 1);
  const boss = new Caller(app);
  const answer = await boss.call('/login', { body: { email: 'boss@ops.example', password: 'a long enough password' } });
  boss.cookie = String(answer.raw.headers['set-cookie']).split(';')[0] ?? null;
  const listed = async () =>
    (await boss.data<Tasks>('/v2/ops/system/tasks')).backups.map(({ name }) => name).toSorted();
  const remove = async (name: string) => (await boss.call('/v2/ops/system/backups/delete', { body: { name } })).status;
  const logged = async () =>
    (await database.pool.query(`SELECT 1 FROM audit_logs WHERE url LIKE '%/backups/delete'`)).rowCount;
  expect(await listed()).toEqual(['one', 'two']);

  // The log cannot be written, as if the server were killed at that moment.
  await database.pool.query('ALTER TABLE audit_logs ADD CONSTRAINT full_disk CHECK (false) NOT VALID');
  expect([await remove('one'), await logged()]).toEqual([500, 0]);
  expect(await listed()).toEqual(['one', 'two']);
  await database.pool.query('ALTER TABLE audit_logs DROP CONSTRAINT full_disk');

  expect([await remove('one'), await logged()]).toEqual([200, 1]);
  expect(readdirSync(folder)).toEqual(['two']);
  expect([await remove('one'), await logged()]).toEqual([404, 1]);
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  [[], null],
  [
    [
      { le: 0.1, count: 95 },
      { le: 1, count: 100 },
      { le: Infinity, count: 100 },
    ],
    100,
  ],
  [
    [
      { le: 0.1, count: 94 },
      { le: 1, count: 100 },
      { le: Infinity, count: 100 },
    ],
    1000,
  ],
  [
    [
      { le: 0.1, count: 1 },
      { le: 1, count: 2 },
      { le: Infinity, count: 100 },
    ],
    null,
  ],
])('the 95th percentile of histogram %j is %s ms', (buckets, expected) => expect(p95Of(buckets)).toBe(expected));

describeOnEach('a task of the page System', kind => {
  it('a task starts as soon as it is committed, even while the reply to its call is still being sent', async () => {
    // No timer starts the task.
    const every = globalThis.setInterval;
    const timers = vi
      .spyOn(globalThis, 'setInterval')
      .mockImplementation(((work: () => void, ms: number) => every(work, Math.max(ms, 3_600_000))) as typeof every);
    const world = await createWorld(kind);
    timers.mockRestore();
    const open = async () =>
      (await world.database.pool.query('SELECT 1 FROM system_tasks WHERE ended_at IS NULL')).rowCount;
    let atAnswer: number | null | undefined;
    world.app.addHook('onSend', async ({ routeOptions: { url } }) => {
      if (url !== '/api/v2/ops/system/verify-log') return;
      await expect.poll(open, { timeout: 20_000 }).toBe(0);
      atAnswer = await open();
    });
    await (await world.as('admin')).data('/v2/ops/system/verify-log', { body: {} });
    expect(atAnswer).toBe(0);
    await world.close();
  });
});
