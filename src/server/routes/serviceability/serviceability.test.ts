import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  CHANNEL,
  createWorld,
  resetRecords,
  STREET,
  type Caller,
  type World,
} from '../../../../tests/support/serverFixture.ts';
import { areasCsv, uploadForm } from '../../../../tests/support/importing.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { CallInput, CallOutput } from '../../../contract/call.ts';
import { DECLARED } from '../../../contract/cached.ts';
import { keyOfChannel, ownerInput, type CachedOwner } from '../../../contract/owner.ts';
import type { ImportReceipt } from '../../../contract/imports/calls.ts';
import { CHECK_MOST, STEPS_MOST, type checkServed, type serviceableBefore } from '../../../contract/serviceability.ts';
import type { ResourceCollection } from '../../../contract/resources/all.ts';
import { newConfig, type ServiceConfig } from '../../../domain/serviceableConfig.ts';
import { CHECK_SCENARIOS, servicesOfAnswer, type CheckScenario } from '../../../domain/serviceability.ts';
import { packColumns } from '../../../sync/mirror/loadSet.ts';
import { CachedColumns } from '../../../sync/mirror/cachedColumns.ts';
import { PlaceIndex } from '../../../sync/query/placeIndex.ts';
import { checkCached } from '../../../sync/query/serviceChecks.ts';
import { inListOrder, segmentOf } from '../../../sync/testing/segments.ts';
import type { Row } from '../../../sync/types.ts';

/** Places in the fixture: Jawa Barat, Bandung, Cicendo, Jalan Satu; Coblong with Dago; Lembang with Cikole. */
const [STATE, CITY, DISTRICT] = [STREET - 3, STREET - 2, STREET - 1] as const;
const [COBLONG, DAGO] = [STREET + 2, STREET + 3] as const;
const OTHER = { state: STREET + 7, city: STREET + 8, district: STREET + 9 } as const;
const NONE = { canDeliver: false, canCOD: false, canPickup: false, canCODPickup: false };
const LEVELS = { pdp_level: 3, checkout_level: 3, shop_level: 3, arrangeshipment_level: 3 } as const;

type Input = Partial<CallInput<typeof checkServed>> & Record<string, unknown>;
type Output = CallOutput<typeof checkServed>;

