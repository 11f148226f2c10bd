import { describe, expect, it } from 'vitest';
import { keyOfChannel, keyOfOwner } from '../../contract/owner.ts';
import { DECLARED } from '../../contract/cached.ts';
import type { LocationRow } from '../../contract/locations.ts';
import { CHECK_SCENARIOS, checkServiceability, SERVICES, type End, type Verdict } from '../../domain/serviceability.ts';
import { newConfig } from '../../domain/serviceableConfig.ts';
import { unpackFlags } from '../../domain/serviceable.ts';
import { packColumns } from '../mirror/loadSet.ts';
import { channelPostcode } from '../../contract/resources/channelPostcode.ts';
import type { ResourceCollection } from '../../contract/resources/all.ts';
import { creation } from '../resources/writes.ts';
import { entryOf } from '../testing/entries.ts';
import { placeOf } from '../testing/feedServer.ts';
import { inListOrder, segmentOf } from '../testing/segments.ts';
import { rowOf, updateOf } from '../testing/writes.ts';
import type { Row } from '../types.ts';
import { CachedColumns } from '../mirror/cachedColumns.ts';
import { readCoverage, type CoverageAsk } from './coverage.ts';
import { PlaceIndex } from './placeIndex.ts';
import { readOwnerRecords } from './serviceChecks.ts';

const CHANNEL = 10021;
const OWNER = keyOfChannel(CHANNEL);
const stamp = { country: 'ID' as const, version: 1, updatedBy: 'a@x', updatedAt: 5 };

/** Three states, each with three cities of four districts; an id consists of the digits of its path. */
function tree(): LocationRow[] {
  const places: LocationRow[] = [];
  for (let s = 1; s <= 3; s++) {
    places.push(placeOf(s, { name: `State ${s}`, level: 0, parentId: 0 }));
    for (let c = 1; c <= 3; c++) {
      const city = s * 10 + c;
      places.push(placeOf(city, { name: `City ${city}`, level: 1, parentId: s }));
      for (let d = 1; d <= 4; d++) {
        const district = city * 10 + d;
        places.push(
          placeOf(district, {
            name: `District ${district}`,
            level: 2,
            parentId: city,
            postcode: `4${1000 + district}`,
          }),
        );
      }
    }
  }
  return places;
}
const PLACES = tree();
const DISTRICTS = PLACES.filter(({ level }) => level === 2);
const index = PlaceIndex.build(
  'ID',
  [],
  new Map(PLACES.map(row => [String(row.locationId), { version: 1, row }])),
  async () => undefined,
);

const config = (part: Row = {}): Row => ({
  ...stamp,
  channelId: CHANNEL,
  name: 'J&T',
  ...newConfig(),
  checkout_level: 3,
  checkoutVerify: 3,
  ...part,
});

function sourceOf(sets: Partial<Record<ResourceCollection, Row[]>>) {
  return {
    columns: async (_: unknown, collection: ResourceCollection) => {
      const rows = inListOrder(DECLARED[collection], sets[collection] ?? []);
      return CachedColumns.from(DECLARED[collection], [
        packColumns(DECLARED[collection], segmentOf(DECLARED[collection], rows)),
      ]);
    },
  };
}

const ask = (part: Partial<CoverageAsk> = {}): CoverageAsk => ({
  owner: OWNER,
  type: 0,
  level: null,
  parent: 0,
  pending: {},
  ...part,
});
/** Every third district has no record; the others have records of all kinds. */
const LOCATIONS = DISTRICTS.flatMap(({ locationId }, at) =>
  at % 3 === 0 ? [] : [rowOf(locationId, { ...stamp, ...unpackFlags((at * 7) % 16) })],
);
const POSTCODES = DISTRICTS.flatMap(({ postcode }, at) =>
  at % 4 === 0
    ? []
    : [{ ...stamp, channelId: CHANNEL, channelName: '', zipcode: postcode, type: 0, ...unpackFlags((at * 5) % 16) }],
);

