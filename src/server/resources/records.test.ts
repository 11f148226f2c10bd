import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  CHANNEL,
  createWorld,
  resetRecords,
  STREET,
  type Answer,
  type Caller,
  type World,
} from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import { withMade, type Resource } from '../../contract/resource.ts';
import { channelRoute } from '../../contract/resources/channelRoute.ts';
import { channelZone } from '../../contract/resources/channelZone.ts';
import { DECLARED } from '../../contract/cached.ts';
import { requireResource } from '../../contract/resources/all.ts';
import { recordSql } from '../db/recordSql.ts';

type Row = Record<string, unknown> & { id: number; version: number };
interface List {
  list: Row[];
  total: number;
}

/** The id that a record would get when it is added. */
const idOf = (resource: Resource, row: Record<string, unknown>): unknown => withMade(resource, row)['id'];

const ALL = { canDeliver: true, canCOD: true, canPickup: true, canCODPickup: true };
const NONE = { canDeliver: false, canCOD: false, canPickup: false, canCODPickup: false };
/** Jawa Barat, its city Bandung with Cicendo, and Đà Nẵng Jawa; see the tree in the fixture. */
const [STATE, CITY, DISTRICT] = [STREET - 3, STREET - 2, STREET - 1];

describeOnEach('postcodes, routes and zones of channels', kind => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind, { now: () => 1_800_000_000_500 });
    editor = await world.as('id.editor');
  });
  beforeEach(() => resetRecords(world.database.pool));
  afterAll(() => world.close());

  const post = <T = Row>(path: string, body: object, key?: string): Promise<Answer<T>> =>
    editor.call<T>(path, { body, headers: key ? { 'idempotency-key': key } : {} });
  const list = (path: string, filters: Record<string, string | number | boolean> = {}) =>
    editor.data<List>(`${path}?${new URLSearchParams(filters as Record<string, string>)}`);
  const changes = async () =>
    (await world.database.pool.query('SELECT collection, key, version, row FROM changes ORDER BY xid, seq')).rows;
  const fill = async () => {
    for (const zipcode of ['40111', '40115', '50200', '40011']) {
      const flags = zipcode === '50200' ? NONE : { ...NONE, canDeliver: true };
      await post('/channelPostcodeService/add', { channelId: CHANNEL.first, type: 0, zipcode, ...flags });
    }
    await post('/channelPostcodeService/add', { channelId: CHANNEL.second, type: 1, zipcode: '40111', ...ALL });
    const ends = [
      [CITY, STATE],
      [DISTRICT, CITY],
      [STATE, STATE + 10],
    ] as const;
    for (const [fromLocationId, toLocationId] of ends) {
      const answer = await post('/channelRouteService/add', {
        channelId: CHANNEL.first,
        applicableType: 0,
        fromLocationId,
        toLocationId,
      });
      expect(answer.status).toBe(200);
    }
    for (const [locationId, zone] of [
      [STATE, 'Zone A'],
      [CITY, 'Zóne A-1'],
      [DISTRICT, 'B'],
    ] as const) {
      await post('/channelZoneService/add', { channelId: CHANNEL.first, applicableType: 0, locationId, zone });
    }
  };

  it('text with a lost letter (U+FFFD) is refused in records, naming the field, but can be searched for', async () => {
    const zone = { channelId: CHANNEL.first, applicableType: 0, locationId: STATE, zone: 'S\ufffdo' };
    const refused = await post('/channelZoneService/add', zone);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'zone: contains "\ufffd" instead of a letter that was lost. Enter that letter again',
    ]);
    const bulk = await post('/v2/ops/bulk/channelZone', { set: { zone: '\ufffd' }, file: 'x' });
    expect(bulk.status).toBe(400);
    const { total } = await list('/channelZoneService', { channelId: CHANNEL.first, zone: '\ufffd' });
    expect(total).toBe(0);
  });

  it.each(['12', '401150', '40-15', 'ABCDE', 'abcde', '四〇一一五', 'x'.repeat(16)])(
    'a postcode that does not match the format of its country is refused: %s',
    async zipcode => {
      const answer = await post('/channelPostcodeService/add', { channelId: CHANNEL.first, type: 0, zipcode, ...ALL });
      expect([answer.status, answer.body.message]).toEqual([400, 'zipcode: Postcode must be 5 digits']);
    },
  );

  it('a string is normalized like an imported cell, so that importing an export changes nothing', async () => {
    const added = async (zipcode: string) => {
      const answer = await post('/channelPostcodeService/add', { channelId: CHANNEL.first, type: 0, zipcode, ...ALL });
      return answer.status === 200 ? answer.body.data?.['zipcode'] : answer.body.message;
    };
    expect(await added('４０ 115')).toBe('40115');
    expect(await added('40\u200b116')).toBe('40116');
    expect(await added('')).toBe('zipcode: is required');
    expect(await added('\u200b')).toBe('zipcode: is required');
    const place = { channelId: CHANNEL.first, applicableType: 0, locationId: CITY };
    const zone = await post('/channelZoneService/add', { ...place, zone: '\u202eZ \u00a0 1\u200b' });
    expect(zone.body.data).toMatchObject({ zone: 'Z 1' });
    const id = idOf(channelZone, place);
    const blank = await post('/channelZoneService/update', { id, channelId: CHANNEL.first, zone: '\u200b \ufeff' });
    expect([blank.status, blank.body.message]).toEqual([400, 'zone: is required']);
  });

  it('records are listed in order by filter, with place names (SAP-1, SAP-2, SAR-1, SAR-2, SAZ-1, SAZ-2)', async () => {
    await fill();
    const zipcodes = async (filters: Parameters<typeof list>[1]) =>
      (await list('/channelPostcodeService', filters)).list.map(row => row['zipcode']);
    expect(await zipcodes({ channelId: CHANNEL.first, type: 0 })).toEqual(['40011', '40111', '40115', '50200']);
    expect(await zipcodes({ channelId: CHANNEL.first, postcode: '401' })).toEqual(['40111', '40115']);
    expect(await zipcodes({ channelId: CHANNEL.first, postcode: '400' })).toEqual(['40011']);
    expect(await zipcodes({ channelId: CHANNEL.first, postcode: '4_1' })).toEqual([]);
    expect(await zipcodes({ channelId: CHANNEL.first, displayUnsupported: false })).not.toContain('50200');
    expect(await zipcodes({ sort: '-zipcode', size: 2, offset: 1 })).toEqual(['40115', '40111']);
    expect((await list('/channelPostcodeService', { size: 1 })).total).toBe(5);
    const ends = async (filters: Parameters<typeof list>[1]) =>
      (await list('/channelRouteService/', filters)).list.map(row => [
        row['fromDistrict'],
        row['fromCity'],
        row['toState'],
      ]);
    const jawa = 'Jawa Barat';
    expect(await ends({ channelId: CHANNEL.first, applicableType: 0 })).toEqual([
      ['', '', 'Đà Nẵng Jawa'],
      ['', 'Bandung', jawa],
      ['Cicendo', 'Bandung', jawa],
    ]);
    // The name matches exactly Bandung and its district. Bandung Barat is a different place.
    expect(await ends({ from: 'bandung' })).toHaveLength(2);
    expect(await ends({ from: 'cice' })).toHaveLength(1);
    expect(await ends({ to: 'da nang' })).toEqual([['', '', 'Đà Nẵng Jawa']]);
    expect(await ends({ from: 'bandung', to: 'da nang' })).toEqual([]);
    expect(await ends({ applicableType: 1 })).toEqual([]);
    expect((await ends({ sort: '-fromDistrict' }))[0]?.[0]).toBe('Cicendo');
    const zones = async (filters: Parameters<typeof list>[1]) =>
      (await list('/channelZoneService/', filters)).list.map(row => [row['zone'], row['district']]);
    expect(await zones({ channelId: CHANNEL.first })).toEqual([
      ['Zone A', ''],
      ['Zóne A-1', ''],
      ['B', 'Cicendo'],
    ]);
    expect(await zones({ zone: 'zone a' })).toHaveLength(2);
    expect(await zones({ zone: '-1' })).toEqual([['Zóne A-1', '']]);
    expect(await zones({ city: 'Bandung' })).toHaveLength(2);
    expect(await zones({ locationId: DISTRICT })).toEqual([['B', 'Cicendo']]);
    expect((await zones({ sort: 'zone' })).map(([zone]) => zone)).toEqual(['B', 'Zone A', 'Zóne A-1']);
  });

  it('a write that somebody else was faster with is refused by the names of the places', async () => {
    const route = { channelId: CHANNEL.first, applicableType: 0, fromLocationId: CITY, toLocationId: STATE };
    const limit = { channelId: CHANNEL.first, applicableType: 0, locationId: CITY, zone: 'A' };
    for (const [path, record, name] of [
      ['/channelRouteService/add', route, 'route Bandung to Jawa Barat'],
      ['/channelZoneService/add', limit, 'zone of Bandung'],
    ] as const) {
      expect((await post(path, record)).status).toBe(200);
      const { status, body } = await post(path, record);
      expect([status, body.message]).toEqual([409, `The ${name} in channel ${CHANNEL.first} already exists.`]);
    }
    const { list: found } = await list('/channelZoneService/', { channelId: CHANNEL.first, applicableType: 0 });
    const base = { ...limit, id: found[0]?.id, version: found[0]?.version };
    expect((await post('/channelZoneService/update', { ...base, zone: 'B' })).status).toBe(200);
    const { status, body } = await post('/channelZoneService/update', { ...base, zone: 'C' });
    expect([status, body.message]).toEqual([
      409,
      expect.stringContaining(`The zone of Bandung in channel ${CHANNEL.first} was changed by `),
    ]);
  });

  it('every serviceable-area list offers the same channels (SAL-11)', async () => {
    const expected = await editor.data('/channelLocationService/getChannelIds');
    for (const service of ['channelPostcodeService', 'channelRouteService', 'channelZoneService']) {
      expect(await editor.data(`/${service}/getChannelIds`)).toEqual(expected);
    }
  });

  it('an update that changes nothing writes nothing (OB3)', async () => {
    const key = { channelId: CHANNEL.first, type: 0, zipcode: '40115' };
    await post('/channelPostcodeService/add', { ...key, ...ALL });
    const place = { channelId: CHANNEL.first, applicableType: 1, locationId: CITY };
    const id = idOf(channelZone, place);
    await post('/channelZoneService/add', { ...place, zone: 'Z1' });
    const before = await changes();
    for (const [path, body] of [
      ['/channelPostcodeService/update', { ...key, ...ALL }],
      ['/channelZoneService/update', { id, channelId: CHANNEL.first, zone: ' Z1 ' }],
    ] as const) {
      for (const version of [{ version: 1 }, {}]) {
        const same = await post(path, { ...body, ...version }, `same${path}${'version' in version}`);
        expect([same.status, same.body.data?.version]).toEqual([200, 1]);
      }
      // The reply is stored under the key.
      const again = await post(path, body, `same${path}false`);
      expect([again.raw.headers['idempotent-replayed'], again.body.data?.version]).toEqual(['true', 1]);
    }
    expect(await changes()).toEqual(before);
    const log = await editor.data<{ total: number }>(
      `/ops/audit-logs/business?code=channel_management.serviceable_area&channel=${CHANNEL.first}`,
    );
    expect(log.total).toBe(2);
    // A different name that folds to the same string.
    const other = { id, channelId: CHANNEL.first, zone: 'z1', version: 1 };
    expect((await post('/channelZoneService/update', other)).body.data).toMatchObject({ zone: 'z1', version: 2 });
  });

  it('a route given by ids and the same one given by names are one record (SAR-3, G35)', async () => {
    const route = { channelId: CHANNEL.first, applicableType: 0, fromLocationId: CITY, toLocationId: STATE };
    const added = await post('/channelRouteService/add', route);
    expect(added.body.data).toMatchObject({
      ...route,
      id: idOf(channelRoute, route),
      fromState: 'Jawa Barat',
      fromCity: 'Bandung',
      fromDistrict: '',
      toState: 'Jawa Barat',
      toCity: '',
    });
    const named = {
      channelId: CHANNEL.first,
      applicableType: 0,
      fromState: 'jawa barat',
      fromCity: ' Bandung ',
      toState: 'Jawa Barat',
    };
    const again = await post<{ current: Row }>('/channelRouteService/add', named);
    expect([again.status, again.body.data?.current.id]).toEqual([409, idOf(channelRoute, route)]);
    const refused = async (part: object) =>
      (await post('/channelRouteService/add', { ...named, ...part })).body.message;
    expect(await refused({ fromState: '' })).toBe('fromState: is required');
    expect(await refused({ fromCity: 'Séría' })).toMatch(/^fromCity: there is no Séría/);
    expect(await refused({ fromLocationId: STREET })).toMatch(/is a street/);
    expect(await refused({ toLocationId: 2_000_001 })).toMatch(/is not a location of Indonesia/);
    const { id } = added.body.data as Row;
    expect((await post('/channelRouteService/delete', { id, channelId: CHANNEL.second })).status).toBe(404);
    expect((await post('/channelRouteService/delete', { id, channelId: CHANNEL.first, version: 1 })).status).toBe(200);
    expect((await list('/channelRouteService/')).total).toBe(0);
  });

  it('a place has at most one zone, whose record is updated by id (SAZ-3)', async () => {
    const place = { channelId: CHANNEL.first, applicableType: 1, locationId: CITY };
    const id = idOf(channelZone, place);
    expect((await post('/channelZoneService/add', { ...place, zone: ' Z1 ' })).body.data).toMatchObject({
      id,
      zone: 'Z1',
    });
    expect((await post('/channelZoneService/add', { ...place, zone: 'Z2' })).status).toBe(409);
    expect((await post('/channelZoneService/add', { ...place, zone: '  ' })).status).toBe(400);
    expect((await post('/channelZoneService/add', { ...place, locationId: STREET, zone: 'Z' })).status).toBe(400);
    const changed = await post('/channelZoneService/update', { id, channelId: CHANNEL.first, zone: 'Z2', version: 1 });
    expect(changed.body.data).toMatchObject({ ...place, id, zone: 'Z2', city: 'Bandung', version: 2 });
    expect((await list('/channelZoneService/', { zone: 'z2' })).total).toBe(1);
    expect((await post('/channelZoneService/delete', { id, channelId: CHANNEL.first, version: 1 })).status).toBe(409);
    expect((await post('/channelZoneService/delete', { id, channelId: CHANNEL.first })).status).toBe(200);
  });
});

describe('the SQL of all resources', () => {
  it.each(Object.values(DECLARED))('$collection can be sorted by every column of its list', ({ collection, sorts }) => {
    for (const field of sorts)
      expect(recordSql(requireResource(collection)).sort(field)).toMatch(/^(p\.|coalesce|lower)/);
  });
});
