import { assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RateCalls } from '../../../../tests/support/rateTables.ts';
import { CHANNEL, createWorld, STREET, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { CallOutput } from '../../../contract/call.ts';
import type { RATE_TABLE_CALLS } from '../../../contract/rateTable/calls.ts';
import type { RateVersionRow } from '../../../contract/rateTable/versions.ts';
import { CDT_LEVEL } from '../../../domain/cdt/levels.ts';
import { unseal } from '../../../domain/rates/sealed.ts';
import { quote } from '../../../domain/rates/quote.ts';
import { RateTable } from '../../../domain/rates/table.ts';
import { extra, fee, sampleRows, settings } from '../../../domain/rates/testing/sampleRates.ts';
import type { RateRows } from '../../../domain/rates/rows.ts';
import type { WeightRule } from '../../../domain/rates/weightRule.ts';

type Calls = (typeof RATE_TABLE_CALLS)['rate'];
type Tested = CallOutput<Calls['testFee']>;

const NOW = Date.UTC(2026, 6, 15) / 1000;
/** 2026-07-01 00:00 in Jakarta. */
const JULY = Date.UTC(2026, 5, 30, 17) / 1000;
const E5 = 100_000;

const rows = (rule: Partial<WeightRule> = {}, change: Partial<RateRows> = {}): RateRows =>
  sampleRows({
    settings: settings({}, rule),
    names: [],
    addresses: [{ kind: 'zone', origin: '', destination: 'ID', code: 'A' }],
    fees: [fee('A', 0, 100, 1_000)],
    ...change,
  });

describeOnEach('rate table quotes (RATE-16)', kind => {
  let world: World;
  let calls: RateCalls;
  let admin: RateCalls;
  /** Two versions of the second channel. */
  let one: RateVersionRow;
  let two: RateVersionRow;
  const from = async (channelId: number, rowsOfVersion: RateRows, activeFrom: number): Promise<RateVersionRow> => {
    const { id, version } = await admin.submitted(channelId, rowsOfVersion);
    return admin.make('/v2/set-time', { id, version, activeFrom, remark: 'Contract' });
  };
  beforeAll(async () => {
    world = await createWorld(kind, { now: () => NOW * 1000 });
    calls = new RateCalls(await world.as('id.editor'));
    admin = new RateCalls(await world.as('admin'));
    one = await from(CHANNEL.second, rows(), JULY - 30 * 86_400);
    two = await from(CHANNEL.second, rows({}, { fees: [fee('A', 0, 100, 2_000)] }), JULY);
  });
  afterAll(() => world.close());

  const kg = (weight: number, ...cm: number[]) => ({
    grams: Math.round(weight * 1000),
    sides: cm.length === 3 ? cm.map(side => side * 10) : null,
  });
  const test = (which: object, declared: object, more: object = {}) =>
    calls.make<Tested>('/test_shipping_fee', {
      ...which,
      parcel: { destination: { locationId: STREET }, declared, ...more },
    });
  const draft = async (rule: Partial<WeightRule> = {}, change: Partial<RateRows> = {}) =>
    (await calls.draft(CHANNEL.second, rows(rule, change))).id;

  describe('charging a parcel correctly (issue 29, 6)', () => {
    it('with step 1 kg, tolerance 0.3 and minimum 1, a weight is charged correctly', async () => {
      const id = await draft({
        cubic: 'always',
        divisor: 6000,
        step: 1000,
        rounding: 'tolerance',
        tolerance: 300,
        minimum: 1000,
      });
      const small = [1, 1, 1] as const;
      const weights = [];
      for (const weight of [0.2, 1.3, 1.301, 2.3]) weights.push((await test({ id }, kg(weight, ...small))).esf.grams);
      expect(weights).toEqual([1000, 1000, 2000, 2000]);
      const cubic = (await test({ id }, kg(1, 50, 50, 100))).esf;
      expect(cubic.grams).toBe(42_000);
      expect(cubic.lines.find(line => line.kind === 'weight')?.words).toContain('= 41.6667 kg');
    });

    it('a quote names the place in the row that applies, even if the parcel goes to a place within it', async () => {
      const state = String(STREET - 3);
      const id = await draft({}, { addresses: [{ kind: 'zone', origin: '', destination: state, code: 'A' }] });
      const words = (await test({ id }, kg(1, 1, 1, 1))).esf.lines.find(line => line.kind === 'place')?.words;
      expect(words).toBe('to Jawa Barat is zone A');
    });

    it('a version that belongs to another channel is refused', async () => {
      const id = await draft();
      const parcel = { destination: {}, declared: { grams: 1000 } };
      const status = async (channelId: number) =>
        (await calls.post('/test_shipping_fee', { id, channelId, parcel })).status;
      expect([await status(CHANNEL.second), await status(CHANNEL.first)]).toEqual([200, 404]);
    });

    it('the volumetric weight counts only above 5 kg', async () => {
      const id = await draft({ cubic: 'above', threshold: 5000, divisor: 6000, step: 1000 });
      expect((await test({ id }, kg(2, 40, 30, 25))).esf.grams).toBe(2000);
      expect((await test({ id }, kg(4, 60, 30, 20))).esf.grams).toBe(6000);
    });

    it.each([
      ['above', 18_000],
      ['below', 10_000],
    ] as const)('a weight at the bound of a range belongs to the range %s', async (bound, price) => {
      const id = await draft({ bound }, { fees: [fee('A', 0, 1, 10_000), fee('A', 1, 2, 18_000)] });
      expect((await test({ id }, kg(1))).esf.total).toBe(price * E5);
    });

    it('the pickup time determines the version: V1 until 16:59:59Z on the day before, V2 from 17:00:00Z', async () => {
      const by = async (instant: number) => {
        const quoted = await test({ channelId: CHANNEL.second, at: instant }, kg(1));
        return [quoted.by.id, quoted.asf.total];
      };
      expect(await by(JULY - 1)).toEqual([one.id, 1_000 * E5]);
      expect(await by(JULY)).toEqual([two.id, 2_000 * E5]);
      expect(
        (
          await calls.post('/test_shipping_fee', {
            channelId: CHANNEL.second,
            at: 1000,
            parcel: { destination: {}, declared: kg(1) },
          })
        ).status,
      ).toBe(404);
    });

    it.each([
      ['VND', 'exclusive', 80_000, 33_000, 2_640, 35_640],
      ['THB', 'inclusive', 70_000, 35, 2.29, 35],
      ['BRL', 'inside', 120_000, 100, 13.64, 113.64],
    ] as const)('a quote in %s charges %s VAT', async (currency, mode, ppm, net, tax, total) => {
      const id = await draft(
        {},
        { settings: settings({ currency, vat: { mode, ppm } }), fees: [fee('A', 0, 100, net)] },
      );
      const { esf } = await test({ id }, kg(1));
      expect([esf.tax, esf.total]).toEqual([Math.round(tax * E5), Math.round(total * E5)]);
    });

    it('a COD fee of 2% with a minimum of 5,000 and a maximum of 25,000 is computed correctly', async () => {
      const id = await draft({}, { extraFees: [extra('cod', { ppm: 20_000, min: 5_000 * E5, max: 25_000 * E5 })] });
      const cod = async (amount: number) =>
        (await test({ id }, kg(1), { cod: amount * E5 })).esf.lines.find(line => line.kind === 'cod')?.amount;
      expect([await cod(1_234_567), await cod(2_000_000), await cod(100_000)]).toEqual(
        [24_691, 25_000, 5_000].map(amount => amount * E5),
      );
    });

    it('if a row is missing, the result says what is missing and which rows to check', async () => {
      const id = await draft({}, { fees: [fee('A', 0, 30, 1_000)] });
      const { esf, asf } = await test({ id }, kg(31), { measured: kg(1) });
      expect(esf.missing).toMatchObject({ line: 'base', text: 'no fee for zone A above 30 kg' });
      expect([esf.total, asf.total]).toEqual([null, 1_000 * E5]);
      expect(asf.lines.map(line => line.kind)).toEqual(['place', 'weight', 'base', 'vat']);
      expect(asf.lines[2]).toMatchObject({ row: { part: 'fees', key: 'zone/A/0' } });
    });
  });

  it('one parcel whose amounts are too large affects neither the prices of others nor a comparison', async () => {
    const id = await draft({}, { extraFees: [extra('cod', { ppm: 1_000_000_000 })] });
    const asked = [1_000 * E5, 90_000_000_000 * E5].map(cod => ({
      destination: { locationId: STREET },
      declared: kg(1),
      cod,
    }));
    const { list } = await calls.make<CallOutput<Calls['quotes']>>('/v2/quotes', { id, kind: 'esf', parcels: asked });
    expect(list.map(({ total }) => total)).toEqual([1_001_000 * E5, null]);
    expect(list[1]?.missing).toMatchObject({ line: 'cod' });
    expect((await test({ id }, kg(1), { cod: 90_000_000_000 * E5 })).esf.missing).toEqual(list[1]?.missing);
  });

  it('a batch names the place for which there is no price, as a single quote does', async () => {
    const id = await draft({}, { addresses: [{ kind: 'zone', origin: '', destination: '1', code: 'A' }] });
    const parcels = [{ destination: { locationId: STREET }, declared: kg(1) }];
    const { list } = await calls.make<CallOutput<Calls['quotes']>>('/v2/quotes', { id, kind: 'esf', parcels });
    const { missing } = (await test({ id }, kg(1))).esf;
    expect(missing?.text).toMatch(/^no zone from Indonesia to [A-Z]/);
    expect(list.map(one => [one.missing, one.lines])).toEqual([[missing, []]]);
  });

  it('values that were not measured default to the declared values, as in the form and in files', async () => {
    const id = await draft({ cubic: 'always', divisor: 6000, step: 1000 });
    const { asf } = await test({ id }, kg(1, 60, 30, 20), { measured: { grams: 2_000 } });
    expect(asf.grams).toBe(6_000);
  });

  it('a quote does not depend on the number of parcels, where it runs, or the state of the version', async () => {
    const all = rows(
      { cubic: 'half', step: 500, minimum: 1000 },
      {
        fees: [fee('A', 0, 1, 10_000), fee('A', 1, 5, 18_000), fee('A', 5, 30, null)],
        extraFees: [extra('fuel', { ppm: 45_000 }), extra('cod', { ppm: 20_000, max: 9_000 * E5 })],
      },
    );
    const { id } = await calls.draft(CHANNEL.second, { ...all, fees: all.fees.slice(0, 2) });
    const copy = await calls.make('/v2/basic-info/copy', { id });
    const sealed = await calls.make('/v2/basic-info/submit', { id: copy.id, version: copy.version });
    const answer = await calls.caller.call(`/rate_table/v2/sealed/${sealed.hash}`);
    const table = new RateTable(unseal(answer.raw.rawPayload));
    const side = integer({ min: 1, max: 600 });
    const parcels = record({
      grams: integer({ min: 0, max: 8_000 }),
      sides: record({ a: side, b: side, c: side }),
      cod: constantFrom(null, 1, 123_456_789, 9_000_000_000),
    });
    await assert(
      asyncProperty(parcels, parcels, async (first, second) => {
        const asked = [first, second].map(({ grams, sides, cod }) => ({
          destination: { locationId: STREET },
          declared: { grams, sides: [sides.a, sides.b, sides.c] },
          cod,
        }));
        const quotes = async (version: number) =>
          (await calls.make<{ list: unknown[] }>('/v2/quotes', { id: version, parcels: asked })).list;
        const own = await quotes(id);
        expect(await quotes(sealed.id)).toEqual(own);
        const end = { country: 'ID' as const, locations: [] };
        const here = asked.map(({ declared, cod }) =>
          quote(table, 'esf', {
            origin: end,
            destination: end,
            declared: declared as never,
            measured: declared as never,
            orderValue: null,
            cod,
            shopGroup: null,
          }),
        );
        expect(own).toEqual(JSON.parse(JSON.stringify(here)));
      }),
      { numRuns: 25 },
    );
  });

  it('splitting a range does not change any quote', async () => {
    const { id } = await calls.draft(CHANNEL.second, rows());
    const parcels = [0.5, 1, 40, 40.001, 99].map(weight => ({
      destination: { locationId: STREET },
      declared: kg(weight),
    }));
    const quotes = () => calls.make('/v2/quotes', { id, parcels });
    const before = await quotes();
    await calls.make('/v2/basic-shipping-fees/import', {
      id,
      rows: [fee('A', 0, 40, 1_000), fee('A', 40, 100, 1_000)],
    });
    expect(await quotes()).toEqual(before);
  });

  it.each([
    ['no version given', {}, 400],
    ['a missing version', { id: 999_999 }, 404],
    ['a place of another country', { parcel: { destination: { locationId: 2_000_001 }, declared: { grams: 1 } } }, 404],
    ['a weight below zero', { parcel: { destination: {}, declared: { grams: -1 } } }, 400],
  ])('a quote request is refused: %s', async (_, change, status) => {
    const id = await draft(
      {},
      {
        extraFees: [
          extra('additional', { ppm: 1_000_000_000, of: ['orderValue', 'codAmount'] }),
          extra('cod', { ppm: 0 }),
        ],
      },
    );
    const parcel = { destination: {}, declared: { grams: 1000 } };
    const body = 'parcel' in change || 'id' in change ? { id, parcel, ...change } : { parcel };
    expect((await calls.post('/test_shipping_fee', body)).status).toBe(status);
  });

  it('the cheapest channel for an address is one that serves it, and has a fee and a lead time', async () => {
    const { pool } = world.database;
    const { id } = await from(CHANNEL.first, rows({}, { fees: [fee('A', 0, 100, 500)] }), JULY);
    const here = async () =>
      (
        await calls.make<CallOutput<Calls['cheapest']>>('/v2/cheapest', {
          destination: { locationId: STREET },
          declared: kg(1),
        })
      ).list;
    // The first channel serves streets, but at checkout, it checks districts.
    expect((await here()).map(row => row.channelId)).toEqual([CHANNEL.second]);
    await pool.query('UPDATE channel_service_confs SET is_check_serviceable = 0 WHERE channel_id = $1', [
      CHANNEL.first,
    ]);
    await pool.query(
      `INSERT INTO location_cdts (country, channel_id, origin_level, origin, destination_level, destination, min_days, max_days)
       VALUES ('ID', $1, $2, 'ID', $2, 'ID', 2, 4)`,
      [CHANNEL.first, CDT_LEVEL.region],
    );
    const list = await here();
    expect(list.map(row => [row.channelId, row.quote?.total, row.leadTime])).toEqual([
      [CHANNEL.first, 500 * E5, { min: 2, max: 4 }],
      [CHANNEL.second, 2_000 * E5, null],
    ]);
    expect(list[0]).toMatchObject({ reason: '', by: { id } });
  });

  it('a channel whose limits exclude the way from the origin is not among the cheapest', async () => {
    const { pool } = world.database;
    await pool.query(
      `UPDATE channel_service_confs SET is_check_serviceable = 1, checkout_verify = 0, extra_limit_type = 2
        WHERE channel_id = $1`,
      [CHANNEL.first],
    );
    const servedFrom = async (origin: object) => {
      const { list } = await calls.make<CallOutput<Calls['cheapest']>>('/v2/cheapest', {
        origin,
        destination: { locationId: STREET },
        declared: kg(1),
      });
      return list.find(({ channelId }) => channelId === CHANNEL.first)?.served;
    };
    expect(await servedFrom({})).toBe('open');
    expect(await servedFrom({ country: 'MY' })).toBe('open');
    expect(await servedFrom({ locationId: STREET + 1 })).toBeUndefined();
    const editor = await world.as('id.editor');
    await editor.data('/channelRouteService/add', {
      body: { channelId: CHANNEL.first, applicableType: 0, fromLocationId: STREET - 3, toLocationId: STREET - 1 },
    });
    expect(await servedFrom({ locationId: STREET + 1 })).toBe('yes');
    expect(await servedFrom({})).toBe('open');
  });

  it('testing a draft returns totals by zone, the parcels that change most, and those without a fee', async () => {
    const pool = world.database.pool;
    const order = (no: number, grams: number) =>
      pool.query(
        `INSERT INTO rate_orders (channel_id, at, order_id, country, origin_id, destination_id, grams, length, width, height, order_value)
         VALUES ($1, $2, $3, 'ID', $4, $4, $5, 10, 10, 10, 0)`,
        [CHANNEL.second, JULY + no, `O${no}`, STREET, grams],
      );
    for (const [no, grams] of [500, 1500, 2500, 50_000].entries()) await order(no, grams);
    const id = await draft(
      {},
      {
        names: [
          { kind: 'route', code: 'A', name: 'Not this one' },
          { kind: 'zone', code: 'A', name: 'Near' },
        ],
        fees: [fee('A', 0, 1, 2_500), fee('A', 1, 2, 1_000), fee('A', 2, 3, 2_000)],
      },
    );
    const found = await calls.get<CallOutput<Calls['whatIf']>>(`/v2/what-if?id=${id}`);
    expect(found).toMatchObject({
      currency: 'IDR',
      orders: 4,
      from: JULY,
      until: JULY + 3,
      before: String(6_000 * E5),
      after: String(5_500 * E5),
      unpriced: 0,
      missing: 1,
      zones: [{ area: 'A', name: 'Near', orders: 4, missing: 1 }],
    });
    expect(found.most.map(row => [row.orderId, row.after - row.before])).toEqual([
      ['O1', -1_000 * E5],
      ['O0', 500 * E5],
    ]);
    expect(found.without).toMatchObject([{ orderId: 'O3', text: expect.stringContaining('no fee for zone A') }]);
    const same = await calls.get<CallOutput<Calls['whatIf']>>(`/v2/what-if?id=${id}&against=${id}`);
    expect([same.before, same.most]).toEqual([same.after, []]);

    // Sums of two currencies mean nothing.
    const foreign = rows();
    const { id: other } = await calls.draft(CHANNEL.second, {
      ...foreign,
      settings: { ...foreign.settings, currency: 'BRL' },
    });
    const alone = await calls.get<CallOutput<Calls['whatIf']>>(`/v2/what-if?id=${other}`);
    expect([alone.currency, alone.before, alone.after, alone.orders]).toEqual(['BRL', '0', '0', 4]);
    expect([alone.unpriced, alone.missing]).toEqual([4, 0]);
    const mixed = await calls.caller.call(`/rate_table/v2/what-if?id=${other}&against=${id}`);
    expect([mixed.status, mixed.body.message]).toEqual([400, expect.stringContaining('cannot be compared')]);
  });
});
