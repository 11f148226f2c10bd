import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, emailOf, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { ServerContext } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import type { ImportReader } from '../../imports/reader/process.ts';
import { addAction, findAction, runAction } from '../../recon/actions.ts';
import { changeParcels } from '../../recon/changes.ts';
import { emitDisputeDeadlines } from '../../recon/events.ts';
import { UNMAPPED_KEPT } from '../../../domain/recon/bill.ts';
import type { OrderRow } from '../../../contract/recon.ts';
import { RECON_STATUS } from '../../../domain/recon/status.ts';
import { findBill, type BillRecord } from '../../recon/bills.ts';
import { lockParcels } from '../../recon/parcels.ts';
import { DeletedBill, keepSlice, ReadElsewhere } from '../../recon/read.ts';
import {
  actionEnded,
  addShipment,
  DAY,
  e5,
  ended,
  HEAD,
  ordersOf,
  prepare,
  rateRows,
  ROWS_LAYOUT,
  saveRule,
  storeRates,
  submit,
  SUPPLIER,
  startOver,
} from '../../../../tests/support/reconWorld.ts';

describeOnEach('reconciliation (issue 30, 4)', kind => {
  let world: World;
  let editor: Caller;
  let admin: Caller;
  let layout: number;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
    admin = await world.as('admin');
  });
  beforeEach(async () => {
    await startOver(world);
    layout = await prepare(editor);
  });
  afterAll(() => world.close());

  const line = (
    tracking: string,
    amount: number | string,
    more: Partial<Record<'weight' | 'zone' | 'code', string>> = {},
  ) => `${tracking},,${more.weight ?? ''},${more.zone ?? ''},${DAY},${more.code ?? 'BASE'},${amount}`;
  const resultsOf = async (bill: { id: number }) =>
    Object.fromEntries(
      (await ordersOf(editor, bill.id)).map(({ tracking, status, reason }) => [tracking, `${status} ${reason}`]),
    );

  it('a difference is accepted up to the smaller of amount and percent, inclusive', async () => {
    await saveRule(editor, {});
    for (const tracking of ['T1', 'T2', 'T3']) await addShipment(editor, { tracking });
    for (const tracking of ['H1', 'H2']) await addShipment(editor, { tracking, weight: 3000 });
    const bill = await submit(editor, layout, 'B1', [
      line('T1', 18_360),
      line('T2', 18_361),
      line('H1', 100_500),
      line('H2', 100_501),
      line('T3', 17_000),
    ]);
    expect(await resultsOf(bill)).toEqual({ T1: '7 ', T2: '6 rate', H1: '7 ', H2: '6 rate', T3: '6 rate' });
    const under = (await ordersOf(editor, bill.id)).find(({ tracking }) => tracking === 'T3');
    expect(under).toMatchObject({ side: 'under', difference: e5(-1000) });
    expect(bill).toMatchObject({ parcels: 5, matched: 2, discrepant: 3, billed: e5(254_722) });
  });

  it('rows with the same tracking number form one parcel, and a later correction is added to it', async () => {
    await addShipment(editor, { tracking: 'P1' });
    const first = await submit(editor, layout, 'B1', [
      line('P1', '100.00'),
      line('P1', '10.50', { code: 'FUEL' }),
      line('P1', '-5.00', { code: 'FUEL' }),
      line('P1', '3.25', { code: 'ODD' }),
    ]);
    const [parcel] = await ordersOf(editor, first.id);
    expect(parcel?.billed).toBe(e5(108.75));
    const detail = await editor.data<{ unmapped: unknown }>(`/v2/ops/recon/bills/${first.id}`);
    expect(detail.unmapped).toEqual([{ name: 'ODD', count: 1, amount: e5(3.25) }]);
    const second = await submit(editor, layout, 'B2', [line('P1', '12.40', { code: 'ADJ' })]);
    const [later] = await ordersOf(editor, second.id);
    expect(later).toMatchObject({ billed: e5(12.4), earlier: e5(108.75) });
    expect(later?.reason).not.toBe('billedTwice');
    expect(BigInt(later?.billed ?? 0) + BigInt(later?.earlier ?? 0)).toBe(BigInt(e5(121.15)));
  });

  it('charges that were billed twice are detected until the first bill is deleted', async () => {
    await addShipment(editor, { tracking: 'D1' });
    const first = await submit(editor, layout, 'B1', [line('D1', 18_000)]);
    expect(await resultsOf(first)).toEqual({ D1: '7 ' });
    const second = await submit(editor, layout, 'B2', [line('D1', 18_000), ',,,,,,']);
    expect(await resultsOf(second)).toEqual({ D1: '6 billedTwice' });
    await editor.data('/recon/summary/delete', { body: { id: first.id } });
    const preview = await editor.data<{ id: number }>('/v2/ops/recon/actions/recon', {
      body: { filter: { bill_id: second.id } },
    });
    const shown = await actionEnded(editor, preview.id);
    expect(shown).toMatchObject({ state: 'review', changed: 1 });
    expect(shown.reasons).toEqual([
      { text: 'Discrepant (Billed twice) to Matched', count: 1, difference: e5(-18_000), currency: 'IDR' },
    ]);
    // Nothing changes before the preview is applied.
    expect(await resultsOf(second)).toEqual({ D1: '6 billedTwice' });
    await editor.data('/v2/ops/recon/actions/apply', { body: { id: preview.id } });
    expect(await actionEnded(editor, preview.id)).toMatchObject({ state: 'done' });
    expect(await resultsOf(second)).toEqual({ D1: '7 ' });
    const classes = await editor.data<{ list: { status: number; parcels: number }[] }>(
      `/recon/summary/classify?id=${second.id}`,
    );
    expect(classes.list).toMatchObject([{ status: 7, parcels: 1 }]);
  });

  it('a parcel that is billed both by tracking number and by order reference alone counts as one parcel', async () => {
    for (const at of [1, 2, 3]) await addShipment(editor, { tracking: `L${at}`, reference: `ORD-${at}` });
    await addShipment(editor, { tracking: 'L4', reference: 'ORD-4' });
    await addShipment(editor, { tracking: 'L5', reference: 'ORD-4' });
    const first = await submit(editor, layout, 'B1', [
      line('L1', 18_000),
      line('ord 2', 10_000).replace('ord 2,', ',ord 2'),
      // This parcel is on the same bill under both names.
      line('L3', 18_000),
      line('ORD-3', 18_000).replace('ORD-3,', ',ORD-3'),
      // Two different parcels that belong to the same order.
      line('L4', 18_000).replace('L4,', 'L4,ORD-4'),
      line('L5', 18_000).replace('L5,', 'L5,ORD-4'),
    ]);
    expect(await resultsOf(first)).toMatchObject({ L1: '7 ', L3: '7 ', L4: '7 ', L5: '7 ' });
    const second = await submit(editor, layout, 'B2', [
      line('ORD-1', 18_000).replace('ORD-1,', ',ORD-1'),
      line('L2', 8_000),
      // The supplier's own number for the same parcel, together with the reference of the order.
      line('X-77', 18_000).replace('X-77,', 'X-77,ORD-1'),
    ]);
    const orders = [...(await ordersOf(editor, first.id)), ...(await ordersOf(editor, second.id))];
    const of = (name: string) =>
      orders
        .filter(({ tracking, reference }) => (tracking || reference) === name)
        .map(row => `${row.status} ${row.reason} ${row.earlier}`);
    expect(of('ORD-3')).toEqual([`6 billedTwice ${e5(18_000)}`]);
    expect(of('ORD-1')).toEqual([`6 billedTwice ${e5(18_000)}`]);
    expect(of('X-77')).toEqual([`6 billedTwice ${e5(36_000)}`]);
    // 10,000 were billed under the reference, and the remainder under the tracking number.
    expect(of('L2')).toEqual([`7  ${e5(10_000)}`]);
    const remainder = orders.find(({ tracking }) => tracking === 'L2');
    const detail = await editor.data<{ earlier: unknown }>(`/v2/ops/recon/orders/${remainder?.id}`);
    expect(detail.earlier).toEqual([
      { id: expect.any(Number) as number, bill_no: 'B1', billed: e5(10_000), currency: 'IDR' },
    ]);
  });

  it('a parcel on an earlier bill counts as billed twice once a later bill for it has been paid', async () => {
    for (const tracking of ['R1', 'R2']) await addShipment(editor, { tracking });
    const first = await submit(editor, layout, 'B1', [line('R1', 18_000), line('R2', 18_000)]);
    const ids = Object.fromEntries((await ordersOf(editor, first.id)).map(({ tracking, id }) => [tracking, id]));
    const set = (list: unknown[], status: number) =>
      admin.data<object>('/recon/order/status/update', { body: { id_list: list, status, remark: 'checked' } });
    await set([ids['R1']], 3);
    const second = await submit(editor, layout, 'B2', [line('R1', 18_000), line('R2', 12, { code: 'ADJ' })]);
    expect(await resultsOf(second)).toMatchObject({ R1: '7 ' });
    const later = (await ordersOf(editor, second.id)).map(({ id }) => id);
    await set(later, 2);
    const { id } = await editor.data<{ id: number }>('/recon/order/re-recon', {
      body: { id_list: Object.values(ids) },
    });
    await actionEnded(editor, id);
    expect(await resultsOf(first)).toEqual({ R1: '6 billedTwice', R2: '7 ' });
  });

  it('an order that was compared again or changed since a person saw it is not approved with what they saw', async () => {
    for (const tracking of ['S1', 'S2', 'S3']) await addShipment(editor, { tracking });
    const bill = await submit(editor, layout, 'B1', [line('S1', 18_100), line('S2', 18_000), line('S3', 18_000)]);
    const seen = await ordersOf(editor, bill.id);
    const ids = seen.map(({ id }) => id);
    const approve = (orders: readonly Pick<OrderRow, 'id' | 'version'>[]) =>
      admin.call<{ changed: number; refused: { id: number; problem: string }[] }>('/recon/order/status/update', {
        body: {
          id_list: ids,
          status: 2,
          remark: 'small difference',
          versions: orders.map(({ version }) => version),
        },
      });
    // The submitter corrects a weight and compares again: 100 becomes -7,900. Somebody else rejects another order.
    await world.database.pool.query("UPDATE shipments SET weight = 2000 WHERE tracking = 'S1'");
    const { id } = await editor.data<{ id: number }>('/recon/order/re-recon', { body: { id_list: ids } });
    await actionEnded(editor, id);
    await admin.data('/recon/order/status/update', { body: { id_list: [ids[1]], status: 1 } });
    const answer = await approve(seen);
    expect(answer.body.data).toEqual({
      changed: 1,
      refused: [
        { id: ids[0], problem: expect.stringContaining('It was changed after it was shown to you') },
        { id: ids[1], problem: 'It is Rejected, so it can become only Pending.' },
      ],
    });
    expect(await resultsOf(bill)).toEqual({ S1: '6 rate', S2: '1 ', S3: '2 ' });
    // After looking again, the person may approve it. One version for each order is required.
    expect((await approve(await ordersOf(editor, bill.id))).body.data).toMatchObject({ changed: 1 });
    expect((await approve(seen.slice(1))).status).toBe(400);
  });

  it('the fee of a shop group applies to its shops unless the group is disabled', async () => {
    const { pool } = world.database;
    const fee = {
      type: 'remote',
      code: 'remote',
      name: 'Remote',
      place: '',
      of: [],
      ppm: null,
      min: null,
      max: null,
    } as const;
    await pool.query('DELETE FROM rate_versions');
    await storeRates(world, undefined, { ...rateRows(), extraFees: [{ ...fee, shopGroup: 7, fixed: 1000 * 100_000 }] });
    const stamp = "'test', 0";
    await pool.query(
      `INSERT INTO shop_groups (country, group_id, name, name_folded, status, updated_by, updated_at) VALUES ('ID', 7, 'Large', 'large', 0, ${stamp});
       INSERT INTO shops (country, shop_id, name, name_folded, shop_type, shop_group, status, updated_by, updated_at) VALUES ('ID', 1, 'One', 'one', 'MALL', 7, 0, ${stamp})`,
    );
    for (const tracking of ['G1', 'G2']) await addShipment(editor, { tracking, shopId: 1 });
    expect(await resultsOf(await submit(editor, layout, 'B1', [line('G1', 19_000)]))).toEqual({ G1: '7 ' });
    await pool.query("UPDATE shop_groups SET status = 1 WHERE country = 'ID' AND group_id = 7");
    expect(await resultsOf(await submit(editor, layout, 'B2', [line('G2', 18_000)]))).toEqual({ G2: '7 ' });
  });

  it('a forecast is compared with the results before people’s decisions, without deleted parcels', async () => {
    for (const tracking of ['F1', 'F2', 'F3']) await addShipment(editor, { tracking });
    const bill = await submit(editor, layout, 'B1', [line('F1', 18_000), line('F2', 18_000), line('F3', 18_000)]);
    const [approved, deleted] = (await ordersOf(editor, bill.id)).map(({ id }) => id);
    for (const [id, status] of [
      [approved, 2],
      [approved, 4],
      [deleted, 3],
    ])
      await admin.data('/recon/order/status/update', { body: { id_list: [id], status } });
    const forecast = {
      supplier_id: SUPPLIER,
      fee_rule_type: 1,
      over_amount: 0,
      over_percent: null,
      under_percent: null,
    };
    await editor.data('/recon/shipping-fee-rule/forecast/create', {
      body: { ...forecast, under_amount: 0, bill_cap: null, status: 0 },
    });
    const tried = await editor.data<{ list: unknown[] }>(`/v2/ops/recon/forecast?supplier_id=${SUPPLIER}`);
    expect(tried.list).toMatchObject([{ parcels: 2, matched: 2, would_match: 2 }]);
  });

  it('a charge that is on a bill twice counts as billed twice, but two rows that add up correctly do not', async () => {
    for (const tracking of ['W1', 'W2', 'W3', 'W4']) await addShipment(editor, { tracking });
    const bill = await submit(editor, layout, 'B1', [
      line('W1', 18_000),
      line('W1', 18_000),
      line('W2', 9_000),
      line('W2', 9_000),
      line('W3', 18_000),
      line('W3', 500, { code: 'FUEL' }),
      line('W3', 500, { code: 'ODD' }),
      line('W4', 18_000),
      line('W4', -500, { code: 'ADJ' }),
      line('W4', -500, { code: 'ADJ' }),
    ]);
    expect(await resultsOf(bill)).toEqual({
      W1: '6 billedTwice',
      W2: '7 ',
      W3: '6 surcharge',
      W4: expect.not.stringContaining('billedTwice'),
    });
  });

  it('a bill’s weight, zone and day are each tried in the quote to find the reason for a difference', async () => {
    for (const tracking of ['W1', 'Z1', 'R1', 'N2']) await addShipment(editor, { tracking });
    await addShipment(editor, { tracking: 'X1', status: 0 });
    await addShipment(editor, { tracking: 'F1', channelId: 10_022 });
    await addShipment(editor, { tracking: 'H1', weight: 900_000 });
    const bill = await submit(editor, layout, 'B1', [
      line('W1', 26_000, { weight: '2', zone: 'B' }),
      line('Z1', 26_000, { weight: '1', zone: 'C' }),
      line('R1', 26_000, { weight: '1', zone: 'B' }),
      line('N1', 18_000),
      line('N2', 18_000),
      line('N2', 900, { code: 'FUEL' }),
      line('X1', 18_000),
      line('F1', 18_000),
      line('H1', 18_000),
    ]);
    expect(await resultsOf(bill)).toEqual({
      W1: '6 weight',
      Z1: '6 zone',
      R1: '6 rate',
      N1: '8 noOrder',
      N2: '6 surcharge',
      X1: '6 notDelivered',
      F1: '8 rateMissing',
      H1: '8 rateMissing',
    });
    const found = (await ordersOf(editor, bill.id)).find(({ tracking }) => tracking === 'W1');
    const detail = await editor.data<{ quote: { row: string | null; amount: string | null }[]; rate_hash: string }>(
      `/v2/ops/recon/orders/${found?.id}`,
    );
    expect(detail.rate_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(detail.quote.map(({ row }) => row)).toContain('fees zone/B/0');
    const whyOf = async (tracking: string) => {
      const order = (await ordersOf(editor, bill.id)).find(one => one.tracking === tracking);
      return (await editor.data<{ quote: object[] }>(`/v2/ops/recon/orders/${order?.id}`)).quote;
    };
    const noPrice = (words: string) => [
      { label: 'No price', amount: null, words: expect.stringContaining(words) as string },
    ];
    expect(await whyOf('F1')).toMatchObject(noPrice('channel 10022 has neither a rate nor a rate table in effect on'));
    expect(await whyOf('H1')).toMatchObject(noPrice('no fee for zone B'));
  });

  it('corrupted tracking numbers are refused, and numbers are parsed as people write them', async () => {
    await addShipment(editor, { tracking: '00123' });
    await addShipment(editor, { tracking: 'AB-123', reference: 'ORDER-9' });
    const bill = await submit(editor, layout, 'B1', [
      line('6.35213E+11', 18_000),
      line('00123', 18_000),
      line(' ab-123 ', 18_000),
      `,order-9,,,${DAY},BASE,1`,
    ]);
    expect(bill).toMatchObject({ refused: 1, ruined: 1, parcels: 3, discrepant: 1 });
    const keys = (await ordersOf(editor, bill.id)).map(({ shipment }) => shipment);
    expect(keys).toEqual(['00123', 'AB-123', 'AB-123']);
    const detail = await editor.data<{ refusals: { row: number; problem: string }[] }>(
      `/v2/ops/recon/bills/${bill.id}`,
    );
    expect(detail.refusals).toEqual([
      { file: 1, row: 2, problem: expect.stringContaining('damaged by a spreadsheet') as string },
    ]);
  });

  it('an approval skips Paid and Failed orders with a reason, and the submitter may never approve', async () => {
    for (const tracking of ['A1', 'A2']) await addShipment(editor, { tracking });
    const bill = await submit(editor, layout, 'B1', [line('A1', 18_000), line('A2', 18_000), line('A3', 18_000)]);
    const [matched, paid, failed] = (await ordersOf(editor, bill.id)).map(({ id }) => id) as [number, number, number];
    const set = (caller: Caller, ids: number[], status: number) =>
      caller.data<{ changed: number; refused: { id: number; problem: string }[] }>('/recon/order/status/update', {
        body: { id_list: ids, status },
      });
    const own = await set(editor, [matched], 2);
    expect(own).toEqual({
      changed: 0,
      refused: [{ id: matched, problem: expect.stringContaining('You submitted') as string }],
    });
    await set(admin, [paid], 2);
    await set(admin, [paid], 4);
    const three = await admin.data<{ record_ids: number[]; refused: unknown[] }>(
      '/ops/approve/filter-available-records',
      {
        body: { record_ids: [matched, paid, failed] },
      },
    );
    expect(three).toMatchObject({ record_ids: [matched], refused: [{ id: paid }, { id: failed }] });
    const done = await set(admin, [matched, paid, failed], 2);
    expect(done.changed).toBe(1);
    expect(done.refused).toEqual([
      { id: paid, problem: 'It is Paid, which is final.' },
      { id: failed, problem: 'It is Failed, so it can become only Rejected, Deleted or Pending.' },
    ]);
    const detail = await editor.data<{ history: { after: number }[] }>(`/v2/ops/recon/orders/${paid}`);
    expect(detail.history.map(({ after }) => after)).toEqual([4, 2]);
    await admin.data('/v2/ops/recon/settings', { body: { own_approval: true } });
    expect((await editor.call('/v2/ops/recon/settings', { body: { own_approval: true } })).status).toBe(403);
  });

  it('if two people approve the same parcels at the same time, exactly one approval counts', async () => {
    const { pool } = world.database;
    const marks = Array.from({ length: 20 }, (_, n) => `T${n}`);
    for (const tracking of marks) await addShipment(editor, { tracking });
    const lines = marks.map(tracking => line(tracking, 18_000));
    const bill = await submit(editor, layout, 'B1', lines);
    // The bill was submitted by a third person, so both people may approve.
    await pool.query("UPDATE recon_bills SET submitted_by = 'third@test.example' WHERE id = $1", [bill.id]);
    const ids = (await ordersOf(admin, bill.id)).map(({ id }) => id);
    const by = (caller: Caller, id_list: number[]) =>
      caller.data<{ changed: number; refused: { problem: string }[] }>('/recon/order/status/update', {
        body: { id_list, status: 2 },
      });
    const begun = editor.data<{ id: number }>('/v2/ops/recon/actions/status', {
      body: { filter: { bill_id: bill.id }, status: 2 },
    });
    const [one, other, job] = await Promise.all([
      by(admin, ids.slice(0, 15)),
      by(editor, ids.slice(5).reverse()),
      begun.then(({ id }) => actionEnded(editor, id)),
    ]);
    expect(one.changed + other.changed + job.changed).toBe(20);
    const late = [...one.refused, ...other.refused].map(({ problem }) => problem);
    expect(new Set(late)).toEqual(new Set(late.length > 0 ? ['It is already Approved.'] : []));
    const written = await pool.query<{ parcel: number; lines: number }>(
      'SELECT parcel_id AS parcel, count(*)::int4 AS lines FROM recon_history WHERE parcel_id = ANY ($1::int8[]) AND after = 2 GROUP BY parcel_id',
      [ids],
    );
    expect(written.rows.map(({ lines: count }) => count)).toEqual(ids.map(() => 1));
    const { list } = await admin.data<{ list: { status: number; parcels: number; billed: string }[] }>(
      `/recon/summary/classify?id=${bill.id}`,
    );
    expect(list).toMatchObject([{ status: 2, parcels: 20, billed: e5(360_000) }]);
  });

  it('an action that two processes run at once, because one was assumed to be dead, is counted once', async () => {
    const { database } = world;
    const { pool } = database;
    const marks = Array.from({ length: 20 }, (_, n) => `W${n}`);
    for (const tracking of marks.slice(0, 19)) await addShipment(editor, { tracking });
    const bill = await submit(
      editor,
      layout,
      'B1',
      marks.map(tracking => line(tracking, 18_000)),
    );
    const { rows } = await pool.query<{ id: number }>("SELECT id FROM users WHERE email LIKE 'admin@%'");
    const twice = async (kind: 'status' | 'recon', apply: boolean) => {
      const { id } = await addAction(pool, {
        entity: 'ID',
        kind,
        input: { filter: { bill_id: bill.id }, ...(apply ? { apply } : {}) },
        target: kind === 'status' ? 2 : 5,
        remark: '',
        email: emailOf('admin'),
        userId: rows[0]?.id ?? 0,
        createdAt: 1,
      });
      const context = { database, now: () => 1_000_000 } as unknown as ServerContext;
      const run = () => runAction(context, {} as ImportReader, id, () => undefined);
      await Promise.all([run(), run()]);
      return findAction(pool, id);
    };
    const late = marks[19] as string;
    await addShipment(editor, { tracking: late });
    expect(await twice('recon', true)).toMatchObject({ state: 'done', done: 20, changed: 1 });
    expect(await twice('status', false)).toMatchObject({ state: 'done', done: 20, changed: 20, reasons: {} });
  });

  it('all matching parcels are approved only as they were shown: none if one has changed, come or gone since', async () => {
    for (const tracking of ['M1', 'M2', 'M3']) await addShipment(editor, { tracking });
    const lines = ['M1', 'M2', 'M3'].map(tracking => line(tracking, 18_000));
    const bill = await submit(editor, layout, 'B1', lines);
    interface Shown {
      total: number;
      versions: number;
      amounts: { currency: string; orders: number; billed: string; difference: string }[];
    }
    const which = { filter: { bill_id: bill.id, status: RECON_STATUS.matched } };
    const look = () => editor.data<Shown>('/v2/ops/recon/actions/matching', { body: which });
    const approve = ({ total, versions }: Shown) =>
      admin.call('/v2/ops/recon/actions/status', { body: { ...which, status: 2, seen: { total, versions } } });
    const first = await look();
    expect(first).toMatchObject({
      total: 3,
      amounts: [{ currency: 'IDR', orders: 3, billed: e5(54_000), difference: '0' }],
    });
    // A correction of the shipment and a comparison change what one of them should cost.
    await world.database.pool.query("UPDATE recon_parcels SET version = version + 1 WHERE tracking = 'M2'");
    const changed = await approve(first);
    expect([changed.status, changed.body.message]).toEqual([
      409,
      'Some of the matching orders have changed since their amounts were shown. Nothing was changed. Check the amounts again, then apply.',
    ]);
    const second = await look();
    const [one] = await ordersOf(editor, bill.id);
    await admin.data('/recon/order/status/update', { body: { id_list: [one?.id], status: 1 } });
    const gone = await approve(second);
    expect([gone.status, gone.body.message]).toEqual([
      409,
      '3 orders matched when the amounts were shown, and now 2. Nothing was changed. Check the amounts again, then apply.',
    ]);
    const last = await approve(await look());
    expect(await actionEnded(admin, (last.body.data as { id: number }).id)).toMatchObject({
      state: 'done',
      changed: 2,
    });
  });

  it('a job approves all matching parcels, and the documented call approves those of a class', async () => {
    for (let n = 0; n < 12; n++) await addShipment(editor, { tracking: `J${n}` });
    const lines = Array.from({ length: 12 }, (_, n) => line(`J${n}`, n < 10 ? 18_000 : 30_000));
    const bill = await submit(editor, layout, 'B1', lines);
    const { id } = await admin.data<{ id: number }>('/v2/ops/recon/actions/status', {
      body: { filter: { bill_id: bill.id }, status: 2 },
    });
    const action = await actionEnded(admin, id);
    expect(action).toMatchObject({ state: 'done', changed: 10 });
    expect(action.reasons).toEqual([
      { text: 'A Discrepant record can be approved only with a remark.', count: 2, difference: null, currency: '' },
    ]);
    const paid = await admin.data<{ id: number }>('/recon/summary/classify/status/update', {
      body: { id: `${bill.id}.2.`, status: 4 },
    });
    expect(await actionEnded(admin, paid.id)).toMatchObject({ changed: 10 });
    // The log names the bill and the statuses.
    const { rows: logged } = await world.database.pool.query<{ before: object; after: object }>(
      "SELECT before, after FROM audit_logs WHERE url LIKE '%classify/status/update' ORDER BY id DESC LIMIT 1",
    );
    expect(logged).toEqual([
      { before: { bill_no: 'B1', status: 'Approved' }, after: { bill_no: 'B1', status: 'Paid' } },
    ]);
    const { list } = await admin.data<{ list: { status: number; parcels: number; billed: string }[] }>(
      `/recon/summary/classify?id=${bill.id}`,
    );
    expect(list).toMatchObject([
      { status: 6, parcels: 2, billed: e5(60_000) },
      { status: 4, parcels: 10, billed: e5(180_000) },
    ]);
    expect((await admin.call('/recon/summary/delete', { body: { id: bill.id } })).body.message).toContain(
      'Approved or Paid',
    );
  });

  it('a credit note identifies parcels by tracking number, or else by order reference', async () => {
    for (const tracking of ['E1', 'E2']) await addShipment(editor, { tracking });
    const bill = await submit(editor, layout, 'B1', [
      line('E1', 26_000).replace('E1,', 'E1,ORD-1'),
      line('E2', 26_000).replace('E2,', 'E2,E1'),
    ]);
    const { id, version } = await editor.data<{ id: number; version: number }>('/v2/ops/recon/disputes', {
      body: { bill_id: bill.id },
    });
    await editor.data('/v2/ops/recon/disputes/state', { body: { id, state: 'sent', version } });
    const credit = (note: string, tracking: string, units: number) =>
      editor.data<object>('/v2/ops/recon/credits', {
        body: {
          supplier_id: SUPPLIER,
          note_no: note,
          day: DAY,
          currency: 'IDR',
          lines: [{ tracking, amount: e5(units) }],
        },
      });
    expect(await credit('N1', 'ord 1', 3000)).toMatchObject({ matched: e5(3000), unmatched: [] });
    // A tracking number takes precedence over an equal reference; only 5,000 of its parcel is still open.
    expect(await credit('N2', 'E1', 6000)).toMatchObject({
      matched: e5(5000),
      unmatched: [{ tracking: 'E1', amount: e5(1000) }],
    });
    expect(await credit('N3', 'e-1', 8000)).toMatchObject({ matched: e5(8000), disputes: [{ state: 'closed' }] });
  });

  it('two credit notes together close a dispute', async () => {
    await addShipment(editor, { tracking: 'C-1' });
    const bill = await submit(editor, layout, 'B1', [line('C1', 26_000)]);
    const dispute = await editor.data<{ id: number; disputed: string; version: number; deadline: string }>(
      '/v2/ops/recon/disputes',
      {
        body: { bill_id: bill.id },
      },
    );
    expect(dispute).toMatchObject({ disputed: e5(8000), state: 'open', deadline: '2027-08-31' });
    await editor.data('/v2/ops/recon/disputes/state', {
      body: { id: dispute.id, state: 'sent', version: dispute.version },
    });
    const credit = (note: string, units: number) =>
      editor.data<{ disputes: unknown[]; unmatched: unknown[] }>('/v2/ops/recon/credits', {
        body: {
          supplier_id: SUPPLIER,
          note_no: note,
          day: DAY,
          currency: 'IDR',
          lines: [{ tracking: ' c-1 ', amount: e5(units) }],
        },
      });
    expect((await credit('N1', -5000)).disputes).toMatchObject([
      { state: 'partly', open: e5(3000), recovered: e5(5000) },
    ]);
    expect((await credit('N2', -3000)).disputes).toMatchObject([{ state: 'closed', open: '0', recovered: e5(8000) }]);
    expect((await credit('N3', -1)).unmatched).toEqual([{ tracking: 'c-1', amount: e5(1) }]);
    const page = await editor.data<{ recovered: unknown[] }>('/v2/ops/recon/disputes');
    expect(page.recovered).toMatchObject([{ month: '2026-08', disputed: e5(8000), recovered: e5(8000) }]);
    const { id } = await editor.data<{ id: number }>('/v2/ops/recon/disputes/download', { body: { id: dispute.id } });
    const ready = async () =>
      (
        await editor.data<{ list: { id: number; state: string; rows: number; url: string }[] }>(
          '/recon/download-center/search',
        )
      ).list[0];
    await expect.poll(ready, { timeout: 10_000 }).toMatchObject({ id, state: 'ready', rows: 1 });
    const file = await editor.call(((await ready())?.url ?? '').replace('/api', ''));
    expect([file.status, file.raw.headers['content-disposition']]).toEqual([200, expect.stringContaining('.xlsx')]);
    expect(file.raw.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  it('the whole amount of a parcel without an order can be disputed', async () => {
    await addShipment(editor, { tracking: 'N1' });
    const bill = await submit(editor, layout, 'B1', [line('N1', 18_000), line('N2', 7_000)]);
    expect(await resultsOf(bill)).toEqual({ N1: '7 ', N2: '8 noOrder' });
    const dispute = await editor.data<{ disputed: string; parcels: number }>('/v2/ops/recon/disputes', {
      body: { bill_id: bill.id },
    });
    expect(dispute).toMatchObject({ disputed: e5(7000), parcels: 1 });
  });

  it('a file or bill number is refused the second time, and the error names the existing bill', async () => {
    await submit(editor, layout, 'B1', [line('S1', 1)]);
    await expect(submit(editor, layout, 'B9', [line('S1', 1)])).rejects.toThrow(
      'The same files were already submitted, as bill B1',
    );
    await expect(submit(editor, layout, 'B1', [line('S2', 1)])).rejects.toThrow(
      'A bill with this number was already submitted',
    );
    for (const [at, spelling] of ['b1', ' B1 ', 'B1\u200b', 'Ｂ１'].entries())
      await expect(submit(editor, layout, spelling, [line(`S3${at}`, 1)])).rejects.toThrow(
        'A bill with this number was already submitted, as bill B1',
      );
    const bad = await editor.call('/sls-ops/recon/submit', {
      body: { url: '/x' },
      headers: { 'x-business-params': '{}' },
    });
    expect([bad.status, bad.body.message]).toEqual([400, expect.stringContaining('X-Business-Params: supplier_id')]);
  });

  it('values that cannot be stored are refused, and a charge may be named like a built-in property', async () => {
    const bill = await submit(editor, layout, 'B1', [
      line('K1', 18_000, { weight: '99999999999999999999' }),
      line('K2', '9'.repeat(40)),
      line('K'.repeat(5000), 1),
      line('K4', 2, { code: 'constructor' }),
      line('K5', 3, { code: '__proto__' }),
    ]);
    expect(bill).toMatchObject({ state: 'ready', parcels: 2, refused: 3, billed: e5(5) });
    const detail = await editor.data<{ unmapped: { name: string }[] }>(`/v2/ops/recon/bills/${bill.id}`);
    expect(detail.unmapped.map(({ name }) => name).sort()).toEqual(['__proto__', 'constructor']);
  });

  it('errors in a class, a bill header and a credit note say which field is invalid', async () => {
    const refusal = async (path: string, body: object, params?: object | null) => {
      const headers = params === undefined ? {} : { 'x-business-params': encodeURIComponent(JSON.stringify(params)) };
      const answer = await editor.call(path, { body, headers });
      return `${answer.status} ${answer.body.message}`;
    };
    for (const call of ['re-recon', 'download', 'status/update'])
      expect(await refusal(`/recon/summary/classify/${call}`, { id: '9999999999.6.weight', status: 1 })).toMatch(
        /^404 There is no bill 9999999999/,
      );
    expect(await refusal('/recon/summary/classify/download', { id: '1.6.constructor' })).toMatch(/^400 id: /);
    const params = { supplier_id: SUPPLIER, layout_id: layout, bill_no: 'B1', bill_day: DAY };
    const submitting = (more: object | null) =>
      refusal('/sls-ops/recon/submit', { url: '/x' }, more && { ...params, ...more });
    expect(await submitting({ bill_no: 'a\0b' })).toMatch(/^400 X-Business-Params: contains a character/);
    expect(await submitting({ remark: '\ud800' })).toMatch(/^400 X-Business-Params: contains a character/);
    expect(await submitting({ bill_no: '  ' })).toBe('400 X-Business-Params: bill_no: is required');
    expect(await submitting(null)).toMatch(/^400 X-Business-Params: must be JSON/);
    const twice = await editor.call('/sls-ops/recon/submit', {
      body: { url: '/x' },
      headers: { 'x-business-params': `{"bill_no":"A",${JSON.stringify(params).slice(1)}` },
    });
    expect(twice.body.message).toMatch(/^X-Business-Params: has "bill_no" twice/);
    const credit = {
      supplier_id: SUPPLIER,
      note_no: 'N',
      day: DAY,
      currency: 'IDR',
      lines: [{ tracking: 'A', amount: '1' }],
    };
    const crediting = (more: object) => refusal('/v2/ops/recon/credits', { ...credit, ...more });
    expect(await crediting({ day: '2026-02-31' })).toMatch(/^400 day: /);
    expect(await crediting({ supplier_id: 31_337 })).toBe(
      '400 supplier_id: there is no supplier 31337 in Indonesia; create it first',
    );
    const bothSigns = ['-5', '3', '-2'].map((amount, at) => ({ tracking: `A${at}`, amount }));
    expect(await crediting({ lines: bothSigns })).toMatch(
      /^400 lines: 2 of 3 amounts are below zero and 1 above, for example that of A1\./,
    );
  });

  it('people are notified once about a bill’s differences, and once when its dispute period is ending', async () => {
    await addShipment(editor, { tracking: 'V1' });
    const days = await editor.data<{ id: number }>('/v2/ops/recon/layouts', {
      body: { supplier_id: SUPPLIER, name: 'short', definition: ROWS_LAYOUT, contract_days: 40 },
    });
    await world.database.pool.query('DELETE FROM notify_events');
    const bill = await submit(editor, days.id, 'B1', [line('V1', '26000.50')]);
    const told = async () =>
      (
        await world.database.pool.query<{ kind: string; fields: object }>(
          `SELECT kind, fields FROM notify_events WHERE kind IN ('bill.difference', 'dispute.deadline') ORDER BY id`,
        )
      ).rows;
    const common = { bill: 'B1', supplier: 'Nusantara', parcels: 1 };
    const differs = { kind: 'bill.difference', fields: { ...common, currency: 'IDR', difference: 8000.5 } };
    expect(await told()).toEqual([differs]);
    expect(bill.deadline).toBe('2026-10-10');
    const at = (day: string) => emitDisputeDeadlines(world.database.pool, Date.parse(`${day}T05:00:00Z`) / 1000);
    await at('2026-09-25');
    expect(await told()).toHaveLength(1);
    for (const day of ['2026-09-26', '2026-09-27', '2026-10-11']) await at(day);
    expect(await told()).toEqual([
      differs,
      { kind: 'dispute.deadline', fields: { ...common, deadline: '2026-10-10', days: 14, dispute: 'not opened' } },
    ]);
  });

  it('people are notified once of a dispute that was opened but not sent before its deadline', async () => {
    for (const tracking of ['V1', 'V2']) await addShipment(editor, { tracking });
    const { pool } = world.database;
    const open = async (billNo: string, tracking: string) => {
      const bill = await submit(editor, layout, billNo, [line(tracking, 26_000)]);
      return editor.data<{ id: number; version: number }>('/v2/ops/recon/disputes', { body: { bill_id: bill.id } });
    };
    const at = (time: string) => Date.parse(time) / 1000;
    await open('B1', 'V1');
    const sent = await open('B2', 'V2');
    await editor.data('/v2/ops/recon/disputes/state', {
      body: { id: sent.id, version: sent.version, state: 'sent' },
    });
    await pool.query('DELETE FROM notify_events');
    await pool.query(`UPDATE recon_disputes SET created_at = $1, deadline = '2026-10-10'`, [
      at('2026-09-30T06:00:00Z'),
    ]);
    const told = async () =>
      (await pool.query(`SELECT fields FROM notify_events WHERE kind = 'dispute.deadline'`)).rows;
    // A person who opened it less than a day ago is still working on it.
    await emitDisputeDeadlines(pool, at('2026-10-01T05:00:00Z'));
    expect(await told()).toEqual([]);
    for (const day of ['2026-10-02', '2026-10-03', '2026-10-11'])
      await emitDisputeDeadlines(pool, at(`${day}T05:00:00Z`));
    const fields = {
      bill: 'B1',
      supplier: 'Nusantara',
      deadline: '2026-10-10',
      days: 8,
      dispute: 'not sent',
      parcels: 1,
    };
    expect(await told()).toEqual([{ fields }]);
  });

  it('people are notified of the difference that a repeated comparison finds, unless it is the same', async () => {
    for (const tracking of ['V1', 'V2']) await addShipment(editor, { tracking });
    const bill = await submit(editor, layout, 'B1', [line('V1', 18_100), line('V2', 18_000)]);
    const told = async () =>
      (
        await world.database.pool.query<{ difference: number }>(
          `SELECT (fields ->> 'difference')::float8 AS difference FROM notify_events WHERE kind = 'bill.difference' ORDER BY id`,
        )
      ).rows.map(({ difference }) => difference);
    const compareAgain = async () => {
      const { id } = await editor.data<{ id: number }>('/v2/ops/recon/actions/recon', {
        body: { filter: { bill_id: bill.id } },
      });
      await actionEnded(editor, id);
      await editor.data('/v2/ops/recon/actions/apply', { body: { id } });
      return actionEnded(editor, id);
    };
    await world.database.pool.query('DELETE FROM notify_events');
    const priced = async (more: number) => {
      await world.database.pool.query('DELETE FROM rate_versions');
      const rows = rateRows();
      const fees = rows.fees.map(fee => ({ ...fee, fee: fee.fee === null ? null : fee.fee + more * 100_000 }));
      await storeRates(world, undefined, { ...rows, fees });
    };
    await priced(1000);
    expect(await compareAgain()).toMatchObject({ state: 'done' });
    expect(await told()).toEqual([-1900]);
    // Back to the first prices, and again to the others: each time, the bill differs by another sum than before.
    await priced(0);
    await compareAgain();
    await priced(1000);
    await compareAgain();
    expect(await told()).toEqual([-1900, 100, -1900]);
  });

  // The embedded database has only one connection, so nothing can happen in between.
  it.skipIf(kind === 'embedded')('a bill whose parcels are approved at the same time is not deleted', async () => {
    await addShipment(editor, { tracking: 'L1' });
    const bill = await submit(editor, layout, 'B1', [line('L1', 18_000)]);
    const { pool } = world.database;
    const ids = (await ordersOf(editor, bill.id)).map(({ id }) => id);
    let deletion: Promise<{ status: number }> | undefined;
    await transaction(pool, async db => {
      const parcels = await lockParcels(db, 'ID', ids);
      deletion = editor.call('/recon/summary/delete', { body: { id: bill.id } });
      await new Promise(resolve => setTimeout(resolve, 200));
      await changeParcels(db, 'ID', parcels, { target: 2, remark: '', email: 'somebody@test.example', at: 1 });
    });
    expect((await deletion)?.status).toBe(409);
  });

  it('the sums of a month can be read, and a forecast can be tested before it is applied', async () => {
    await addShipment(editor, { tracking: 'M1' });
    const bill = await submit(editor, layout, 'B1', [line('M1', 18_100)]);
    const { list } = await editor.data<{ list: unknown[] }>('/v2/ops/recon/summary?by=month');
    expect(list).toMatchObject([{ key: '2026-08', parcels: 1, discrepant: 1, difference: e5(100), currency: 'IDR' }]);
    const reasons = await editor.data<{ list: unknown[] }>('/v2/ops/recon/summary?by=reason');
    expect(reasons.list).toMatchObject([{ key: 'rate', name: 'Rate', difference: e5(100) }]);
    for (const by of ['bill', 'supplier', 'channel', 'group'])
      expect((await editor.data<{ list: unknown[] }>(`/v2/ops/recon/summary?by=${by}`)).list).toHaveLength(1);
    await editor.data('/recon/shipping-fee-rule/forecast/create', {
      body: {
        supplier_id: SUPPLIER,
        fee_rule_type: 1,
        over_amount: 100 * 100_000,
        over_percent: null,
        under_amount: 0,
        under_percent: null,
        bill_cap: null,
        status: 0,
      },
    });
    const tried = await editor.data<{ list: unknown[] }>(`/v2/ops/recon/forecast?supplier_id=${SUPPLIER}`);
    expect(tried.list).toEqual([
      {
        bill_id: bill.id,
        bill_no: 'B1',
        currency: 'IDR',
        parcels: 1,
        matched: 0,
        would_match: 1,
        let_through: e5(100),
      },
    ]);
  });

  it('a channel’s charges can be searched by shipping day, to find those affected by a past rate', async () => {
    await addShipment(editor, { tracking: 'D1', shippedOn: '2026-08-01' });
    await addShipment(editor, { tracking: 'D2', shippedOn: '2026-08-05' });
    await addShipment(editor, { tracking: 'D3', shippedOn: '2026-08-09' });
    // The date of the bill is different, but the day of the shipment counts.
    await submit(editor, layout, 'B1', [
      line('D1', 18_000),
      line('D2', 18_000),
      line('D3', 18_000),
      line('D4', 18_000),
    ]);
    const found = async (query: string) => {
      const path = `/recon/order/search?page_no=1&page_size=10&${query}`;
      const { list, total } = await editor.data<{ list: { tracking: string }[]; total: number }>(path);
      expect(total).toBe(list.length);
      return list.map(({ tracking }) => tracking);
    };
    expect(await found('channel_id=10021&shipped_from=2026-08-05')).toEqual(['D2', 'D3']);
    expect(await found('channel_id=10021&shipped_from=2026-08-01&shipped_until=2026-08-05')).toEqual(['D1', 'D2']);
    expect(await found('channel_id=10022&shipped_from=2026-08-01')).toEqual([]);
    const wrong = await editor.call('/recon/order/search?page_no=1&page_size=10&shipped_from=yesterday');
    expect(wrong.status).toBe(400);
  });

  it('sums are exact beyond floating-point precision', async () => {
    const huge = 20_001n * 5_000_001n;
    const bill = await submit(editor, layout, 'B1', [line('S1', `${huge - 1n}`), line('S2', '1')]);
    expect(bill.billed).toBe(String(huge * 100_000n));
    expect(huge).toBe(100_005_020_001n);
  });

  describe('reads that the documents define', () => {
    it.each([
      '/recon/channel-config/logistics-status',
      '/recon/channel-config/logistics/channel',
      '/recon/channel-config/logistics/status?channel_id=10021',
      '/recon/channel-config/logistics/action/status',
      '/recon/channel-config/sls-logistics-status',
      '/recon/channel-config/channel_name?channel_id=10021',
      '/recon/channel-config/channel/search?page_no=1&page_size=20',
      '/recon/shipping-fee-rule',
      '/recon/shipping-fee-rule/forecast/search',
      '/recon/shipping-fee-rule/channel_info',
      '/cbHandover/recon/shipping-fee-rule/channel_info',
      '/recon/shipping-fee-rule/fee-rule-type',
      '/sls-ops/recon/supplier/query_all',
      '/sls/channelGroups/?page=1&count=99999',
      '/recon/summary/search?page_no=1&page_size=10',
      '/recon/order/search?page_no=1&page_size=10',
      '/recon/download-center/search',
    ])('%s returns its documented fields', async path => {
      expect((await editor.call(path)).status).toBe(200);
    });

    it('the channels of suppliers and groups are returned with the suppliers’ and groups’ names', async () => {
      const body = {
        channel_id: 10_021,
        category: 2,
        lm_info: { lm_id: SUPPLIER, lm_name: 'Nusantara' },
        launch_logistics_status: { statuses: [1, 2] },
      };
      await editor.data('/recon/channel-config/channel/add', { body });
      const { list } = await editor.data<{ list: unknown[] }>('/recon/channel-config/channel/search');
      expect(list).toEqual([
        {
          channel_id: 10_021,
          channel_name: 'J&T Express',
          category: 2,
          lm_info: { lm_id: SUPPLIER, lm_name: 'Nusantara' },
          launch_logistics_status: { statuses: [1, 2] },
        },
      ]);
      await editor.data('/sls/channelGroups/add', { body: { channelId: 10_021, group_id: 1, group_name: 'Express' } });
      expect(await editor.data('/sls/channelGroups/')).toMatchObject({ page: 1, count: 99_999 });
      const groups = await editor.data<{ list: unknown[] }>('/sls/channelGroups/?page=1&count=99999');
      expect(groups.list).toEqual([{ group_id: 1, group_name: 'Express', channel_ids: [10_021] }]);
    });
  });

  it('layouts with pairs of columns, or with one column per charge, are read, too', async () => {
    await addShipment(editor, { tracking: 'Q1' });
    const pairs = await editor.data<{ id: number }>('/v2/ops/recon/layouts', {
      body: {
        supplier_id: SUPPLIER,
        name: 'pairs',
        contract_days: 30,
        definition: {
          ...ROWS_LAYOUT,
          roles: { tracking: 0 },
          charges: {
            as: 'pairs',
            pairs: [
              { text: 1, amount: 2 },
              { text: 3, amount: 4 },
            ],
          },
        },
      },
    });
    const bill = await submit(
      editor,
      pairs.id,
      'B1',
      ['Q1,base,17000,fuel,1000'],
      'Tracking,Charge,Amount,Charge,Amount',
    );
    expect(bill).toMatchObject({ parcels: 1, matched: 1, billed: e5(18_000) });
    expect(HEAD.split(',')).toHaveLength(7);
  });

  describe('rereading a bill after a layout change', () => {
    const again = (id: number) =>
      editor.call<{ id: number; state: string }>('/v2/ops/recon/bills/read-again', { body: { id } });
    const saveLayout = (definition: object) =>
      editor.data('/v2/ops/recon/layouts', {
        body: { id: layout, supplier_id: SUPPLIER, name: 'rows', definition, contract_days: 365 },
      });

    it('reading a bill again shows what would change, and takes effect once it is applied', async () => {
      await addShipment(editor, { tracking: 'A1' });
      const bill = await submit(editor, layout, 'B1', [
        line('A1', 18_000),
        line('A1', 500, { code: 'INSURANCE' }),
        line('A2', 'x'),
      ]);
      expect(await resultsOf(bill)).toEqual({ A1: '6 surcharge' });
      // From now on, insurance is an informational charge without an amount.
      await saveLayout({ ...ROWS_LAYOUT, kinds: { ...ROWS_LAYOUT.kinds, INSURANCE: 'information' } });
      const begun = await again(bill.id);
      const shown = await actionEnded(editor, begun.body.data?.id ?? 0);
      expect(shown).toMatchObject({ state: 'review', changed: 1 });
      expect(Object.fromEntries(shown.reasons.map(({ text, count }) => [text, count]))).toEqual({
        'Parcels with a different amount': 1,
        'Charges of kind information, 0 before': 1,
        'Charges of kind unmapped, 1 before': 0,
      });
      // Nothing has changed yet.
      expect(await resultsOf(bill)).toEqual({ A1: '6 surcharge' });
      await editor.data('/v2/ops/recon/actions/apply', { body: { id: shown.id } });
      await actionEnded(editor, shown.id);
      const after = await ended(editor, bill.id);
      expect(after).toMatchObject({ parcels: 1, matched: 1, lines: 2, refused: 1, billed: e5(18_000) });
      expect(await resultsOf(bill)).toEqual({ A1: '7 ' });
      const { rows } = await world.database.pool.query<{ charges: number; counted: number }>(
        `SELECT (SELECT count(*) FROM recon_charges WHERE bill_id = $1)::int4 AS charges,
                (SELECT sum(parcels) FROM recon_counters WHERE bill_id = $1)::int4 AS counted`,
        [bill.id],
      );
      expect(rows).toEqual([{ charges: 2, counted: 1 }]);
    });

    it('reading a bill again keeps people’s decisions, and reports why a bill cannot be read', async () => {
      await addShipment(editor, { tracking: 'A1' });
      const bill = await submit(editor, layout, 'B1', [line('A1', 18_000)]);
      const ids = (await ordersOf(admin, bill.id)).map(({ id }) => id);
      await admin.data('/recon/order/status/update', { body: { id_list: ids, status: 1, remark: 'no' } });
      const refused = await again(bill.id);
      expect([refused.status, refused.body.message]).toEqual([
        409,
        expect.stringContaining('Someone has set the status of 1 parcel of bill B1'),
      ]);
      expect((await again(999_999)).status).toBe(404);
      // Simulates a server that was restored without its files folder, so that it knows the files but not their bytes.
      const alone = await submit(editor, layout, 'B2', [line('A2', 18_000)]);
      const { pool } = world.database;
      await pool.query(`UPDATE recon_bills SET files = jsonb_set(files, '{0,id}', '"0"') WHERE id = $1`, [alone.id]);
      const begun = await again(alone.id);
      expect(await actionEnded(editor, begun.body.data?.id ?? 0)).toMatchObject({
        state: 'failed',
        message: 'The file "B2.csv" is no longer on this server. Delete the bill and submit its files again.',
      });
      await pool.query("UPDATE recon_bills SET files = '[]' WHERE id = $1", [alone.id]);
      const none = await again(alone.id);
      expect([none.status, none.body.message]).toEqual([
        409,
        expect.stringContaining('The files of bill B2 are not on this server'),
      ]);
      const viewer = await world.as('id.viewer');
      expect((await viewer.call('/v2/ops/recon/bills/read-again', { body: { id: bill.id } })).status).toBe(403);
    });
  });

  it('a bulk change applies to all matching parcels except those that are excluded', async () => {
    for (const tracking of ['A1', 'A2', 'A3']) await addShipment(editor, { tracking });
    const bill = await submit(editor, layout, 'B1', [line('A1', 18_000), line('A2', 18_000), line('A3', 18_000)]);
    const [first] = await ordersOf(editor, bill.id);
    const { id } = await admin.data<{ id: number }>('/v2/ops/recon/actions/status', {
      body: { filter: { bill_id: bill.id }, except: [first?.id], status: 2, remark: '' },
    });
    expect(await actionEnded(admin, id)).toMatchObject({ state: 'done', changed: 2, total: 2 });
    expect(await resultsOf(bill)).toEqual({ A1: '7 ', A2: '2 ', A3: '2 ' });
  });

  it('charges without a kind are counted in total, and also by name unless there are too many names', async () => {
    await addShipment(editor, { tracking: 'A1' });
    const names = Array.from({ length: UNMAPPED_KEPT + 20 }, (_, at) => `ODD ${at}`);
    const bill = await submit(
      editor,
      layout,
      'B1',
      [...names, 'ODD 3'].map(code => line('A1', 10, { code })),
    );
    const read = await editor.data<{
      unmapped: { name: string; count: number }[];
      unmapped_further: { count: number; amount: string };
    }>(`/v2/ops/recon/bills/${bill.id}`);
    expect(read.unmapped).toHaveLength(UNMAPPED_KEPT);
    expect(read.unmapped.find(({ name }) => name === 'ODD 3')?.count).toBe(2);
    expect(read.unmapped_further).toEqual({ count: 20, amount: e5(200) });
  });

  it('reading stops if the bill is deleted in the meantime', async () => {
    const bill = await submit(editor, layout, 'B1', [line('A1', 18_000)]);
    const { pool } = world.database;
    await pool.query("UPDATE recon_bills SET state = 'reading', deleted = true WHERE id = $1", [bill.id]);
    const record = await findBill(pool, bill.id);
    const slice = { rows: [], refused: [], next: 9, total: 9 };
    const kept = transaction(pool, db => keepSlice(db, record as BillRecord, { file: 1, row: 0 }, slice, true));
    await expect(kept).rejects.toThrow(DeletedBill);
    expect((await findBill(pool, bill.id))?.readFile).not.toBe(9);
  });

  it('a slice that another process has read in the meantime is stored once', async () => {
    const bill = await submit(editor, layout, 'B1', [line('A1', 18_000)]);
    const { pool } = world.database;
    const record = (await findBill(pool, bill.id)) as BillRecord;
    const slice = { rows: [], refused: [{ number: 2, problem: 'odd', ruined: false }], next: 5, total: 9 };
    const keep = () => transaction(pool, db => keepSlice(db, record, { file: 1, row: 0 }, slice, false));
    await keep();
    await expect(keep()).rejects.toThrow(ReadElsewhere);
    expect(await editor.data(`/v2/ops/recon/bills/${bill.id}`)).toMatchObject({ refused: 1 });
  });
});
