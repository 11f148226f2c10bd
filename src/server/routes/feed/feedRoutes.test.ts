import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createWorld,
  CHANNEL,
  resetRecords,
  STREET,
  type Caller,
  type World,
} from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { ChannelLocationRow } from '../../../contract/channelLocation.ts';
import type { Change, SegmentColumns } from '../../../contract/feed.ts';
import { unpackFlags } from '../../../domain/serviceable.ts';

interface Set {
  cursor: string;
  total: number;
  segments: { id: string; rows: number; bytes: number }[];
}
interface Changes {
  changes: Change[];
  cursor: string;
  more: boolean;
  reset: boolean;
}

const SEGMENTS = '/v2/ops/segments?collection=locations&entity=ID';

describeOnEach('the calls for segments and changes', kind => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  afterAll(() => world.close());

  const columnsOf = async (id: string): Promise<SegmentColumns> =>
    (await editor.data<{ columns: SegmentColumns }>(`/v2/ops/segments/${id}`)).columns;
  const rename = (name: string) =>
    world.database.pool.query(
      `WITH renamed AS (UPDATE locations SET name = $1, version = version + 1 WHERE location_id = $2
                        RETURNING location_id, version)
       INSERT INTO changes (entity, collection, key, version, row, at)
       SELECT 'ID', 'locations', location_id::text, version, jsonb_build_object('name', $1::text), 1 FROM renamed`,
      [name, STREET],
    );

  it('the segments of locations are returned as the stored columns and must not be cached (SW1)', async () => {
    const set = await editor.data<Set>(SEGMENTS);
    expect(set).toMatchObject({ total: 14 });
    const [segment] = set.segments;
    const plain = await editor.call<{ columns: SegmentColumns }>(`/v2/ops/segments/${segment?.id}`);
    const columns = plain.body.data?.columns;
    const lastChanged = ['updatedAt', 'updatedBy', 'people'];
    expect(Object.keys(columns ?? {})).toEqual([
      'locationId',
      'name',
      'parentId',
      'level',
      'postcode',
      'version',
      ...lastChanged,
    ]);
    expect(columns?.['name']?.slice(0, 3)).toEqual(['Jawa Barat', 'Bandung', 'Cicendo']);
    const { raw } = await editor.call(`/v2/ops/segments/${segment?.id}`, {
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(raw.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'no-store',
    });
    expect(raw.headers['etag']).toBeUndefined();
    expect(raw.rawPayload.length).toBe(segment?.bytes);
    expect(JSON.parse(brotliDecompressSync(raw.rawPayload).toString())).toEqual(plain.body);
    expect((await editor.call('/v2/ops/segments/none')).status).toBe(404);
  });

  it('the set of segments stays the same while nothing changes, and its cursor advances', async () => {
    const first = await editor.data<Set>(SEGMENTS);
    const flags = { canDeliver: true, canCOD: true, canPickup: false, canCODPickup: false };
    const body = { channelId: CHANNEL.first, locationId: STREET, type: 0, ...flags };
    await editor.data('/channelLocationService/update', { body });
    const second = await editor.data<Set>(SEGMENTS);
    expect(second.segments).toEqual(first.segments);
    const after = await editor.data<Changes>(`/v2/ops/changes?entity=ID&since=${second.cursor}`);
    expect(after.changes).toEqual([]);
    const between = await editor.data<Changes>(`/v2/ops/changes?entity=ID&since=${first.cursor}`);
    expect(between.changes.map(({ collection }) => collection)).toEqual(['channelLocations']);
  });

  it('applying the changes after the segments’ cursor yields the current data (MR2)', async () => {
    await rename('Jalan Baru');
    const set = await editor.data<Set>(SEGMENTS);
    const { changes } = await editor.data<Changes>(`/v2/ops/changes?entity=ID&since=${set.cursor}`);
    const columns = await columnsOf(set.segments[0]?.id ?? '');
    const names = new Map((columns['locationId'] ?? []).map((id, index) => [String(id), columns['name']?.[index]]));
    expect(names.get(String(STREET))).toBe('Jalan Satu');
    for (const { key, row } of changes) names.set(key, row?.['name'] as string);
    expect(names.get(String(STREET))).toBe('Jalan Baru');
  });

  it('segments are rebuilt after many rows have changed, and the previous segments can still be read', async () => {
    const before = await editor.data<Set>(SEGMENTS);
    await world.database.pool.query(
      `INSERT INTO changes (entity, collection, key, version, row, at)
       SELECT 'ID', 'locations', '1000004', 2, '{}', 1 FROM generate_series(1, 2000)`,
    );
    const [after, same] = await Promise.all([editor.data<Set>(SEGMENTS), editor.data<Set>(SEGMENTS)]);
    expect(after.segments).toEqual(same.segments);
    expect(after.segments[0]?.id).not.toBe(before.segments[0]?.id);
    expect((await columnsOf(after.segments[0]?.id ?? ''))['name']).toContain('Jalan Baru');
    expect((await columnsOf(before.segments[0]?.id ?? ''))['name']).toContain('Jalan Satu');
    const rest = await editor.data<Changes>(`/v2/ops/changes?entity=ID&since=${after.cursor}`);
    expect(rest).toMatchObject({ changes: [], reset: false });
  });

  it('changes to serviceable locations are returned only to people who may list them (MR4)', async () => {
    const { cursor } = await editor.data<Changes>('/v2/ops/changes?entity=ID');
    const flags = { canDeliver: true, canCOD: false, canPickup: false, canCODPickup: false };
    const body = { channelId: CHANNEL.first, locationId: STREET, type: 0, ...flags };
    await editor.data('/channelLocationService/update', { body });
    const viewer = await world.as('id.viewer');
    const path = `/v2/ops/changes?entity=ID&since=${cursor}`;
    expect((await viewer.data<Changes>(path)).changes).toHaveLength(1);
    await world.database.pool.query(`UPDATE roles SET codes = '{}' WHERE name = 'viewer'`);
    expect((await viewer.data<Changes>(path)).changes).toHaveLength(0);
  });

  it('a person who regains a permission must load a new snapshot, as changes were omitted (MR2, MR4)', async () => {
    const viewer = await world.as('id.viewer');
    const since = (cursor: string) => viewer.data<Changes>(`/v2/ops/changes?entity=ID&since=${cursor}`);
    const allow = (codes: string) =>
      world.database.pool.query(`UPDATE roles SET codes = $1 WHERE name = 'viewer'`, [codes]);
    const edit = (canCOD: boolean) => {
      const flags = { canDeliver: true, canCOD, canPickup: true, canCODPickup: false };
      const body = { channelId: CHANNEL.first, locationId: STREET, type: 0, ...flags };
      return editor.data('/channelLocationService/update', { body });
    };
    await allow('{channel_management.serviceable_area.read}');
    const { cursor } = await editor.data<Changes>('/v2/ops/changes?entity=ID');
    await allow('{}');
    await edit(true);
    const without = await since(cursor);
    expect(without).toMatchObject({ changes: [], reset: false });
    // While the permission is missing, changes to these records cannot be missed, so no new snapshot is needed.
    expect(await since(without.cursor)).toMatchObject({ changes: [], reset: false });
    await allow('{channel_management.serviceable_area.read}');
    expect(await since(without.cursor)).toMatchObject({ changes: [], reset: true });
    const next = await viewer.data<Set>(SEGMENTS);
    await edit(false);
    expect(await since(next.cursor)).toMatchObject({
      changes: [{ key: `${CHANNEL.first}/${STREET}/0` }],
      reset: false,
    });
  });

  const serviceable = `/v2/ops/segments?collection=channelLocations&entity=ID&channelId=${CHANNEL.first}`;
  it('a channel’s serviceable locations come in list order, and are current once changes are applied', async () => {
    await resetRecords(world.database.pool);
    await world.database.pool.query(
      `UPDATE roles SET codes = '{channel_management.serviceable_area.read}' WHERE name = 'viewer'`,
    );
    const viewer = await world.as('id.viewer');
    const set = await viewer.data<Set>(serviceable);
    const { columns } = await viewer.data<{ columns: SegmentColumns }>(`/v2/ops/segments/${set.segments[0]?.id}`);
    const list = await viewer.data<{ list: ChannelLocationRow[]; total: number }>(
      `/channelLocationService?channelId=${CHANNEL.first}&offset=0&size=100`,
    );
    expect(set.total).toBe(list.total);
    const rows = (columns['locationId'] ?? []).map((locationId, at) => ({
      locationId,
      type: columns['type']?.[at],
      version: columns['version']?.[at],
      updatedBy: columns['people']?.[Number(columns['updatedBy']?.[at])],
      updatedAt: columns['updatedAt']?.[at],
      ...unpackFlags(Number(columns['flags']?.[at])),
    }));
    expect(list.list).toMatchObject(rows);

    const flags = { canDeliver: false, canCOD: true, canPickup: false, canCODPickup: false };
    await editor.data('/channelLocationService/update', {
      body: { channelId: CHANNEL.first, locationId: STREET, type: 0, ...flags },
    });
    const later = await viewer.data<Set>(serviceable);
    expect(later.segments).toEqual(set.segments);
    const { changes } = await viewer.data<Changes>(`/v2/ops/changes?entity=ID&since=${later.cursor}`);
    expect(changes).toMatchObject([{ key: `${CHANNEL.first}/${STREET}/0`, version: 2, row: flags }]);

    await world.database.pool.query(
      `INSERT INTO changes (entity, collection, key, version, row, at)
       SELECT 'ID', 'channelLocations', $1, 2, '{}', 1 FROM generate_series(1, 2000)`,
      [`${CHANNEL.first}/${STREET}/0`],
    );
    const rebuilt = await viewer.data<Set>(serviceable);
    expect(rebuilt.segments[0]?.id).not.toBe(set.segments[0]?.id);
  });

  it('serviceable locations are only for people who may list them, and only in their entity (MR4)', async () => {
    const viewer = await world.as('id.viewer');
    const [segment] = (await viewer.data<Set>(serviceable)).segments;
    const malaysian = serviceable.replace(String(CHANNEL.first), String(CHANNEL.malaysia));
    expect((await viewer.call(malaysian)).status).toBe(404);
    expect((await viewer.call(serviceable.replace(/&channelId=.*/, ''))).status).toBe(400);
    await world.database.pool.query(`UPDATE roles SET codes = '{}' WHERE name = 'viewer'`);
    expect((await viewer.call(serviceable)).status).toBe(403);
    expect((await viewer.call(`/v2/ops/segments/${segment?.id}`)).status).toBe(403);
    const stranger = await world.as('my.editor');
    expect((await stranger.call(serviceable)).status).toBe(403);
    expect((await stranger.call(`/v2/ops/segments/${segment?.id}`)).status).toBe(404);
  });
});
