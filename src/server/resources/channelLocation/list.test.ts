import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { holdConnections } from '../../../../tests/support/heldConnections.ts';
import { CHANNEL, createWorld, STREET, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { ChannelLocationRow } from '../../../contract/channelLocation.ts';
import { channelLocation } from '../../../contract/resources/channelLocation.ts';
import { fold } from '../../../domain/fold.ts';
import { matchPlaceNames } from '../../../domain/placeMatch.ts';

interface List {
  list: ChannelLocationRow[];
  total: number;
}

describeOnEach('the list of serviceable locations', kind => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  afterAll(() => world.close());

  const list = (filters: Record<string, string | number | boolean> = {}) =>
    editor.data<List>(`/channelLocationService?${new URLSearchParams(filters as Record<string, string>)}`);
  const streets = async (filters: Record<string, string | number | boolean>) =>
    (await list(filters)).list.map(row => row.street);

  it('the list is ordered by channel, type and place tree, and includes place names (SAL-14, SAL-18)', async () => {
    const { list: rows } = await list();
    expect(rows.map(row => row.street)).toEqual(['Jalan Satu', 'Jalan Dua', 'Dago', 'Cikole', 'Ujung & <Pandang>']);
    expect(rows[0]).toMatchObject({ channelId: 10021, state: 'Jawa Barat', city: 'Bandung', district: 'Cicendo' });
  });

  it.each([
    [{ state: 'Jawa Barat' }, ['Jalan Satu', 'Jalan Dua', 'Dago', 'Cikole']],
    // Both states' names contain the string, and neither state has exactly this name.
    [{ state: 'jawa' }, ['Jalan Satu', 'Jalan Dua', 'Dago', 'Cikole', 'Ujung & <Pandang>']],
    // An exact match excludes places whose longer names contain the string.
    [{ city: 'Bandung' }, ['Jalan Satu', 'Jalan Dua', 'Dago']],
    [{ city: 'bandung ba' }, ['Cikole']],
    [{ state: 'da nang' }, ['Ujung & <Pandang>']],
    [{ city: 'seria' }, ['Ujung & <Pandang>']],
    [{ district: 'Cicendo', street: 'dua' }, ['Jalan Dua']],
    [{ state: 'Jawa Barat', city: 'Séría' }, []],
    [{ street: '%' }, []],
    [{ street: '_ago' }, []],
    [{ locationId: STREET }, ['Jalan Satu']],
    [{ displayUnsupported: false, district: 'Coblong' }, []],
    [{ displayUnsupported: false }, ['Jalan Satu', 'Jalan Dua', 'Cikole', 'Ujung & <Pandang>']],
    [{ type: 1 }, []],
    [{ channelId: CHANNEL.second }, []],
  ])('the list of locations is filtered by %j (SAL-15, SAL-16, G59)', async (filters, expected) => {
    expect(await streets(filters)).toEqual(expected);
    expect((await list({ ...filters, count: 1 })).total).toBe(expected.length);
  });

  it.each(channelLocation.columns.flatMap(column => [column, `-${column}`]))(
    'the list is sorted by %s across pages, with ties in the default order',
    async sort => {
      const { list: whole } = await list();
      const column = sort.replace('-', '') as keyof ChannelLocationRow;
      const valueOf = (row: ChannelLocationRow) => {
        const value = row[column];
        return typeof value === 'string' ? fold(value) : Number(value);
      };
      const way = sort.startsWith('-') ? -1 : 1;
      const expected = [...whole].sort((a, b) => {
        const [left, right] = [valueOf(a), valueOf(b)];
        return left === right ? 0 : (left < right ? -1 : 1) * way;
      });
      const pages = await Promise.all([1, 2, 3].map(page => list({ sort, page, count: 2 })));
      expect(pages.flatMap(page => page.list)).toEqual(expected);
      expect((await list({ sort, street: 'jalan', channelId: CHANNEL.first })).total).toBe(2);
    },
  );

  it('rows are counted once for all requests after a write, and again after the next write', async () => {
    const write = async (canCOD: boolean) => {
      const flags = { canDeliver: true, canCOD, canPickup: false, canCODPickup: false };
      await editor.data('/channelLocationService/update', {
        body: { channelId: CHANNEL.first, locationId: STREET, type: 0, ...flags },
      });
    };
    await write(true);
    const { seen, release } = await holdConnections(world.database, 'list-count');
    const asked = Promise.all(Array.from({ length: 6 }, () => list({ channelId: CHANNEL.first })));
    release();
    const totals = (await asked).map(({ total }) => total);
    expect([...totals, (await list({ channelId: CHANNEL.first })).total]).toEqual(Array.from({ length: 7 }, () => 5));
    expect(seen).toHaveLength(1);
    await write(false);
    await list({ channelId: CHANNEL.first });
    expect(seen).toHaveLength(2);
    vi.restoreAllMocks();
  });

  it('sorting the list by an unknown column is refused', async () => {
    expect((await editor.call('/channelLocationService?sort=flag;drop')).status).toBe(400);
  });

  it('the filters of the list of locations resolve place names by the same rule as the console', () => {
    const cities = ['Bandung', 'Bandung Barat', 'Séría'];
    expect(matchPlaceNames(cities, 'bandung')).toEqual(['Bandung']);
    expect(matchPlaceNames(cities, 'bandung ba')).toEqual(['Bandung Barat']);
  });

  it('counts are exact after every write, even if another process made it', async () => {
    const filters = { channelId: CHANNEL.first, state: 'Jawa Barat', type: 0 };
    expect((await list(filters)).total).toBe(4);
    expect((await list(filters)).total).toBe(4);
    const key = { channel_id: CHANNEL.first, location_id: STREET, applicable_type: 0 };
    await editor.data('/channelLocationService/delete', { body: key });
    expect((await list(filters)).total).toBe(3);
    const flags = { canDeliver: true, canCOD: false, canPickup: false, canCODPickup: false };
    await editor.data('/channelLocationService/add', {
      body: { channelId: CHANNEL.first, locationId: STREET, type: 0, ...flags },
    });
    expect((await list(filters)).total).toBe(4);
    // Simulates another API process, which changes rows and revision in one transaction.
    await world.database.pool.query(
      `WITH gone AS (DELETE FROM channel_locations WHERE channel_id = $1 AND location_id = $2)
       UPDATE revisions SET revision = revision + 1 WHERE scope = $1`,
      [CHANNEL.first, STREET],
    );
    expect((await list(filters)).total).toBe(3);
    expect((await list()).total).toBe(4);
  });

  it('the list shows a renamed place and an added channel in every process', async () => {
    const { pool } = world.database;
    const renameTo = async (name: string) => {
      await pool.query('UPDATE locations SET name = $1, name_folded = lower($1) WHERE location_id = 1000002', [name]);
      await pool.query(
        `INSERT INTO revisions VALUES ('locations', 'ID', 0, 1)
         ON CONFLICT (collection, entity, scope) DO UPDATE SET revision = revisions.revision + 1`,
      );
    };
    expect((await list({ city: 'Paris van Java' })).total).toBe(0);
    await renameTo('Paris van Java');
    expect((await list({ city: 'Paris van Java' })).list.map(row => row.city)).toEqual([
      'Paris van Java',
      'Paris van Java',
    ]);
    expect((await list({ city: 'bandung' })).list.map(row => row.city)).toEqual(['Bandung Barat']);
    await renameTo('Bandung');
    expect((await list({ city: 'bandung' })).total).toBe(2);
    expect((await list({ city: 'Paris van Java' })).total).toBe(0);
  });

  it('a page beyond the end has no rows but still has the total', async () => {
    expect(await list({ page: 50 })).toMatchObject({ list: [], total: 4, page: 50 });
  });

  it('calls return a location’s records, a level’s names and the channels (SAL-11, SAL-21, G4, G60)', async () => {
    const byId = await editor.data<List>('/channelLocationService/getListByLocationID?location_id=1000005');
    expect(byId.list.map(row => [row.channelId, row.street])).toEqual([[CHANNEL.first, 'Jalan Dua']]);
    const names = (type: number, str: string) =>
      editor.data<{ list: string[] }>(`/channelLocationService/getListByAddressType?type=${type}&str=${str}`);
    expect((await names(1, 'BANDUNG')).list).toEqual(['Bandung', 'Bandung Barat']);
    expect((await names(0, '')).list).toEqual(['Jawa Barat', 'Đà Nẵng Jawa']);
    const channels = await editor.data<{ list: object[] }>('/channelLocationService/getChannelIds');
    expect(channels.list).toEqual([
      { channelId: 10021, name: 'J&T Express', serviceable_area_type: 1, extra_limit_type: 1, zone_level: 2 },
      { channelId: 10022, name: 'SiCepat', serviceable_area_type: 0, extra_limit_type: 0, zone_level: 0 },
    ]);
  });

  it('a channel’s flag is returned losslessly as two 32-bit words (SAL-27, G48)', async () => {
    const answer = await editor.data(`/sls/serviceableArea/channelConfig/${CHANNEL.first}`);
    expect(answer).toEqual({ channelId: CHANNEL.first, country: 'ID', flag: [1, 0x4000_0000 + 0] });
  });

  it('the location tree can be requested (LOC-1 to LOC-3)', async () => {
    const ids = async (path: string) =>
      (await editor.data<{ list: { name: string }[] }>(path)).list.map(({ name }) => name);
    expect(await ids('/locations/children?parentId=0')).toEqual(['Jawa Barat', 'Đà Nẵng Jawa']);
    expect(await ids('/locations/children?parentId=1000002')).toEqual(['Cicendo', 'Coblong']);
    expect(await ids('/locations/country/children?parentId=0&country=ID')).toEqual(['Jawa Barat', 'Đà Nẵng Jawa']);
    expect(await ids('/locations/subtree')).toEqual(['Jawa Barat', 'Đà Nẵng Jawa']);
    expect(await ids('/locations/subtree?locationId=1000002&depth=1')).toEqual(['Bandung', 'Cicendo', 'Coblong']);
    expect(await editor.data('/locations/single?locationId=1000004')).toMatchObject({ name: 'Jalan Satu', level: 3 });
    expect((await editor.call('/locations/single?locationId=77')).status).toBe(404);
  });
});
