import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  CHANNEL,
  createWorld,
  resetRecords,
  STREET,
  type Caller,
  type World,
} from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import { PREFLIGHT_MOST, type PreflightAnswer, type PreflightItem } from '../../../contract/preflight.ts';

const item = (part: Partial<PreflightItem> = {}): PreflightItem => ({
  id: 'k-1',
  collection: 'channelLocations',
  key: `${CHANNEL.first}/${STREET}/0`,
  version: 1,
  ...part,
});
const NO_FLAGS = { canDeliver: false, canCOD: false, canPickup: false, canCODPickup: false };
const RECORD = { channelId: CHANNEL.first, locationId: STREET, type: 0 };

describeOnEach('the preflight of waiting writes', kind => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  beforeEach(() => resetRecords(world.database.pool));
  afterAll(() => world.close());

  const ask = async (items: readonly PreflightItem[], who = editor) =>
    (await who.data<{ items: PreflightAnswer[] }>('/v2/ops/preflight', { body: { entity: 'ID', items } })).items;
  const update = (body: object, key?: string) =>
    editor.call('/channelLocationService/update', {
      body: { ...RECORD, ...NO_FLAGS, ...body },
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    });

  it('the preflight returns items in order: changed ones with their row, missing ones as null', async () => {
    await update({ version: 1 });
    const answers = await ask([
      item({ key: `${CHANNEL.first}/${STREET + 1}/0` }),
      item(),
      item({ key: `${CHANNEL.first}/999/0` }),
      item({ key: 'nonsense' }),
    ]);
    expect(answers).toMatchObject([
      { taken: false, allowed: true, version: 1, row: null },
      { version: 2, row: { ...NO_FLAGS, locationId: STREET, version: 2, updatedBy: 'id.editor@test.example' } },
      { allowed: true, version: null, row: null },
      { allowed: true, version: null, row: null },
    ]);
  });

  it('OB8: the preflight reports who deleted a record and when, as does a later write', async () => {
    const admin = await world.as('admin');
    await admin.call('/channelLocationService/delete/', {
      body: { channel_id: CHANNEL.first, location_id: STREET, applicable_type: 0, version: 1 },
    });
    const by = 'admin@test.example';
    const [answer] = await ask([item()]);
    expect(answer).toMatchObject({ version: null, row: null, gone: { by } });
    expect(answer?.gone?.at).toBeGreaterThan(1_700_000_000);
    const refused = await update({ version: 1 });
    expect(refused).toMatchObject({ status: 409, body: { data: { current: null, gone: { by } } } });
    // A creation is not based on a record that might have been deleted.
    expect((await ask([item({ version: null })]))[0]?.gone).toBeNull();
  });

  it('OB3: a write that was applied is found by its key, but only by the person who sent it', async () => {
    await update({ version: 1 }, 'lost-reply');
    expect((await ask([item({ id: 'lost-reply' })]))[0]).toMatchObject({ taken: true, version: 2 });
    const admin = await world.as('admin');
    expect((await ask([item({ id: 'lost-reply' })], admin))[0]).toMatchObject({ taken: false });
  });

  it('PERM-4: nothing about a record is revealed without write, or outside the person’s entities', async () => {
    await update({ version: 1 });
    const viewer = await world.as('id.viewer');
    expect(await ask([item()], viewer)).toEqual([
      { taken: false, allowed: false, version: null, row: null, gone: null },
    ]);
    const stranger = await world.as('my.editor');
    const refused = await stranger.call('/v2/ops/preflight', { body: { entity: 'ID', items: [item()] } });
    expect(refused.status).toBe(403);
    expect((await world.anonymous.call('/v2/ops/preflight', { body: { entity: 'ID', items: [] } })).status).toBe(401);
  });

  it('a record of another entity is not revealed if it is requested in one’s own entity', async () => {
    const [answer] = await ask([item({ key: `${CHANNEL.malaysia}/2000004/0` })]);
    expect(answer).toMatchObject({ allowed: true, version: null, row: null });
  });

  it('the person who deleted a record of another entity, individually or by an import, is not revealed', async () => {
    const { pool } = world.database;
    const stranger = await world.as('my.editor');
    const [place] = (
      await pool.query<{ id: number }>('SELECT location_id AS id FROM channel_locations WHERE channel_id = $1', [
        CHANNEL.malaysia,
      ])
    ).rows;
    const location = { channel_id: CHANNEL.malaysia, location_id: place?.id, applicable_type: 0 };
    await stranger.data('/channelLocationService/delete/', { body: location });
    const postcode = { channelId: CHANNEL.malaysia, zipcode: '50000', type: 0, ...NO_FLAGS };
    await stranger.data('/channelPostcodeService/add', { body: postcode });
    const gone = { channel_id: CHANNEL.malaysia, zipcode: '50000', applicable_type: 0 };
    await stranger.data('/channelPostcodeService/delete/', { body: gone });
    await pool.query(
      `INSERT INTO imports (id, declaration, entity, user_id, email, hash, files, request, state, created_at, finished_at)
       SELECT gen_random_uuid()::text, 'channelLocation', 'MY', id, email, '', '[]', '{}', 'applied', 1, 2 FROM users
        WHERE email LIKE 'my.editor@%'`,
    );
    await pool.query(
      `INSERT INTO channel_location_import_rows (import_no, n, channel_id, type, location_id, before_flags, before_version, after_version)
       SELECT max(no), 0, $1::int8, 1, $2::int8, 1, 1, 2 FROM imports`,
      [CHANNEL.malaysia, place?.id],
    );
    const items: PreflightItem[] = [
      item({ key: `${CHANNEL.malaysia}/${place?.id}/0` }),
      item({ key: `${CHANNEL.malaysia}/${place?.id}/1` }),
      item({ collection: 'channelPostcodes', key: `${CHANNEL.malaysia}/50000/0` }),
    ];
    for (const answer of await ask(items)) expect(answer).toMatchObject({ version: null, row: null, gone: null });
    const own = await stranger.data<{ items: PreflightAnswer[] }>('/v2/ops/preflight', {
      body: { entity: 'MY', items },
    });
    expect(own.items.map(answer => answer.gone?.by)).toEqual(Array(3).fill('my.editor@test.example'));
  });

  it('using a key again with a record of another entity does not reveal whether that record was deleted', async () => {
    const stranger = await world.as('my.editor');
    const place = (
      await world.database.pool.query<{ id: number }>(
        'SELECT location_id AS id FROM channel_locations WHERE channel_id = $1',
        [CHANNEL.malaysia],
      )
    ).rows[0];
    const body = { channel_id: CHANNEL.malaysia, location_id: place?.id, applicable_type: 0 };
    await stranger.data('/channelLocationService/delete/', { body });
    await update({ version: 1 }, 'mine');
    const other = await editor.call('/channelLocationService/update', {
      body: { ...RECORD, ...NO_FLAGS, channelId: CHANNEL.malaysia, locationId: place?.id },
      headers: { 'idempotency-key': 'mine' },
    });
    expect(other.status).toBe(422);
    expect(other.body).not.toHaveProperty('outdated');
  });

  it('a record key that its columns cannot contain gets the same reply as an unknown key', async () => {
    const keys = ['9999999999', '2147483648', '4294967296', '256', '-1', '1e3', ''].map(type => `10023/ABC/${type}`);
    for (const collection of ['channelPostcodes', 'channelLocations', 'channelRoutes', 'channelZones'] as const) {
      const items = [...keys, '9999999999999999/9999999999999999', '1/9007199254740993'].map(key =>
        item({ collection, key }),
      );
      for (const answer of await ask(items)) expect(answer).toMatchObject({ allowed: true, version: null, row: null });
    }
  });

  it('the number of items in a preflight is limited', async () => {
    const items = Array.from({ length: PREFLIGHT_MOST }, (_, n) =>
      item({ id: `k${n}`, key: `${CHANNEL.first}/${n}/0` }),
    );
    expect(await ask(items)).toHaveLength(PREFLIGHT_MOST);
    const answer = await editor.call('/v2/ops/preflight', { body: { entity: 'ID', items: [...items, item()] } });
    expect(answer.status).toBe(400);
  });
});
