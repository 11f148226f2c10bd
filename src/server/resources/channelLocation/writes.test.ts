import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  CHANNEL,
  createWorld,
  emailOf,
  resetRecords,
  STREET,
  type Answer,
  type Caller,
  type World,
} from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { AuditRow } from '../../../contract/audit.ts';
import type { ChannelLocationRow } from '../../../contract/channelLocation.ts';

const NONE = { canDeliver: false, canCOD: false, canPickup: false, canCODPickup: false };
const ALL = { canDeliver: true, canCOD: true, canPickup: true, canCODPickup: true };
const KEY = { channelId: CHANNEL.first, type: 0, locationId: STREET } as const;
const DELETE = { channel_id: CHANNEL.first, location_id: STREET, applicable_type: 0 };

interface Conflict {
  current: ChannelLocationRow | null;
  currentVersion: number | null;
}

describeOnEach('writes of serviceable locations', kind => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind, { now: () => 1_800_000_000_500 });
    editor = await world.as('id.editor');
  });
  beforeEach(() => resetRecords(world.database.pool));
  afterAll(() => world.close());

  const post = <T = ChannelLocationRow>(verb: string, body: object, key?: string): Promise<Answer<T>> =>
    editor.call<T>(`/channelLocationService/${verb}`, { body, headers: key ? { 'idempotency-key': key } : {} });
  const count = async (table: string): Promise<number> =>
    (await world.database.pool.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n ?? -1;
  const changes = async () =>
    (await world.database.pool.query('SELECT collection, key, version, row FROM changes ORDER BY xid, seq')).rows;
  const audit = () =>
    editor.data<{ list: AuditRow[]; total: number }>(
      `/ops/audit-logs/business?code=channel_management.serviceable_area&channel=${CHANNEL.first}`,
    );

  it('an update stores a new version with its author and time, one audit entry and one feed change (OB8)', async () => {
    const answer = await post('update', { ...KEY, ...ALL, version: 1 });
    expect(answer.body.data).toEqual({
      ...KEY,
      ...ALL,
      channelName: 'J&T Express',
      country: 'ID',
      state: 'Jawa Barat',
      city: 'Bandung',
      district: 'Cicendo',
      street: 'Jalan Satu',
      version: 2,
      updatedBy: emailOf('id.editor'),
      updatedAt: 1_800_000_000,
    });
    expect(await changes()).toEqual([
      { collection: 'channelLocations', key: '10021/1000004/0', version: 2, row: answer.body.data },
    ]);
    const found = await editor.data<{ list: ChannelLocationRow[] }>(
      `/channelLocationService/getListByLocationID?location_id=${STREET}`,
    );
    expect(found.list.filter(row => row.channelId === CHANNEL.first && row.type === 0)).toEqual([answer.body.data]);
    const { list, total } = await audit();
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({
      url: '/api/channelLocationService/update',
      email: emailOf('id.editor'),
      timestamp: 1_800_000_000,
      operator_type: 'Edit',
    });
    expect(JSON.parse(list[0]?.body ?? '')).toEqual({ ...KEY, ...ALL, version: 1 });
    expect(JSON.parse(list[0]?.before ?? '')).toMatchObject({ canCOD: false, version: 1 });
    expect(JSON.parse(list[0]?.after ?? '')).toEqual(answer.body.data);
  });

  it('an update that changes nothing writes nothing, but its reply is stored under its key (OB3)', async () => {
    const first = await post('update', { ...KEY, ...ALL, version: 1 });
    const admin = await world.as('admin');
    for (const body of [
      { ...KEY, ...ALL, version: 2 },
      { ...KEY, ...ALL },
    ]) {
      const again = await admin.call<ChannelLocationRow>('/channelLocationService/update', {
        body,
        headers: { 'idempotency-key': `same-${'version' in body}` },
      });
      expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    }
    expect([await count('audit_logs'), await count('changes')]).toEqual([1, 1]);
    // A colleague changes the record. The same key still gets the same reply and writes nothing.
    await post('update', { ...KEY, ...NONE, version: 2 });
    const replayed = await admin.call<ChannelLocationRow>('/channelLocationService/update', {
      body: { ...KEY, ...ALL },
      headers: { 'idempotency-key': 'same-false' },
    });
    expect(replayed.raw.headers['idempotent-replayed']).toBe('true');
    expect(replayed.body.data).toEqual(first.body.data);
    expect([await count('audit_logs'), await count('changes')]).toEqual([2, 2]);
    // A stale version is refused, even if the request would restore the previous values.
    expect((await post('update', { ...KEY, ...ALL, version: 2 })).status).toBe(409);
  });

  it('records can be added and deleted, and a deletion leaves a tombstone (SAL-23, SAL-24, MR2)', async () => {
    const added = await post('add', { ...KEY, type: 1, ...ALL });
    expect(added.body.data).toMatchObject({ type: 1, version: 1, street: 'Jalan Satu', district: 'Cicendo' });
    const gone = await post('delete/', { ...DELETE, applicable_type: 1, version: 1 });
    expect(gone.body).toEqual({ retcode: 0, message: '', detail: '', data: null });
    expect(await changes()).toEqual([
      { collection: 'channelLocations', key: '10021/1000004/1', version: 1, row: added.body.data },
      { collection: 'channelLocations', key: '10021/1000004/1', version: 2, row: null },
    ]);
    const { list } = await audit();
    expect(list.map(entry => [entry.url, entry.operator_type])).toEqual([
      ['/api/channelLocationService/delete/', 'Delete'],
      ['/api/channelLocationService/add', 'Create'],
    ]);
    expect([list[0]?.after, list[1]?.before]).toEqual(['null', 'null']);
  });

  it('a record that is added again continues from its tombstone’s version (OB8, MR2)', async () => {
    await post('delete/', { ...DELETE, version: 1 });
    const again = await post('add', { ...KEY, ...NONE });
    expect(again.body.data?.version).toBe(3);
    expect((await changes()).map(change => change.version)).toEqual([2, 3]);
    expect((await post('update', { ...KEY, ...ALL, version: 1 })).status).toBe(409);
  });

  it('a write that is based on a stale version is refused with the current row (OB8)', async () => {
    await post('update', { ...KEY, ...ALL, version: 1 });
    for (const [verb, body] of [
      ['update', { ...KEY, ...NONE, version: 1 }],
      ['delete', { ...DELETE, version: 1 }],
    ] as const) {
      const stale = await post<Conflict>(verb, body);
      expect([stale.status, stale.body.retcode]).toEqual([409, 409]);
      expect(stale.body.data).toMatchObject({
        currentVersion: 2,
        current: { ...ALL, updatedBy: emailOf('id.editor'), updatedAt: 1_800_000_000 },
      });
    }
    expect(await count('audit_logs')).toBe(1);
    // Callers other than the console may omit the version and thereby overwrite the record.
    expect((await post('update', { ...KEY, ...NONE })).body.data?.version).toBe(3);
  });

  it('a write to a missing record gets a 409 without a row, or a 404 if it has no version', async () => {
    await post('delete', DELETE);
    for (const [verb, body] of [
      ['update', { ...KEY, ...ALL }],
      ['delete', DELETE],
    ] as const) {
      const withVersion = await post<Conflict>(verb, { ...body, version: 1 });
      expect([withVersion.status, withVersion.body.data]).toEqual([
        409,
        {
          current: null,
          currentVersion: null,
          gone: { by: 'id.editor@test.example', at: expect.any(Number) as number },
        },
      ]);
      expect((await post(verb, body)).status).toBe(404);
    }
  });

  it('adding an existing record gets a 409 with the row', async () => {
    const answer = await post<Conflict>('add', { ...KEY, ...ALL });
    expect([answer.status, answer.body.data?.currentVersion]).toEqual([409, 1]);
    expect(answer.body.data?.current).toMatchObject({ ...KEY, canCOD: false });
  });

  it.each([
    [{ ...KEY, channelId: 999, ...ALL }, 'channelId: there is no channel 999'],
    [{ ...KEY, type: 1, locationId: 2_000_004, ...ALL }, 'locationId: 2000004 is not a location of Indonesia'],
    [{ ...KEY, type: 1, locationId: 5, ...ALL }, 'locationId: 5 is not a location of Indonesia'],
  ])('a record that refers to something that does not exist is refused', async (body, message) => {
    const answer = await post('add', body);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
    expect(await count('changes')).toBe(0);
  });

  it('a repeated request is applied once and gets the same reply (OB3)', async () => {
    const first = await post('update', { ...KEY, ...ALL, version: 1 }, 'key-1');
    expect(first.raw.headers['idempotent-replayed']).toBeUndefined();
    const second = await post('update', { version: 1, ...ALL, ...KEY }, 'key-1');
    expect(second.raw.headers['idempotent-replayed']).toBe('true');
    expect(second.raw.body).toBe(first.raw.body);
    expect([await count('audit_logs'), await count('changes')]).toEqual([1, 1]);
    const other = await post('update', { ...KEY, ...NONE, version: 2 }, 'key-1');
    expect([other.status, other.body.retcode]).toEqual([422, 4221]);
    expect(other.body.data).toEqual({ reply: first.body.data });
    expect((await post('update', { ...KEY, ...NONE, version: 2 }, 'bad key')).status).toBe(400);
  });

  it('a repeated reply says whether the record has been deleted since then (OB3, MR2)', async () => {
    const add = { ...KEY, type: 1, ...ALL };
    const remove = { channel_id: KEY.channelId, location_id: KEY.locationId, applicable_type: 1 };
    const first = await post('add', add, 'key-1');
    const edit = { ...add, canCOD: false, version: 1 };
    await post('update', edit, 'key-2');
    expect((await post('add', add, 'key-1')).raw.body).toBe(first.raw.body);
    await post('delete', remove);
    for (const [path, body, key] of [
      ['add', add, 'key-1'],
      ['update', edit, 'key-2'],
    ] as const)
      expect((await post(path, body, key)).body).toMatchObject({ retcode: 0, outdated: true });
    expect((await post('add', { ...add, canCOD: false }, 'key-1')).body).toMatchObject({
      retcode: 4221,
      data: { reply: first.body.data },
      outdated: true,
    });
    // The record is created once more: the reply for the new key is newer than the deletion, but those for the earlier
    // keys are not.
    const again = await post('add', add, 'key-3');
    expect((await post('add', add, 'key-3')).body).toEqual(again.body);
    expect((await post('add', add, 'key-1')).body).toMatchObject({ outdated: true });
  });

  it('the same key from two people counts as two different keys', async () => {
    await post('update', { ...KEY, ...ALL }, 'key-1');
    const admin = await world.as('admin');
    const theirs = await admin.call<ChannelLocationRow>('/channelLocationService/update', {
      body: { ...KEY, ...NONE },
      headers: { 'idempotency-key': 'key-1' },
    });
    expect(theirs.raw.headers['idempotent-replayed']).toBeUndefined();
    expect(theirs.body.data?.version).toBe(3);
  });

  it('only replies of successful writes are stored, so a refused request may be retried with its key', async () => {
    expect((await post('update', { ...KEY, ...ALL, version: 9 }, 'key-1')).status).toBe(409);
    expect(await count('idempotency_keys')).toBe(0);
    expect((await post('update', { ...KEY, ...ALL, version: 1 }, 'key-1')).status).toBe(200);
  });

  it('a refused creation stays refused when its request arrives again after the row’s deletion (OB4)', async () => {
    const add = { ...KEY, ...ALL };
    const first = await post<Conflict>('add', add, 'key-1');
    expect(first.status).toBe(409);
    await post('delete', { channel_id: KEY.channelId, location_id: KEY.locationId, applicable_type: KEY.type });
    const late = await post<Conflict>('add', add, 'key-1');
    expect([late.status, late.body]).toEqual([409, { ...first.body, outdated: true }]);
    // Different input under the same key is a new decision by its sender; a different key is a different creation.
    expect((await post('add', { ...add, canPickup: false }, 'key-1')).status).toBe(200);
    await post('delete', { channel_id: KEY.channelId, location_id: KEY.locationId, applicable_type: KEY.type });
    expect((await post('add', add, 'key-2')).status).toBe(200);
  });

  it('ten concurrent requests with the same key take effect once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post('add', { ...KEY, type: 1, ...ALL }, 'key-1')),
    );
    expect(answers.map(answer => answer.status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(answers.map(answer => answer.raw.body)).size).toBe(1);
    expect(answers.filter(answer => answer.raw.headers['idempotent-replayed']).length).toBe(9);
    expect([await count('audit_logs'), await count('changes')]).toEqual([1, 1]);
  });

  it('exactly one of ten concurrent creations succeeds, as does exactly one of ten edits of a version', async () => {
    const adds = await Promise.all(Array.from({ length: 10 }, () => post('add', { ...KEY, type: 1, ...ALL })));
    expect(adds.map(answer => answer.status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const edits = await Promise.all(
      Array.from({ length: 10 }, () => post<ChannelLocationRow & Conflict>('update', { ...KEY, ...ALL, version: 1 })),
    );
    expect(edits.map(answer => answer.status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    const refused = edits.filter(answer => answer.status === 409);
    expect(refused.every(answer => answer.body.data?.currentVersion === 2)).toBe(true);
  });

  it('none of twenty concurrent updates without a version is lost', async () => {
    const edits = await Promise.all(
      Array.from({ length: 20 }, (_, n) => post('update', { ...KEY, ...(n % 2 === 0 ? ALL : NONE) })),
    );
    // A request that finds its values already stored writes nothing; every other request creates a new version.
    const versions = new Set(edits.map(answer => answer.body.data?.version ?? 0));
    const written = Math.max(...versions) - 1;
    expect(written).toBeGreaterThan(1);
    expect([...versions].filter(version => version > 1)).toHaveLength(written);
    expect([await count('audit_logs'), await count('changes')]).toEqual([written, written]);
  });

  it('a write is rolled back completely if any part of it fails', async () => {
    await world.database.pool.query('ALTER TABLE changes RENAME TO changes_away');
    const answer = await post('update', { ...KEY, ...ALL }, 'key-1');
    await world.database.pool.query('ALTER TABLE changes_away RENAME TO changes');
    expect(answer.status).toBe(500);
    expect([await count('audit_logs'), await count('idempotency_keys')]).toEqual([0, 0]);
    expect((await post('update', { ...KEY, ...ALL, version: 1 }, 'key-1')).status).toBe(200);
  });
});
