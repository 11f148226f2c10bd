import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  CHANNEL,
  createWorld,
  resetRecords,
  STREET,
  type Caller,
  type World,
  emailOf,
} from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import { WRITES_MOST } from '../../../contract/writes.ts';

const ALL = { canDeliver: true, canCOD: true, canPickup: true, canCODPickup: true };
const NONE = { canDeliver: false, canCOD: false, canPickup: false, canCODPickup: false };
const KEY = { channelId: CHANNEL.first, type: 0, locationId: STREET } as const;
const UPDATE = 'channelLocation.update';

interface Item {
  status: number;
  retryAfter: number | null;
  reply: { retcode: number; message: string; data: Record<string, unknown> | null };
}

describeOnEach('writes in one request', kind => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind, { now: () => 1_800_000_000_500 });
    editor = await world.as('id.editor');
  });
  beforeEach(() => resetRecords(world.database.pool));
  afterAll(() => world.close());

  const send = (writes: object[], caller = editor) =>
    caller.call<{ items: Item[] }>('/v2/ops/writes', { body: { writes } });
  const items = async (writes: object[], caller = editor) => (await send(writes, caller)).body.data?.items ?? [];
  const count = async (table: string): Promise<number> =>
    (await world.database.pool.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n ?? -1;

  it('batched writes are executed in order, each with its own version, receipt and reply (OB3, OB8)', async () => {
    const found = await items([
      { call: UPDATE, key: 'a', input: { ...KEY, ...ALL, version: 1 } },
      { call: UPDATE, key: 'b', input: { ...KEY, ...NONE, version: 2 } },
      { call: 'channelLocation.add', key: 'c', input: { ...KEY, ...ALL, type: 1 } },
    ]);
    expect(found.map(({ status, reply }) => [status, reply.retcode, reply.data?.['version']])).toEqual([
      [200, 0, 2],
      [200, 0, 3],
      [200, 0, 1],
    ]);
    expect(found[0]?.reply.data).toMatchObject({ ...KEY, ...ALL, channelName: 'J&T Express' });
    expect([await count('audit_logs'), await count('changes'), await count('idempotency_keys')]).toEqual([3, 3, 3]);
  });

  it('batched writes get the same replies as separate ones, and a refusal does not stop the others (OB7)', async () => {
    const found = await items([
      { call: UPDATE, key: 'a', input: { ...KEY, ...ALL, version: 9 } },
      { call: UPDATE, key: 'b', input: { ...KEY, ...ALL, type: 7 } },
      { call: 'channelLocation.nothing', key: 'c', input: {} },
      { call: UPDATE, key: 'd', input: { ...KEY, ...ALL, version: 1 } },
    ]);
    expect(found.map(({ status }) => status)).toEqual([409, 400, 404, 200]);
    expect(found[0]?.reply.data).toMatchObject({ currentVersion: 1, current: { ...KEY } });
    expect(found[1]?.reply.message).toContain('type: ');
    expect([await count('audit_logs'), await count('idempotency_keys')]).toEqual([1, 1]);
  });

  it('batched writes take effect once, no matter how often their keys are repeated (OB3)', async () => {
    const write = { call: UPDATE, key: 'a', input: { ...KEY, ...ALL, version: 1 } };
    const [first] = await items([write]);
    expect((await items([write, write])).map(({ reply }) => reply)).toEqual([first?.reply, first?.reply]);
    const alone = await editor.call('/channelLocationService/update', {
      body: write.input,
      headers: { 'idempotency-key': 'a' },
    });
    expect(alone.raw.headers['idempotent-replayed']).toBe('true');
    expect(alone.body).toEqual(first?.reply);
    expect(await count('changes')).toBe(1);
    const [other] = await items([{ ...write, input: { ...KEY, ...NONE, version: 2 } }]);
    expect([other?.status, other?.reply.retcode]).toEqual([422, 4221]);
  });

  it('each batched write requires its own permission, and the batch requires a session (PERM-4)', async () => {
    const write = { call: UPDATE, key: 'a', input: { ...KEY, ...ALL, version: 1 } };
    expect((await items([write], await world.as('id.viewer'))).map(({ status }) => status)).toEqual([403]);
    expect((await send([write], world.anonymous)).status).toBe(401);
    // A write that had been waiting on a device is reported, however early it is refused, and so is a single one.
    const viewer = await world.as('id.viewer');
    const headers = { 'idempotency-key': 'alone' };
    const path = '/channelLocationService/update';
    expect((await viewer.call(path, { body: write.input, headers })).status).toBe(403);
    // A person who is online is told by the reply.
    expect((await viewer.call(path, { body: write.input })).status).toBe(403);
    const { rows } = await world.database.pool.query(
      `SELECT country, person, fields ->> 'operation' AS operation FROM notify_events
        WHERE kind = 'write.refused' AND person = $1`,
      [emailOf('id.viewer')],
    );
    const told = { country: 'ID', person: emailOf('id.viewer'), operation: 'Edit Location' };
    expect(rows).toEqual([told, told]);
    expect(await count('changes')).toBe(0);
  });

  it('a batched write that fails has no effect, and the server continues with the rest of the batch', async () => {
    await world.database.pool.query('ALTER TABLE changes RENAME TO changes_away');
    const found = await items([{ call: UPDATE, key: 'a', input: { ...KEY, ...ALL, version: 1 } }]);
    await world.database.pool.query('ALTER TABLE changes_away RENAME TO changes');
    expect([found[0]?.status, await count('idempotency_keys')]).toEqual([500, 0]);
  });

  it('a batch is refused as a whole only if the request itself is invalid', async () => {
    const write = { call: UPDATE, key: 'a', input: { ...KEY, ...ALL, version: 1 } };
    expect((await send([])).status).toBe(400);
    expect((await send([{ ...write, key: 'bad key' }])).status).toBe(400);
    expect((await send(Array.from({ length: WRITES_MOST + 1 }, () => write))).status).toBe(400);
    expect(await count('changes')).toBe(0);
  });
});