describe("a channel's coverage", () => {
  it.each([
    ['by location', config()],
    [
      'by location, with other defaults',
      config({ defaultDeliverEnabled: 0, defaultPickupEnabled: 1, defaultCodPickupEnabled: 1 }),
    ],
    [
      'by location, at other levels',
      config({ pdp_level: 1, checkout_level: 4, shop_level: 2, arrangeshipment_level: 3 }),
    ],
    ['by location, for the buyer only', config({ checkoutVerify: 1, pdpVerify: 1, validateShopVerify: 0 })],
    ['by location, for nobody', config({ checkoutVerify: 0, pdpVerify: 0, validateShopVerify: 0, arrangeShipment: 0 })],
    ['by location, within a zone', config({ extraLimitType: 1, zoneLevel: 2 })],
    ['by location, with routes', config({ extraLimitType: 2, isSbsSameAsStandard: 0 })],
    ['by postcode', config({ serviceableType: 2, checkout_level: null })],
    ['without a check', config({ isCheckServiceable: 0, defaultDeliverEnabled: 0, checkout_level: null })],
  ])('in every scenario, coverage counts the same as checking each place: %s', async (_, one) => {
    const zones = [11, 12].map(locationId => ({
      ...stamp,
      channelId: CHANNEL,
      channelName: '',
      id: locationId,
      applicableType: 0,
      locationId,
      zone: 'A',
    }));
    const source = sourceOf({
      channelServiceConfs: [one],
      channelLocations: LOCATIONS,
      channelPostcodes: POSTCODES,
      channelZones: zones,
    });
    const places = await index;
    const read = await readOwnerRecords(source, 'ID', await index, OWNER, {});
    for (const { value: scenario } of CHECK_SCENARIOS) {
      for (const shop of [0, 1] as const) {
        const reply = await readCoverage(source, 'ID', places, ask({ level: 2, scenario, type: shop }));
        const answers = DISTRICTS.map(({ locationId, postcode }) => {
          const chain = [Math.floor(locationId / 100), Math.floor(locationId / 10), locationId];
          const question = { address: { chain, postcode }, other: null, scenario, shop };
          return checkServiceability(question, read?.records ?? ({} as never));
        });
        const counted = (verdict: Verdict) =>
          SERVICES.map(({ of }) => answers.filter(answer => of(answer) === verdict).length);
        expect(reply?.all.units).toBe(36);
        expect([scenario, shop, reply?.all.served]).toEqual([scenario, shop, counted('yes')]);
        expect([scenario, shop, reply?.all.open]).toEqual([scenario, shop, counted('open')]);
        expect(reply?.nodes.reduce((sum, { served }) => sum + (served[0] ?? 0), 0)).toBe(reply?.all.served[0]);
        const isEndChecked = (end: End) =>
          answers[0]?.[end].steps.some(step => step.is === 'end' && step.checked) === true;
        expect(reply?.checked).toEqual({ buyer: isEndChecked('buyer'), seller: isEndChecked('seller') });
      }
    }
  });

  it('records whose postcode belongs to no place are counted, and so are places without a postcode', async () => {
    const code = (zipcode: string, bits: number): Row => ({
      ...stamp,
      channelId: CHANNEL,
      channelName: '',
      zipcode,
      type: 0,
      ...unpackFlags(bits),
    });
    const source = sourceOf({
      channelServiceConfs: [config({ serviceableType: 2, checkout_level: null })],
      channelPostcodes: [code('41111', 1), code('99999', 7), code('99998', 12)],
    });
    const districts = await readCoverage(source, 'ID', await index, ask());
    expect([districts?.level, districts?.postcodes]).toEqual([
      2,
      { records: 3, elsewhere: 2, served: [2, 1, 2, 1], placesWithout: 0 },
    ]);
    const cities = await readCoverage(source, 'ID', await index, ask({ level: 1 }));
    expect(cities?.postcodes).toMatchObject({ elsewhere: 3, placesWithout: 9 });
  });

  it('a place without a postcode is counted with that of the place that contains it', async () => {
    const inside = await PlaceIndex.build(
      'ID',
      [],
      new Map(
        PLACES.map(row => [
          String(row.locationId),
          { version: 1, row: { ...row, postcode: row.level === 1 ? `4${1000 + row.locationId}` : '' } },
        ]),
      ),
      async () => undefined,
    );
    const source = sourceOf({
      channelServiceConfs: [config({ serviceableType: 2, checkout_level: null, defaultDeliverEnabled: 0 })],
      channelPostcodes: [
        { ...stamp, channelId: CHANNEL, channelName: '', zipcode: '41011', type: 0, ...unpackFlags(1) },
      ],
    });
    // Postcodes are looked up at the level that has them, but the level below has the same ones.
    const cities = await readCoverage(source, 'ID', inside, ask());
    expect([cities?.level, cities?.all.served[0]]).toEqual([1, 1]);
    const districts = await readCoverage(source, 'ID', inside, ask({ level: 2 }));
    expect([districts?.all.served[0], districts?.all.recorded, districts?.postcodes]).toEqual([
      4,
      4,
      { records: 1, elsewhere: 0, served: [1, 0, 0, 0], placesWithout: 0 },
    ]);
  });

  it('the children of a place are listed, each with a count of its own descendants', async () => {
    const source = sourceOf({ channelServiceConfs: [config()], channelLocations: LOCATIONS });
    const reply = await readCoverage(source, 'ID', await index, ask({ parent: 2 }));
    expect(reply?.level).toBe(2);
    expect(reply?.path).toEqual([{ locationId: 2, name: 'State 2', level: 0 }]);
    expect(reply?.nodes.map(({ name, units, below }) => [name, units, below.length])).toEqual([
      ['City 21', 4, 4],
      ['City 22', 4, 4],
      ['City 23', 4, 4],
    ]);
  });

  it('missing and contradictory records are found', async () => {
    const served = DISTRICTS.filter(({ locationId }) => Math.floor(locationId / 10) === 11);
    const source = sourceOf({
      channelServiceConfs: [config({ defaultDeliverEnabled: 0 })],
      channelLocations: [
        ...served.slice(1).map(({ locationId }) => rowOf(locationId, { ...stamp, ...unpackFlags(1) })),
        // A record with COD pickup but without pickup.
        rowOf(131, { ...stamp, ...unpackFlags(8) }),
      ],
      channelPostcodes: [
        { ...stamp, channelId: CHANNEL, channelName: '', zipcode: '41111', type: 0, ...unpackFlags(2) },
        { ...stamp, channelId: CHANNEL, channelName: '', zipcode: '41112', type: 0, ...unpackFlags(1) },
        { ...stamp, channelId: CHANNEL, channelName: '', zipcode: '41112', type: 1, ...unpackFlags(5) },
      ],
      channelRoutes: [11, 12].map(to => ({
        ...stamp,
        channelId: CHANNEL,
        channelName: '',
        id: to,
        applicableType: 0,
        fromLocationId: 1,
        toLocationId: to,
      })),
    });
    const reply = await readCoverage(source, 'ID', await index, ask());
    expect(reply?.gaps.map(({ is, total }) => [is, total])).toEqual([
      ['lonely', 1],
      ['missing', 32],
      ['postcode', 2],
      ['route', 1],
      ['flags', 1],
    ]);
    expect(reply?.gaps[4]?.first).toEqual([
      { is: 'flags', locationId: 131, names: ['State 1', 'City 13', 'District 131'] },
    ]);
    expect(reply?.gaps[0]?.first).toEqual([
      { is: 'lonely', locationId: 111, names: ['State 1', 'City 11', 'District 111'] },
    ]);
    expect(reply?.gaps[2]?.first).toMatchObject([{ zipcode: '41111' }, { zipcode: '41112' }]);
    expect(reply?.gaps[3]?.first).toMatchObject([{ toLocationId: 12 }]);
  });

  it("a 3PL's lists are each checked for contradictions by the services of their own end", async () => {
    const postcode = (zipcode: string, flags: number): Row => ({
      ...stamp,
      threePlId: 501,
      threePlName: '',
      zipcode,
      type: 0,
      ...unpackFlags(flags),
    });
    const { channelId: _, ...conf } = config();
    const source = sourceOf({
      threePlServiceConfs: [{ ...conf, threePlId: 501 }],
      // COD without delivery counts for buyers, COD pickup without pickup for sellers.
      threePlDestinationPostcodes: [postcode('41111', 2), postcode('41112', 8)],
      threePlOriginPostcodes: [postcode('41113', 2), postcode('41114', 8)],
    });
    const reply = await readCoverage(source, 'ID', await index, ask({ owner: keyOfOwner({ kind: '3pl', id: 501 }) }));
    expect(reply?.gaps.find(({ is }) => is === 'postcode')).toMatchObject({
      total: 2,
      first: [
        { end: 'buyer', zipcode: '41111' },
        { end: 'seller', zipcode: '41114' },
      ],
    });
  });

  it('MR1: a record with a pending change is counted with its new values', async () => {
    const record = rowOf(111, { ...stamp, ...unpackFlags(0) });
    const source = sourceOf({
      channelServiceConfs: [config({ defaultDeliverEnabled: 0 })],
      channelLocations: [record],
    });
    const entries = [entryOf(updateOf(record, { canDeliver: true }))];
    const before = await readCoverage(source, 'ID', await index, ask());
    const after = await readCoverage(
      source,
      'ID',
      await index,
      ask({ pending: { channelLocations: { settledAt: 0, entries } } }),
    );
    expect([before?.all.served[0], after?.all.served[0]]).toEqual([0, 1]);
  });

  it('MR1: pending postcodes and bulk changes are counted, and checked for contradictions', async () => {
    const code = (zipcode: string, part: Row = {}): Row => ({
      ...stamp,
      channelId: CHANNEL,
      channelName: '',
      zipcode,
      type: 0,
      ...unpackFlags(0),
      ...part,
    });
    const source = sourceOf({
      channelServiceConfs: [config({ serviceableType: 2, checkout_level: null, defaultDeliverEnabled: 0 })],
      channelPostcodes: ['41111', '41112', '41113'].map(zipcode => code(zipcode)),
    });
    const pending = {
      channelPostcodes: {
        settledAt: 0,
        entries: [entryOf(creation(channelPostcode, 'ID', code('41114', { canDeliver: true })))],
        bulks: [
          { id: '1', set: { canDeliver: true }, sending: false, versions: new Map([[`${CHANNEL}/41111/0`, 1]]) },
          { id: '2', set: { canCOD: true }, sending: false, versions: new Map([[`${CHANNEL}/41112/0`, 1]]) },
          { id: '3', set: null, sending: false, versions: new Map([[`${CHANNEL}/41113/0`, 1]]) },
        ],
      },
    };
    const reply = await readCoverage(source, 'ID', await index, ask({ level: 2, pending }));
    expect([reply?.all.recorded, reply?.all.served[0]]).toEqual([3, 2]);
    expect(reply?.gaps.find(({ is }) => is === 'postcode')?.first).toMatchObject([{ zipcode: '41112' }]);
    const read = await readOwnerRecords(source, 'ID', await index, OWNER, pending);
    expect(
      ['41111', '41112', '41113', '41114'].map(zipcode => read?.records.postcode('buyer', zipcode, 0)?.canDeliver),
    ).toEqual([true, false, undefined, true]);
    const before = await readCoverage(source, 'ID', await index, ask({ level: 2 }));
    expect([before?.all.recorded, before?.all.served[0]]).toEqual([3, 0]);
  });

  it("coverage of a past day is counted from that day's records and configuration, including records added or deleted since", async () => {
    const now = [rowOf(111, { ...stamp, ...unpackFlags(1) }), rowOf(112, { ...stamp, ...unpackFlags(1) })];
    const source = sourceOf({ channelServiceConfs: [config({ defaultDeliverEnabled: 0 })], channelLocations: now });
    const served = async (past?: CoverageAsk['past']) =>
      (await readCoverage(source, 'ID', await index, ask({ level: 2, past })))?.all.served[0];
    expect(await served()).toBe(2);
    const lists = [
      {
        collection: 'channelLocations',
        keys: [`${CHANNEL}/111/0`, `${CHANNEL}/112/0`, `${CHANNEL}/113/0`, `${CHANNEL}/114/0`],
        flags: [0, -1, 1, 3],
      },
    ];
    expect(await served({ configuration: null, lists, routes: [] })).toBe(2);
    expect(await served({ configuration: { row: config() }, lists: [], routes: [] })).toBe(36);
    expect(await served({ configuration: { row: null }, lists, routes: [] })).toBe(36);
    // The cached columns remain unchanged.
    expect(await served()).toBe(2);
  });

  it("the findings for a past day are based on that day's records and routes", async () => {
    const route = (to: number, id: number): Row => ({
      ...stamp,
      channelId: CHANNEL,
      channelName: '',
      id,
      applicableType: 0,
      fromLocationId: 1,
      toLocationId: to,
    });
    const source = sourceOf({
      channelServiceConfs: [config({ defaultDeliverEnabled: 0 })],
      channelLocations: [rowOf(111, { ...stamp, ...unpackFlags(1) })],
      channelPostcodes: [],
      channelRoutes: [route(12, 7), route(13, 8)],
    });
    const found = async (past?: CoverageAsk['past']) => {
      const reply = await readCoverage(source, 'ID', await index, ask({ level: 2, past }));
      return Object.fromEntries((reply?.gaps ?? []).map(({ is, total, first }) => [is, { total, first }]));
    };
    const toOf = ({ first }: { first: unknown[] } = { first: [] }) =>
      first.map(gap => (gap as { toLocationId: number }).toLocationId);
    expect(toOf((await found())['route'])).toEqual([12, 13]);
    const then = await found({
      configuration: null,
      lists: [
        { collection: 'channelLocations', keys: [`${CHANNEL}/111/0`, `${CHANNEL}/131/0`], flags: [-1, 1] },
        { collection: 'channelPostcodes', keys: [`${CHANNEL}/41111/0`], flags: [2] },
      ],
      // On that day, one route did not exist yet, one has since been deleted, and one had a different destination.
      routes: [
        { key: `${CHANNEL}/7`, row: null },
        { key: `${CHANNEL}/8`, row: { applicableType: 0, fromLocationId: 1, toLocationId: 13 } },
        { key: `${CHANNEL}/9`, row: { applicableType: 0, fromLocationId: 2, toLocationId: 11 } },
      ],
    });
    // The city of 131 was still served on that day.
    expect(toOf(then['route'])).toEqual([11]);
    expect(then['route']?.first[0]).toMatchObject({ id: 9, fromLocationId: 2 });
    expect([then['postcode']?.total, then['missing']?.total]).toEqual([1, 35]);
    expect(toOf((await found())['route'])).toEqual([12, 13]);
  });

  it('coverage is unknown if a list is not completely cached', async () => {
    expect(await readCoverage({ columns: async () => null }, 'ID', await index, ask())).toBeNull();
  });
});