describeOnEach('POST /api/v2/ops/serviceability/check', kind => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  beforeEach(async () => {
    await resetRecords(world.database.pool);
    await world.database.pool.query('TRUNCATE channel_service_confs, three_pl_service_confs');
  });
  afterAll(() => world.close());

  const ask = (input: Input, who = editor) => who.call<Output>('/v2/ops/serviceability/check', { body: input });
  const list = async (input: Input, who = editor) =>
    (await who.data<Output>('/v2/ops/serviceability/check', { body: input })).list;
  const configure = (part: Partial<ServiceConfig> = {}, channelId: number = CHANNEL.first) =>
    editor.data('/channelServiceConf/add', { body: { channelId, ...newConfig(), ...LEVELS, ...part } });
  const add = (base: string, record: object) =>
    editor.data(`${base}/add`, { body: { channelId: CHANNEL.first, ...record } });
  const addLocation = (locationId: number, support: object, type = 0) =>
    add('/channelLocationService', { locationId, type, ...NONE, ...support });
  const addRoute = (fromLocationId: number, toLocationId: number) =>
    add('/channelRouteService', { applicableType: 0, fromLocationId, toLocationId });

  it('results cover all channels and 3PLs of the entity, with the steps and records that led to them', async () => {
    await configure();
    await addLocation(DISTRICT, { canDeliver: true, canCOD: true });
    const [found] = await list({ addresses: [{ locationId: STREET }] });
    expect(found).toMatchObject({ locationId: STREET, chain: [STATE, CITY, DISTRICT, STREET], unmatched: [] });
    expect(found?.results).toMatchObject([
      { channelId: CHANNEL.first },
      { channelId: CHANNEL.second },
      { threePlId: CHANNEL.first },
      { threePlId: CHANNEL.second },
    ]);
    expect(found?.results[0]).toMatchObject({ deliver: 'yes', cod: 'yes', pickup: 'no', codPickup: 'no' });
    expect(found?.results[0]?.steps?.buyer.map(({ is }) => is)).toEqual([
      'check',
      'shop',
      'end',
      'by',
      'record',
      'noExtra',
    ]);
    expect(found?.results[0]?.steps?.buyer[4]).toMatchObject({
      ref: { list: 'location', locationId: DISTRICT, type: 0 },
    });
    // The second channel has no configuration, so no address is checked.
    expect(found?.results[1]).toMatchObject({ deliver: 'yes', codPickup: 'yes' });
  });

  it('the reply names the other places that an ambiguous address could mean', async () => {
    const rename = (from: string, to: string, id: number) =>
      world.database.pool.query(
        'UPDATE locations SET name = $2, version = version + 1 WHERE name = $1 AND location_id <> $3',
        [from, to, id],
      );
    await rename('Cikole', 'Dago', DAGO);
    try {
      const [ambiguous, exact] = await list({ addresses: [{ text: 'Dago' }, { text: 'Dago, Coblong' }] });
      expect(ambiguous?.locationId).toBe(DAGO);
      expect(ambiguous?.alternatives).toHaveLength(1);
      expect(ambiguous?.alternatives).not.toContain(DAGO);
      expect(exact).toMatchObject({ locationId: DAGO, alternatives: [] });
    } finally {
      await rename('Dago', 'Cikole', DAGO);
    }
  });

  it('addresses are parsed as people write them, including their postcodes', async () => {
    await configure({
      serviceableType: 2,
      pdp_level: null,
      checkout_level: null,
      shop_level: null,
      arrangeshipment_level: null,
    });
    await add('/channelPostcodeService', { zipcode: '40132', type: 0, ...NONE, canDeliver: true });
    const [text, code, far] = await list({
      addresses: [{ text: 'Jl. X, Coblong, Bandung 40132' }, { postcode: '40132' }, { text: 'Coblong, Bandung 40999' }],
      channelIds: [CHANNEL.first],
    });
    expect(text).toMatchObject({ locationId: COBLONG, postcode: '40132', unmatched: ['Jl. X'] });
    expect(text?.results).toMatchObject([{ channelId: CHANNEL.first, deliver: 'yes', cod: 'no' }]);
    expect(code).toMatchObject({ locationId: 0, chain: [], postcode: '40132', results: [{ deliver: 'yes' }] });
    // The default applies (SAC-13).
    expect(far?.results[0]?.steps?.buyer[4]).toMatchObject({ is: 'default', why: 'noRecord' });
  });

  it('a place without a postcode has that of the place that contains it, by id and by text', async () => {
    await configure({
      serviceableType: 2,
      pdp_level: null,
      checkout_level: null,
      shop_level: null,
      arrangeshipment_level: null,
    });
    await add('/channelPostcodeService', { zipcode: '40132', type: 0, ...NONE });
    await world.database.pool.query(
      `UPDATE locations SET postcode = '40132', version = version + 1 WHERE location_id = $1`,
      [COBLONG],
    );
    const found = await list({
      addresses: [{ locationId: DAGO }, { text: 'Dago, Coblong' }, { locationId: COBLONG }, { locationId: CITY }],
      channelIds: [CHANNEL.first],
    });
    await world.database.pool.query(
      `UPDATE locations SET postcode = '', version = version + 1 WHERE location_id = $1`,
      [COBLONG],
    );
    const said = found.map(({ locationId, postcode, results: [own] }) => [locationId, postcode, own?.deliver]);
    // The record of the postcode serves nobody, and the default of places without one is Yes.
    expect(said).toEqual([
      [DAGO, '40132', 'no'],
      [DAGO, '40132', 'no'],
      [COBLONG, '40132', 'no'],
      [CITY, '', 'yes'],
    ]);
  });

  it('for a 3PL, the seller is looked up among the origins, and the buyer among the destinations', async () => {
    const threePlId = CHANNEL.first;
    await editor.data('/threePLServiceConf/add', { body: { threePlId, ...newConfig(), ...LEVELS } });
    const record = { threePlId, locationId: DISTRICT, type: 0, ...NONE };
    await editor.data('/threePLLocationService/origin/add', { body: { ...record, canPickup: true } });
    await editor.data('/threePLLocationService/destination/add', { body: { ...record, canDeliver: false } });
    const [found] = await list({ addresses: [{ locationId: DISTRICT }], threePlIds: [threePlId] });
    expect(found?.results).toMatchObject([{ threePlId, deliver: 'no', pickup: 'yes', codPickup: 'no' }]);
  });

  it('a renamed place is found by its new name', async () => {
    await list({ addresses: [{ text: 'Dago' }] });
    const admin = await world.as('admin');
    await admin.data('/locations/update', { body: { locationId: DAGO, name: 'Dago Atas' } });
    const [found] = await list({ addresses: [{ text: 'Dago Atas, Coblong' }] });
    await admin.data('/locations/update', { body: { locationId: DAGO, name: 'Dago' } });
    expect(found?.locationId).toBe(DAGO);
  });

  it('routes between both ends are looked up in whatever form the other end is specified', async () => {
    await configure({ extraLimitType: 2 });
    await addLocation(DISTRICT, { canDeliver: true, canPickup: true });
    await addRoute(OTHER.state, CITY);
    const verdicts = async (input: Input) =>
      (await list({ channelIds: [CHANNEL.first], ...input })).map(({ results }) => results[0]);
    const here = { locationId: DISTRICT };
    const there = { locationId: OTHER.district };
    expect(await verdicts({ addresses: [here] })).toMatchObject([{ deliver: 'open', pickup: 'open' }]);
    expect(await verdicts({ addresses: [here], other: there })).toMatchObject([{ deliver: 'yes', pickup: 'no' }]);
    expect(await verdicts({ addresses: [{ ...here, other: there }, here] })).toMatchObject([
      { deliver: 'yes', pickup: 'no' },
      { deliver: 'open' },
    ]);
  });

  it('the error says which address is invalid', async () => {
    const of = async (address: object) => {
      const { status, body } = await ask({ addresses: [{ locationId: STREET }, address] });
      return [status, body.message];
    };
    expect(await of({ locationId: 99 })).toEqual([404, 'Address 2: Indonesia has no location 99.']);
    expect(await of({ postcode: '123' })).toEqual([
      400,
      'Address 2: "123" is not a postcode of Indonesia, which has 5 digits.',
    ]);
    const unknown = await ask({ addresses: [{ postcode: '40132' }], channelIds: [CHANNEL.malaysia] });
    expect([unknown.status, unknown.body.message]).toEqual([404, `Indonesia has no channel ${CHANNEL.malaysia}.`]);
    expect((await ask({ addresses: [] })).status).toBe(400);
    expect((await ask({ addresses: [{}], scenario: 'elsewhere' as never })).status).toBe(400);
  });

  it('a string with more words or characters than an address can have is refused', async () => {
    const ask = async (text: string) => {
      const { status, body } = await editor.call('/v2/ops/serviceability/check', {
        body: { addresses: [{ text: 'Dago' }, { text }] },
      });
      return [status, body.message];
    };
    expect((await ask(Array.from({ length: 40 }, () => 'Dago').join(', ')))[0]).toBe(200);
    expect(await ask(Array.from({ length: 41 }, () => 'Dago').join(', '))).toEqual([
      400,
      'Address 2: has 41 words, and an address has at most 40. Leave out anything that is not part of it.',
    ]);
    expect(await ask('x'.repeat(301))).toEqual([400, 'addresses.1.text: is longer than 300']);
  });

  it('the check requires the permission to read the serviceable areas of the entity', async () => {
    const body = { addresses: [{ postcode: '40132' }] };
    expect((await ask(body, world.anonymous)).status).toBe(401);
    expect((await ask(body, await world.as('id.viewer'))).status).toBe(200);
    const stranger = await world.as('my.editor');
    const headers = { 'x-ops-entity': 'ID' };
    expect((await stranger.call('/v2/ops/serviceability/check', { body, headers })).status).toBe(403);
    expect(await list({ addresses: [{ postcode: '50000' }] }, stranger)).toMatchObject([
      { results: [{ channelId: CHANNEL.malaysia }, { threePlId: CHANNEL.malaysia }] },
    ]);
  });

  it(`at most ${CHECK_MOST} addresses are accepted, and for many, steps are returned only on request`, async () => {
    await configure();
    await addLocation(DISTRICT, { canDeliver: true });
    const addresses = Array.from({ length: CHECK_MOST }, (_, at) => ({ locationId: at % 2 === 0 ? STREET : DAGO }));
    const found = await list({ addresses, channelIds: [CHANNEL.first] });
    expect(found).toHaveLength(CHECK_MOST);
    expect(found[0]?.results[0]).toEqual({
      channelId: CHANNEL.first,
      deliver: 'yes',
      cod: 'no',
      pickup: 'no',
      codPickup: 'no',
    });
    expect((await ask({ addresses: [...addresses, { locationId: STREET }] })).status).toBe(400);
  });

  it('a check of many addresses covers only configured channels, and is refused if it is too much work', async () => {
    await configure();
    const addresses = Array.from({ length: STEPS_MOST + 1 }, () => ({ locationId: STREET }));
    const [found] = await list({ addresses });
    expect(found?.results).toEqual([
      { channelId: CHANNEL.first, deliver: 'yes', cod: 'no', pickup: 'no', codPickup: 'no' },
    ]);
    const many = Array.from({ length: CHECK_MOST }, () => ({ locationId: STREET }));
    const asked = await ask({ addresses: many, channelIds: Array.from({ length: 51 }, () => CHANNEL.first) });
    expect(asked.status).toBe(200);
    await world.database.pool.query(
      `INSERT INTO channels (channel_id, name, display_name, country, from_country, demo, updated_by)
       SELECT 90000 + n, 'Many', 'Many', 'ID', 'ID', true, 'test' FROM generate_series(1, 51) AS n`,
    );
    const channelIds = Array.from({ length: 51 }, (_, at) => 90001 + at);
    const { status, body } = await ask({ addresses: many, channelIds });
    await world.database.pool.query('DELETE FROM channels WHERE channel_id > 90000 AND channel_id <= 90051');
    expect([status, body.message]).toEqual([
      400,
      '10,000 addresses for 51 channels and 3PLs would give more than 500,000 answers. Check fewer addresses at a time.',
    ]);
  });

  it('a past day’s state is derived from the first write since then, whether manual or bulk', async () => {
    const before = async (day: string, owner: object = { channelId: CHANNEL.first }) => {
      const query = new URLSearchParams({ day, ...owner } as Record<string, string>);
      return editor.data<CallOutput<typeof serviceableBefore>>(`/v2/ops/serviceability/before?${query}`);
    };
    const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
    const nothing = { configuration: null, lists: [], routes: [] };
    await configure();
    await addLocation(DISTRICT, { canDeliver: true });
    // Everything was created today, so nothing existed the day before.
    expect(await before(today)).toEqual(nothing);
    const key = `${CHANNEL.first}/${DISTRICT}/0`;
    expect(await before('2024-01-01')).toEqual({
      configuration: { row: null },
      lists: [{ collection: 'channelLocations', keys: [key], flags: [-1] }],
      routes: [],
    });
    // The record already existed and has changed twice since then; the first change contains its former value.
    const old = 1_600_000_000;
    await world.database.pool.query(`UPDATE audit_logs SET at = ${old}`);
    const update = (version: number, support: object) =>
      editor.data('/channelLocationService/update', {
        body: { channelId: CHANNEL.first, locationId: DISTRICT, type: 0, ...NONE, ...support },
        headers: { 'x-ops-base-version': String(version) },
      });
    await update(1, { canPickup: true });
    await update(2, { canCOD: true });
    expect(await before('2024-01-01')).toEqual({
      configuration: null,
      lists: [{ collection: 'channelLocations', keys: [key], flags: [1] }],
      routes: [],
    });
    await editor.data('/channelLocationService/delete/', {
      body: { channel_id: CHANNEL.first, location_id: DISTRICT, applicable_type: 0 },
    });
    expect((await before('2024-01-01')).lists[0]?.flags).toEqual([1]);

    const threePlId = CHANNEL.first;
    await editor.data('/threePLPostcodeService/origin/add', {
      body: { threePlId, zipcode: '40132', type: 0, ...NONE },
    });
    expect((await before('2024-01-01', { threePlId })).lists).toEqual([
      { collection: 'threePlOriginPostcodes', keys: [`${threePlId}/40132/0`], flags: [-1] },
    ]);

    const refused = async (query: string) => (await editor.call(`/v2/ops/serviceability/before?${query}`)).status;
    expect([
      await refused('day=2024-02-30&channelId=1'),
      await refused('day=2024-01-01'),
      await refused(`day=2024-01-01&channelId=${CHANNEL.malaysia}`),
    ]).toEqual([400, 400, 404]);
  });

  it('past locations, postcodes and routes are derived from the first write to each record since then', async () => {
    const OLD = 1_600_000_000;
    const before = () =>
      editor.data<CallOutput<typeof serviceableBefore>>(
        `/v2/ops/serviceability/before?day=2024-01-01&channelId=${CHANNEL.first}`,
      );
    const send = async (call: string, headers: readonly string[], rows: readonly (readonly (string | number)[])[]) => {
      const file = await uploadForm(editor, areasCsv(rows, headers));
      const { body } = await editor.call<ImportReceipt>(`/${call}/import`, { body: { fileUrlList: [file] } });
      expect(body).toMatchObject({ data: { state: 'applied' } });
    };
    await addLocation(DISTRICT, { canDeliver: true });
    await add('/channelPostcodeService', { zipcode: '40132', type: 0, ...NONE, canPickup: true });
    await addRoute(STATE, OTHER.state);
    await world.database.pool.query(`UPDATE audit_logs SET at = ${OLD}`);
    expect(await before()).toEqual({ configuration: null, lists: [], routes: [] });

    const SUPPORT = ['Support Deliver', 'Support COD Deliver', 'Support Pickup', 'Support COD Pickup'];
    const [yes, no] = [
      ['Yes', 'Yes', 'Yes', 'Yes'],
      ['No', 'No', 'No', 'No'],
    ] as const;
    const places = ['Channel ID', 'Applicable Type', 'Location ID', ...SUPPORT];
    const codes = ['Channel ID', 'Applicable Type', 'Postcode', ...SUPPORT];
    const ends = ['Channel ID', 'Applicable Type', 'From Location ID', 'To Location ID', 'Action Code'];
    await send('channelLocationService', places, [
      [CHANNEL.first, 'Standard', DISTRICT, ...yes],
      [CHANNEL.first, 'Standard', COBLONG, ...yes],
    ]);
    // A second import of the same record does not change its former value.
    await send('channelLocationService', places, [[CHANNEL.first, 'Standard', DISTRICT, ...no]]);
    await send('channelPostcodeService', codes, [[CHANNEL.first, 'Standard', '40132', ...yes]]);
    await send('channelRouteService', ends, [
      [CHANNEL.first, 'Standard', STATE, OTHER.state, -1],
      [CHANNEL.first, 'Standard', CITY, OTHER.state, 1],
    ]);
    const { configuration, lists, routes } = await before();
    expect(configuration).toBeNull();
    expect(
      Object.fromEntries(
        lists.map(({ collection, keys, flags }) => [
          collection,
          Object.fromEntries(keys.map((k, at) => [k, flags[at]])),
        ]),
      ),
    ).toEqual({
      channelLocations: { [`${CHANNEL.first}/${DISTRICT}/0`]: 1, [`${CHANNEL.first}/${COBLONG}/0`]: -1 },
      channelPostcodes: { [`${CHANNEL.first}/40132/0`]: 4 },
    });
    expect(routes.map(({ row }) => row).sort((a, b) => Number(a !== null) - Number(b !== null))).toEqual([
      null,
      { applicableType: 0, fromLocationId: STATE, toLocationId: OTHER.state },
    ]);
  });

  it('for the same records, a device and the server return the same result', async () => {
    await configure({ extraLimitType: 1, zoneLevel: 2, isSbsSameAsStandard: 0, checkout_level: 4, shop_level: 2 });
    await configure({ extraLimitType: 2, checkoutVerify: 1 }, CHANNEL.second);
    await addLocation(DISTRICT, { canDeliver: true, canCOD: true, canPickup: true });
    await addLocation(CITY, { canPickup: true, canCODPickup: true }, 1);
    for (const [locationId, zone] of [
      [CITY, 'A'],
      [OTHER.city, 'A'],
      [STREET + 4, 'B'],
    ] as const)
      await add('/channelZoneService', { applicableType: 0, locationId, zone });
    for (const [fromLocationId, toLocationId] of [
      [STATE, OTHER.state],
      [OTHER.district, DISTRICT],
      [COBLONG, OTHER.city],
    ] as const)
      await add('/channelRouteService', {
        channelId: CHANNEL.second,
        applicableType: 0,
        fromLocationId,
        toLocationId,
      });
    const tree = await world.database.pool.query<{ id: number; parentId: number; level: number; name: string }>(
      `SELECT location_id AS id, parent_id AS "parentId", level, name FROM locations WHERE country = 'ID'`,
    );
    const places = await PlaceIndex.build(
      'ID',
      [],
      new Map(
        tree.rows.map(({ id, ...place }) => {
          const row = { locationId: id, postcode: '', country: 'ID' as const, version: 1, ...place };
          return [String(id), { version: 1, row }];
        }),
      ),
      async () => undefined,
    );

    const rowsOf = async (path: string) => (await editor.data<{ list: Row[] }>(`${path}page=1&count=100`)).list;
    const columnsOf = (collection: ResourceCollection, rows: Row[]) =>
      CachedColumns.from(DECLARED[collection], [
        packColumns(DECLARED[collection], segmentOf(DECLARED[collection], inListOrder(DECLARED[collection], rows))),
      ]);
    const configs = columnsOf('channelServiceConfs', await rowsOf('/channelServiceConf/?'));
    const paths = {
      channelLocations: '/channelLocationService',
      channelPostcodes: '/channelPostcodeService',
      channelZones: '/channelZoneService/',
      channelRoutes: '/channelRouteService/',
    } as const;
    const source = {
      columns: async (_: unknown, collection: ResourceCollection, owner: CachedOwner) => {
        if (collection === 'channelServiceConfs') return configs;
        const typed =
          collection === 'channelLocations' || collection === 'channelPostcodes' ? 'type' : 'applicableType';
        const rows = await Promise.all(
          [0, 1].map(type =>
            rowsOf(
              `${paths[collection as keyof typeof paths]}?channelId=${ownerInput(owner).channelId}&${typed}=${type}&`,
            ),
          ),
        );
        return columnsOf(collection, rows.flat());
      },
    };
    const ids = [STREET, DAGO, DISTRICT, CITY, STATE, OTHER.district, OTHER.city, OTHER.state];
    const others = [undefined, OTHER.district, OTHER.city, OTHER.state, CITY];
    const ends = await list({ addresses: others.flatMap(id => (id ? { locationId: id } : [])) });
    const addressOf = (id: number | undefined) => {
      const end = ends.find(({ locationId }) => locationId === id);
      return end ? { chain: end.chain, postcode: end.postcode } : null;
    };
    let compared = 0;
    for (const scenario of CHECK_SCENARIOS.map(({ value }): CheckScenario => value)) {
      for (const shopType of [0, 1] as const) {
        const addresses = ids.flatMap(locationId =>
          others.map(other => ({ locationId, ...(other ? { other: { locationId: other } } : {}) })),
        );
        const found = await list({ addresses, scenario, shopType });
        const questions = found.map(({ chain, postcode }, at) => ({
          address: { chain, postcode },
          other: addressOf(addresses[at]?.other?.locationId),
          scenario,
          shop: shopType,
        }));
        for (const [of, channelId] of [CHANNEL.first, CHANNEL.second].entries()) {
          const reply = await checkCached(source, 'ID', places, {
            owner: keyOfChannel(channelId),
            questions,
            pending: {},
          });
          for (const [at, answer] of (reply?.answers ?? []).entries()) {
            expect({
              channelId,
              ...servicesOfAnswer(answer),
              steps: { buyer: answer.buyer.steps, seller: answer.seller.steps },
            }).toEqual(found[at]?.results[of]);
            compared += 1;
          }
        }
      }
    }
    expect(compared).toBe(CHECK_SCENARIOS.length * 2 * ids.length * others.length * 2);
  });
});
