import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as XLSX from 'xlsx';
import type { Layout } from '../../../domain/recon/layout.ts';
import { RECON_STATUS } from '../../../domain/recon/status.ts';
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
  saveLayout,
  saveRule,
  storeRates,
  submit,
  SUPPLIER,
  startOver,
} from '../../../../tests/support/reconWorld.ts';
import { settings } from '../../../domain/rates/testing/sampleRates.ts';
import {
  CHANNEL,
  createWorld,
  emailOf,
  STREET,
  type Caller,
  type World,
} from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import { removeFilesOnInsert, uploadForm } from '../../../../tests/support/importing.ts';
import { transaction } from '../../db/transaction.ts';
import { addAction } from '../../recon/actions.ts';
import { addReconJob } from '../../recon/queue.ts';
import { emitDisputeDeadlines } from '../../recon/events.ts';

/** A layout with one column per charge, as used by many carriers: every row contains every charge, usually as 0. */
const COLUMNS_LAYOUT: Layout = {
  ...ROWS_LAYOUT,
  roles: { tracking: 0, shipped: 1 },
  charges: {
    as: 'columns',
    columns: ['Base', 'Fuel', 'Adjustment', 'Credit', 'Return'].map((name, at) => ({ column: at + 2, name })),
  },
  kinds: { BASE: 'base', FUEL: 'fuel', ADJUSTMENT: 'adjustment', CREDIT: 'credit', RETURN: 'return' },
};
const COLUMNS_HEAD = 'Tracking,Shipped,Base,Fuel,Adjustment,Credit,Return';

/** The sizes of a shipment whose weight counts more than its volume, in millimeters. */
const SMALL = { length: 100, width: 100, height: 100 };

/**
 * The statuses to which a person may change each status; copied from the study (2 d 6), not from the code. 5 is
 * re-recon.
 */
const TABLE: Readonly<Record<number, readonly number[]>> = {
  1: [5],
  2: [4, 1],
  3: [5],
  4: [],
  5: [3],
  6: [2, 1, 3, 5],
  7: [2, 1, 3, 5],
  8: [1, 3, 5],
};

describeOnEach('further cases of reconciliation (issue 30, 4)', kind => {
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

  const line = (tracking: string, amount: number | string, code = 'BASE', weight = '') =>
    `${tracking},,${weight},,${DAY},${code},${amount}`;
  const resultsOf = async (bill: { id: number }) =>
    Object.fromEntries(
      (await ordersOf(editor, bill.id)).map(({ tracking, status, reason, earlier, expected, difference }) => [
        tracking,
        [`${status} ${reason}`, earlier, expected, difference],
      ]),
    );

  it('zeros in a correction do not count as billed twice, and amounts add up over three bills', async () => {
    const columns = await saveLayout(editor, 'columns', COLUMNS_LAYOUT, 40);
    for (const tracking of ['Z1', 'Z2', 'Z3']) await addShipment(editor, { tracking });
    const on = (tracking: string, ...amounts: number[]) => [tracking, DAY, ...amounts].join(',');
    const first = await submit(
      editor,
      columns,
      'B1',
      [on('Z1', 18_000, 0, 0, 0, 0), on('Z2', 20_000, 0, 0, 0, 0), on('Z3', 15_000, 0, 0, 0, 0)],
      COLUMNS_HEAD,
    );
    expect(await resultsOf(first)).toMatchObject({
      Z1: ['7 ', '0', e5(18_000), '0'],
      Z2: ['6 rate', '0', e5(18_000), e5(2000)],
      Z3: ['6 rate', '0', e5(18_000), e5(-3000)],
    });
    const second = await submit(
      editor,
      columns,
      'B2',
      [on('Z1', 0, 0, 500, 0, 0), on('Z2', 0, 0, 0, -2000, 0), on('Z3', 0, 0, 4000, -1000, 0)],
      COLUMNS_HEAD,
    );
    expect(await resultsOf(second)).toEqual({
      Z1: ['6 surcharge', e5(18_000), '0', e5(500)],
      Z2: ['7 ', e5(20_000), e5(-2000), '0'],
      Z3: ['7 ', e5(15_000), e5(3000), '0'],
    });
    const third = await submit(
      editor,
      columns,
      'B3',
      [on('Z1', 0, 0, 500, -1000, 0), on('Z2', 0, 0, 0, 0, 2500), on('Z3', 15_000, 0, 0, 0, 0)],
      COLUMNS_HEAD,
    );
    expect(await resultsOf(third)).toEqual({
      // The adjustment of 500 is also on the second bill, but corrections never count as billed twice.
      Z1: ['7 ', e5(18_500), e5(-500), '0'],
      Z2: ['6 surcharge', e5(18_000), '0', e5(2500)],
      Z3: ['6 billedTwice', e5(18_000), '0', e5(15_000)],
    });
  });

  it('nothing is listed, changed or compared any more on a bill that was deleted, also if a job has begun', async () => {
    for (const tracking of ['G1', 'G2']) await addShipment(editor, { tracking });
    const bill = await submit(editor, layout, 'B1', [line('G1', 18_000), line('G2', 18_000)]);
    const { pool } = world.database;
    await pool.query('DELETE FROM rate_versions');
    const rows = rateRows();
    await storeRates(world, undefined, {
      ...rows,
      fees: rows.fees.map(fee => ({ ...fee, fee: (fee.fee ?? 0) + 100_000 * 1000 })),
    });
    const stored = async () => [
      (await pool.query('SELECT * FROM recon_parcels ORDER BY id')).rows,
      (await pool.query('SELECT * FROM recon_counters ORDER BY status, reason')).rows,
    ];
    const filter = { bill_id: bill.id };
    const { id } = await editor.data<{ id: number }>('/v2/ops/recon/actions/recon', { body: { filter } });
    expect(await actionEnded(editor, id)).toMatchObject({ state: 'review', changed: 2 });
    await editor.data('/recon/summary/delete', { body: { id: bill.id } });
    const before = await stored();
    await editor.data('/v2/ops/recon/actions/apply', { body: { id } });
    expect(await actionEnded(editor, id)).toMatchObject({
      state: 'done',
      changed: 0,
      reasons: [{ text: 'Its bill was deleted.', count: 2 }],
    });
    expect(await stored()).toEqual(before);
    expect(await ordersOf(editor, bill.id)).toEqual([]);
    const { list } = await editor.data<{ list: unknown[] }>(`/recon/order/search?bill_id=${bill.id}&tracking=G1`);
    expect(list).toEqual([]);
    for (const [path, body] of [
      ['recon', { filter }],
      ['status', { filter, status: RECON_STATUS.rejected, remark: 'x' }],
    ] as const)
      expect(await editor.call(`/v2/ops/recon/actions/${path}`, { body })).toMatchObject({
        status: 404,
        body: { message: `There is no bill ${bill.id}. It may have been deleted; reload the list of bills.` },
      });
  });

  it('a bill whose file is already being removed is refused, because it could never be read', async () => {
    const { pool } = world.database;
    const url = await uploadForm(editor, Buffer.from(`${HEAD}\n${line('F1', 18_000)}\n`), 'bill.csv');
    const end = await removeFilesOnInsert(pool, 'recon_bills');
    const params = { supplier_id: SUPPLIER, layout_id: layout, bill_no: 'F', bill_day: '2026-08-31' };
    const headers = { 'x-business-params': encodeURIComponent(JSON.stringify(params)) };
    const submitted = () => editor.call('/sls-ops/recon/submit', { body: { url }, headers });
    expect((await submitted()).status).toBe(404);
    await end();
    expect((await pool.query("SELECT 1 FROM recon_bills WHERE bill_no = 'F'")).rowCount).toBe(0);
    expect((await submitted()).status).toBe(200);
  });

  it('a parcel with the exact amount stays Matched after the cap is lowered', async () => {
    await saveRule(editor, { over_amount: Number(e5(500)), over_percent: 1_000_000, bill_cap: Number(e5(900)) });
    for (const tracking of ['C1', 'C2', 'C3']) await addShipment(editor, { tracking });
    const bill = await submit(editor, layout, 'B1', [line('C1', 18_500), line('C2', 18_400), line('C3', 18_000)]);
    const states = async () =>
      (await ordersOf(editor, bill.id)).map(({ status, reason }) => `${status} ${reason}`.trim());
    expect(await states()).toEqual(['7', '7', '7']);
    const ids = (await ordersOf(editor, bill.id)).map(({ id }) => id);
    await admin.data('/recon/order/status/update', { body: { id_list: [ids[0]], status: 2 } });
    const rule = {
      supplier_id: SUPPLIER,
      fee_rule_type: 3,
      over_amount: Number(e5(500)),
      over_percent: 1_000_000,
      under_amount: 0,
      under_percent: 0,
      status: 0,
    };
    await admin.data('/recon/shipping-fee-rule/update', { body: { ...rule, bill_cap: Number(e5(100)) } });
    const again = await editor.data<{ id: number }>('/recon/order/re-recon', { body: { id_list: ids } });
    await actionEnded(editor, again.id);
    expect(await states()).toEqual(['2', '6 rate', '7']);
  });

  it('a comparison that resumes after an interruption includes the differences that it had already accepted', async () => {
    await saveRule(editor, { over_amount: Number(e5(500)), over_percent: 1_000_000, bill_cap: Number(e5(600)) });
    for (const tracking of ['R1', 'R2']) await addShipment(editor, { tracking });
    const bill = await submit(editor, layout, 'B1', [line('R1', 18_500), line('R2', 18_400)]);
    const orders = await ordersOf(editor, bill.id);
    expect(orders.map(({ status }) => status)).toEqual([7, 6]);
    const ids = orders.map(({ id }) => id);
    const { pool } = world.database;
    const own = { kind: 'recon', input: { ids }, target: 5, remark: '', email: 'x@test.example', userId: 1 } as const;
    const id = await transaction(pool, async db => {
      const action = await addAction(db, { ...own, entity: 'ID', createdAt: 1 });
      // The first parcel was compared before the interruption, without a change.
      await db.query("UPDATE recon_actions SET state = 'running', done = 1, last_id = $2 WHERE id = $1", [
        action.id,
        ids[0],
      ]);
      await addReconJob(db, { task: 'action', id: action.id }, { owner: 1, now: 1 });
      return action.id;
    });
    expect(await actionEnded(editor, id)).toMatchObject({ state: 'review', changed: 0 });
  });

  it('a waiting action does not start after its person has lost the permission', async () => {
    await addShipment(editor, { tracking: 'R1' });
    const bill = await submit(editor, layout, 'B1', [line('R1', 18_500)]);
    const [before] = await ordersOf(editor, bill.id);
    const { pool } = world.database;
    const { rows } = await pool.query<{ id: number }>('SELECT id FROM users WHERE email = $1', [emailOf('id.viewer')]);
    const id = await transaction(pool, async db => {
      const action = await addAction(db, {
        entity: 'ID',
        kind: 'status',
        input: { ids: [before?.id ?? 0] },
        target: RECON_STATUS.approved,
        remark: '',
        email: emailOf('id.viewer'),
        userId: rows[0]?.id ?? 0,
        createdAt: 1,
      });
      await addReconJob(db, { task: 'action', id: action.id }, { owner: 1, now: 1 });
      return action.id;
    });
    expect(await actionEnded(editor, id)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('.write in Indonesia'),
    });
    expect((await ordersOf(editor, bill.id))[0]?.status).toBe(before?.status);
  });

  it('the whole amount of a parcel that was not delivered can be disputed', async () => {
    for (const [tracking, status] of [
      ['N1', 0],
      ['N2', 3],
      ['N3', 1],
    ] as const)
      await addShipment(editor, { tracking, status });
    const bill = await submit(editor, layout, 'B1', [line('N1', 18_000), line('N2', 26_000), line('N3', 26_000)]);
    const dispute = await editor.data<{ disputed: string; parcels: number }>('/v2/ops/recon/disputes', {
      body: { bill_id: bill.id },
    });
    expect(dispute).toMatchObject({ disputed: e5(18_000 + 26_000 + 8000), parcels: 3 });
  });

  it('people are notified about a bill whose only problems are parcels without an order', async () => {
    const short = await saveLayout(editor, 'short', ROWS_LAYOUT, 40);
    const { pool } = world.database;
    await pool.query('DELETE FROM notify_events');
    await submit(editor, short, 'B1', [line('X1', 5000), line('X2', 5000)]);
    await emitDisputeDeadlines(pool, Date.parse('2026-10-01T05:00:00Z') / 1000);
    const { rows } = await pool.query<{ fields: object }>(
      "SELECT fields FROM notify_events WHERE kind = 'dispute.deadline'",
    );
    expect(rows).toMatchObject([{ fields: { bill: 'B1', parcels: 2, days: 9 } }]);
  });

  it('the notice, the page and Home count only parcels that a dispute would contain', async () => {
    const short = await saveLayout(editor, 'short', ROWS_LAYOUT, 40);
    const { pool } = world.database;
    for (const tracking of ['U1', 'U2', 'O1', 'O2', 'O3', 'O4']) await addShipment(editor, { tracking });
    await submit(editor, short, 'UNDER', [line('U1', 9000), line('U2', 9000)]);
    const mixed = await submit(editor, short, 'MIXED', [
      line('O1', 26_000),
      line('O2', 9000),
      line('O3', 30_000),
      line('O4', 30_000),
      line('X1', 5000),
    ]);
    const idOf = Object.fromEntries((await ordersOf(editor, mixed.id)).map(({ tracking, id }) => [tracking, id]));
    const decide = (tracking: string, status: number) =>
      admin.data('/recon/order/status/update', { body: { id_list: [idOf[tracking]], status, remark: 'seen' } });
    // A rejected overcharge can still be disputed; an approved one cannot.
    await decide('O3', RECON_STATUS.rejected);
    await decide('O4', RECON_STATUS.approved);
    await pool.query('DELETE FROM notify_events');
    await emitDisputeDeadlines(pool, Date.parse('2026-10-01T05:00:00Z') / 1000);
    const { rows } = await pool.query<{ fields: object }>(
      "SELECT fields FROM notify_events WHERE kind = 'dispute.deadline'",
    );
    expect(rows).toMatchObject([{ fields: { bill: 'MIXED', parcels: 3 } }]);
    await pool.query(
      `UPDATE recon_bills SET deadline = to_char(now() AT TIME ZONE 'Asia/Jakarta' + interval '3 days', 'YYYY-MM-DD')`,
    );
    const { due } = await editor.data<{ due: object[] }>('/v2/ops/recon/disputes');
    expect(due).toMatchObject([{ bill_no: 'MIXED' }]);
    const { disputes } = await editor.data<{ disputes: object }>('/v2/ops/home');
    expect(disputes).toMatchObject({ undisputed: 1 });
    const dispute = await editor.data('/v2/ops/recon/disputes', { body: { bill_id: mixed.id } });
    expect(dispute).toMatchObject({ parcels: 3, disputed: e5(8000 + 12_000 + 5000) });
  });

  it('many bills without a problem do not delay the notice about one with a problem', async () => {
    const short = await saveLayout(editor, 'short', ROWS_LAYOUT, 40);
    const { pool } = world.database;
    await submit(editor, short, 'B1', [line('X1', 5000)]);
    await pool.query(
      `INSERT INTO recon_bills (entity, supplier_id, layout, layout_name, bill_no, bill_day, month, files, hash, state, submitted_by, user_id, submitted_at, deadline)
       SELECT entity, supplier_id, layout, layout_name, 'C' || g, bill_day, month, '[]', 'c' || g, 'ready', submitted_by, user_id, submitted_at, '2026-10-05'
         FROM recon_bills, generate_series(1, 500) g WHERE bill_no = 'B1'`,
    );
    await pool.query('DELETE FROM notify_events');
    await emitDisputeDeadlines(pool, Date.parse('2026-10-01T05:00:00Z') / 1000);
    const { rows } = await pool.query<{ fields: object }>(
      "SELECT fields FROM notify_events WHERE kind = 'dispute.deadline'",
    );
    expect(rows).toMatchObject([{ fields: { bill: 'B1', parcels: 1, days: 9 } }]);
  });

  it('people are notified of downloads and changes of orders that fail, by what they requested', async () => {
    await addShipment(editor, { tracking: 'D1' });
    const bill = await submit(editor, layout, 'B1', [line('D1', 18_000)]);
    const { pool } = world.database;
    const { id: download } = await editor.data<{ id: number }>('/recon/summary/download', { body: { id: bill.id } });
    const { id: whole } = await editor.data<{ id: number }>('/v2/ops/recon/actions/recon', {
      body: { filter: { bill_id: bill.id } },
    });
    const { id: one } = await editor.data<{ id: number }>('/v2/ops/recon/actions/status', {
      body: { ids: (await ordersOf(editor, bill.id)).map(({ id }) => id), status: 2, remark: 'checked' },
    });
    await actionEnded(editor, whole);
    await actionEnded(editor, one);
    await expect.poll(async () => (await pool.query('SELECT 1 FROM jobs')).rowCount).toBe(0);
    await pool.query('DELETE FROM notify_events');
    // As if the server had been killed several times during each of them.
    await pool.query("UPDATE recon_actions SET state = 'running'");
    await pool.query("UPDATE recon_downloads SET state = 'queued'");
    for (const [task, id] of [
      ['download', download],
      ['action', whole],
      ['action', one],
    ] as const)
      await pool.query(
        `INSERT INTO jobs (kind, key, owner, heavy, payload, attempts, alive_at, created_at) VALUES ('recon', $1, 1, true, $2, 3, 1, 1)`,
        [`${task}:${id}`, JSON.stringify({ task, id })],
      );
    await submit(editor, layout, 'B2', [line('X1', 1)]);
    await expect.poll(async () => (await pool.query('SELECT 1 FROM jobs')).rowCount, { timeout: 20_000 }).toBe(0);
    const { rows } = await pool.query<{ country: string; person: string; fields: { job: string; reason: string } }>(
      "SELECT country, person, fields FROM notify_events WHERE kind = 'job.failed' ORDER BY id",
    );
    expect(rows.map(({ fields }) => fields.job).toSorted()).toEqual([
      'Change of 1 order to Approved',
      expect.stringMatching(/^Download of .*B1/),
      'New comparison of bill B1',
    ]);
    for (const row of rows)
      expect(row).toMatchObject({
        country: 'ID',
        person: emailOf('id.editor'),
        fields: { reason: expect.stringContaining('Try again') },
      });
  });

  it('a double click on a download requests one file', async () => {
    await addShipment(editor, { tracking: 'D1' });
    const bill = await submit(editor, layout, 'B1', [line('D1', 18_000)]);
    const request = () => editor.data<{ id: number }>('/recon/summary/download', { body: { id: bill.id } });
    const [one, two] = await Promise.all([request(), request()]);
    expect(two.id).toBe(one.id);
    const ready = async (id: number) => {
      const found = await world.database.pool.query("SELECT 1 FROM recon_downloads WHERE id = $1 AND state = 'ready'", [
        id,
      ]);
      return found.rowCount;
    };
    await expect.poll(() => ready(one.id), { timeout: 10_000 }).toBe(1);
    expect((await request()).id).toBe(one.id);
    await world.database.pool.query('UPDATE recon_downloads SET created_at = created_at - 60');
    const later = await request();
    expect(later.id).not.toBe(one.id);
    await expect.poll(() => ready(later.id), { timeout: 10_000 }).toBe(1);
  });

  it('quotes name their places on the page and in a dispute’s file, and renaming a place changes no result', async () => {
    const { pool } = world.database;
    await pool.query('DELETE FROM rate_versions');
    const addresses = [
      { kind: 'zone', origin: '', destination: String(STREET), code: 'B' },
      { kind: 'zone', origin: 'ID', destination: '999999', code: 'C' },
    ] as const;
    await storeRates(world, undefined, { ...rateRows(), addresses: [...addresses] });
    await addShipment(editor, { tracking: 'P1' });
    await addShipment(editor, { tracking: 'P2', destinationId: STREET - 1 });
    const bill = await submit(editor, layout, 'B1', [line('P1', 26_000), line('P2', 26_000)]);
    const found = await ordersOf(editor, bill.id);
    const quoteOf = async (tracking: string) => {
      const id = found.find(order => order.tracking === tracking)?.id;
      const { quote } = await editor.data<{ quote: { words: string; row: string | null }[] }>(
        `/v2/ops/recon/orders/${id}`,
      );
      return quote.map(({ words, row }) => [words, row]);
    };
    const namesOf = async (id: number) =>
      (
        await pool.query<{ names: string[] }>(
          `SELECT array_agg(a.name ORDER BY a.level DESC) AS names FROM locations l
             JOIN locations a ON a.location_id IN (l.location_id, l.district_id, l.city_id, l.state_id) WHERE l.location_id = $1`,
          [id],
        )
      ).rows[0]?.names.join(', ') ?? '';
    const street = await namesOf(STREET);
    expect(street.split(', ').length).toBeGreaterThan(2);
    expect((await quoteOf('P1'))[0]).toEqual([`to ${street} is zone B (Far)`, `addresses zone/${STREET}/`]);
    expect(await quoteOf('P2')).toEqual([[`no zone from Indonesia to ${await namesOf(STREET - 1)}`, null]]);

    const dispute = await editor.data<{ id: number }>('/v2/ops/recon/disputes', { body: { bill_id: bill.id } });
    const file = await editor.data<{ id: number }>('/v2/ops/recon/disputes/download', { body: { id: dispute.id } });
    const url = async () =>
      (await editor.data<{ list: { id: number; url: string | null }[] }>('/recon/download-center/search')).list.find(
        ({ id }) => id === file.id,
      )?.url;
    await expect.poll(url, { timeout: 10_000 }).toBeTruthy();
    const { raw } = await editor.call(((await url()) ?? '').replace(/^\/api/, ''));
    const [sheet] = Object.values(XLSX.read(raw.rawPayload).Sheets);
    const [row] = XLSX.utils.sheet_to_json<Record<string, string>>(sheet as XLSX.WorkSheet);
    expect(row?.['Evidence']).toContain(`Zone: to ${street} is zone B (Far); `);

    // What is stored does not change with a name.
    const stored = () => pool.query('SELECT id, quote_id FROM recon_parcels ORDER BY id');
    const before = (await stored()).rows;
    await pool.query(`UPDATE locations SET name = 'New Street' WHERE location_id = $1`, [STREET]);
    const { id } = await editor.data<{ id: number }>('/v2/ops/recon/actions/recon', {
      body: { filter: { bill_id: bill.id } },
    });
    expect(await actionEnded(editor, id)).toMatchObject({ changed: 0 });
    expect((await stored()).rows).toEqual(before);
    expect((await quoteOf('P1'))[0]?.[0]).toMatch(/^to New Street, .* is zone B \(Far\)$/);
    await pool.query('UPDATE locations SET name = $2 WHERE location_id = $1', [STREET, street.split(', ')[0]]);
  });

  it('an expired download is shown as expired, without its file', async () => {
    await addShipment(editor, { tracking: 'A1' });
    const bill = await submit(editor, layout, 'B1', [line('A1', 18_000)]);
    const { id } = await editor.data<{ id: number }>('/recon/summary/download', { body: { id: bill.id } });
    const found = async () =>
      (
        await editor.data<{ list: { id: number; state: string; url: string | null }[] }>(
          '/recon/download-center/search',
        )
      ).list.find(one => one.id === id);
    await expect.poll(async () => (await found())?.state, { timeout: 10_000 }).toBe('ready');
    const url = (await found())?.url ?? '';
    expect((await editor.call(url.replace(/^\/api/, ''))).status).toBe(200);
    const { pool } = world.database;
    await pool.query('UPDATE recon_downloads SET expires_at = 1000');
    expect(await found()).toMatchObject({ state: 'expired', url: null });
    await pool.query('UPDATE files SET expires_at = 1000 WHERE expires_at IS NOT NULL');
    const late = await editor.call(url.replace(/^\/api/, ''));
    expect([late.status, late.body.message]).toEqual([404, expect.stringContaining('has expired')]);
  });

  it('a file that has expired or failed can be requested again, with the same contents, by anyone who may read it', async () => {
    for (const tracking of ['A1', 'A2']) await addShipment(editor, { tracking });
    const bill = await submit(editor, layout, 'B1', [line('A1', 18_000), line('A2', 26_000)]);
    const { pool } = world.database;
    interface Found {
      id: number;
      title: string;
      state: string;
      rows: number;
      requested_by: string;
    }
    const found = async (id: number) =>
      (await editor.data<{ list: Found[] }>('/recon/download-center/search')).list.find(one => one.id === id);
    const readied = async (id: number) => {
      await expect.poll(async () => (await found(id))?.state, { timeout: 10_000 }).toBe('ready');
      return found(id);
    };
    const viewer = await world.as('id.viewer');
    const again = (id: number, caller = viewer) =>
      caller.call<{ id: number }>('/v2/ops/recon/downloads/again', { body: { id } });
    // The file of a class contains only this class.
    const one = await editor.data<{ id: number }>('/recon/summary/classify/download', {
      body: { id: `${bill.id}.7.` },
    });
    const { title } = (await readied(one.id)) as Found;
    const early = await again(one.id);
    expect([early.status, early.body.message]).toEqual([409, expect.stringContaining(`"${title}" is ready`)]);
    await pool.query('UPDATE recon_downloads SET expires_at = 1000');
    const second = (await again(one.id)).body.data?.id ?? 0;
    expect(second).not.toBe(one.id);
    expect(await readied(second)).toMatchObject({ title, rows: 1, requested_by: emailOf('id.viewer') });
    await pool.query("UPDATE recon_downloads SET state = 'failed', message = 'no' WHERE id = $1", [second]);
    const [third, twin] = await Promise.all([again(second), again(second)]);
    expect(third.body.data?.id).toBe(twin.body.data?.id);
    await readied(third.body.data?.id ?? 0);

    const dispute = await editor.data<{ id: number }>('/v2/ops/recon/disputes', { body: { bill_id: bill.id } });
    const file = await editor.data<{ id: number }>('/v2/ops/recon/disputes/download', { body: { id: dispute.id } });
    await readied(file.id);
    await pool.query('UPDATE recon_downloads SET expires_at = 1000');
    expect(await readied((await again(file.id)).body.data?.id ?? 0)).toMatchObject({ rows: 1 });

    await pool.query('UPDATE recon_bills SET deleted = true');
    const gone = await again(one.id);
    expect([gone.status, gone.body.message]).toEqual([404, expect.stringContaining(`There is no bill ${bill.id}`)]);
    const abroad = await again(one.id, await world.as('my.editor'));
    expect([abroad.status, abroad.body.message]).toEqual([
      404,
      expect.stringContaining(`There is no download ${one.id} in this country`),
    ]);
    await pool.query('UPDATE recon_bills SET deleted = false');
  });

  it('deleting a bill returns the bills that were compared with it', async () => {
    for (const [tracking, reference] of [
      ['D1', ''],
      ['D2', 'ORD-2'],
      ['D3', ''],
    ] as const)
      await addShipment(editor, { tracking, reference });
    const first = await submit(editor, layout, 'B1', [line('D1', 18_000), line('D2', 10_000)]);
    const twice = await submit(editor, layout, 'B2', [line('D1', 18_000)]);
    // The order reference alone identifies the same shipment.
    const rest = await submit(editor, layout, 'B3', [line('', 8000).replace(',,', ',ORD-2,')]);
    await submit(editor, layout, 'B4', [line('D3', 18_000)]);
    const named = [
      { id: twice.id, bill_no: 'B2' },
      { id: rest.id, bill_no: 'B3' },
    ];
    const compared = async (id: number) =>
      (await editor.data<{ compared: unknown }>(`/v2/ops/recon/bills/${id}`)).compared;
    expect(await compared(first.id)).toEqual(named);
    expect(await compared(twice.id)).toEqual([]);
    const deleted = await editor.data<{ compared: unknown }>('/recon/summary/delete', { body: { id: first.id } });
    expect(deleted.compared).toEqual(named);
    for (const bill of [twice, rest]) {
      const ids = (await ordersOf(editor, bill.id)).map(({ id }) => id);
      await actionEnded(
        editor,
        (await editor.data<{ id: number }>('/recon/order/re-recon', { body: { id_list: ids } })).id,
      );
    }
    expect(await resultsOf(twice)).toEqual({ D1: ['7 ', '0', e5(18_000), '0'] });
    expect((await ordersOf(editor, rest.id))[0]).toMatchObject({ status: 6, earlier: '0', difference: e5(-10_000) });
  });

  it('a parcel is recognized whatever the spelling of its order reference', async () => {
    for (const n of [1, 2, 3]) await addShipment(editor, { tracking: `W${n}`, reference: `ORD-${n}` });
    const billed = (tracking: string, reference: string) => line(tracking, 18_000).replace(',,', `,${reference},`);
    const twice = ['6 billedTwice', e5(18_000), '0', e5(18_000)];
    // None of these tracking numbers is ours, so the order reference identifies the shipment.
    await submit(editor, layout, 'B1', [billed('THEIRS1', 'ord-1'), billed('THEIRS2', 'ＯＲＤ 2')]);
    const second = await submit(editor, layout, 'B2', [
      billed('W1', ''),
      billed('OTHER2', 'Ord-2'),
      billed('THEIRS3', 'ord3'),
      billed('W3', ''),
    ]);
    expect(await resultsOf(second)).toEqual({
      W1: twice,
      OTHER2: twice,
      THEIRS3: ['7 ', '0', e5(18_000), '0'],
      W3: twice,
    });
    for (const spelling of ['ORD-1', 'ord1', ' ｏｒｄ－1 '])
      expect(
        (
          await editor.data<{ list: { tracking: string }[] }>(
            `/recon/order/search?page_size=10&tracking=${encodeURIComponent(spelling)}`,
          )
        ).list,
      ).toMatchObject([{ tracking: 'THEIRS1' }]);
  });

  it('nothing of a closed dispute is still open, and a partly credited one can be refused and sent again', async () => {
    await addShipment(editor, { tracking: 'O1' });
    const bill = await submit(editor, layout, 'B1', [line('O1', 26_000)]);
    interface Shown {
      id: number;
      version: number;
      state: string;
      open: string;
      recovered: string;
    }
    const opened = await editor.data<Shown>('/v2/ops/recon/disputes', { body: { bill_id: bill.id } });
    const credit = { note_no: 'N1', day: DAY, currency: 'IDR', lines: [{ tracking: 'O1', amount: e5(-5000) }] };
    const credited = await editor.data<{ disputes: Shown[] }>('/v2/ops/recon/credits', {
      body: { supplier_id: SUPPLIER, ...credit },
    });
    const shown = [credited.disputes[0] as Shown];
    for (const state of ['refused', 'sent', 'closed'])
      shown.push(
        await editor.data<Shown>('/v2/ops/recon/disputes/state', {
          body: { id: opened.id, state, version: shown.at(-1)?.version },
        }),
      );
    expect(shown.map(({ state, open, recovered }) => [state, open, recovered])).toEqual([
      ['partly', e5(3000), e5(5000)],
      ['refused', e5(3000), e5(5000)],
      ['sent', e5(3000), e5(5000)],
      ['closed', '0', e5(5000)],
    ]);
  });

  it('an order reference is never mistaken for the tracking number of another parcel', async () => {
    await addShipment(editor, { tracking: 'K1', reference: 'K2' });
    await addShipment(editor, { tracking: 'K2', reference: 'ORD-2' });
    const referred = (reference: string, amount: number) => line('', amount).replace(',,', `,${reference},`);
    const bill = await submit(editor, layout, 'B1', [
      referred('k-2', 10_000),
      line('K2', 18_000),
      referred('K2', 8000),
    ]);
    const named = async ({ id }: { id: number }) =>
      (await ordersOf(editor, id)).map(({ tracking, reference, status, billed }) => [
        tracking,
        reference,
        status,
        billed,
      ]);
    expect(await named(bill)).toEqual([
      ['', 'k-2', 7, e5(18_000)],
      ['K2', '', 7, e5(18_000)],
    ]);
    // On the next bill, the same reference is still the first shipment, and the number the second one.
    const next = await submit(editor, layout, 'B2', [referred('K2', 18_000), line('K1', 500, 'FUEL')]);
    expect((await ordersOf(editor, next.id)).map(({ earlier }) => earlier)).toEqual([e5(18_000), e5(36_000)]);
  });

  it('a row without an amount is refused, and a parcel with information alone is Failed instead of billed with 0', async () => {
    const definition = { ...ROWS_LAYOUT, kinds: { ...ROWS_LAYOUT.kinds, NOTE: 'information' } } as const;
    const informed = await saveLayout(editor, 'informed', definition, 40);
    for (const tracking of ['M1', 'M2', 'M3', 'M4']) await addShipment(editor, { tracking });
    const bill = await submit(editor, informed, 'B1', [
      line('M1', ''),
      line('M2', '', 'NOTE'),
      line('M3', '', 'NOTE'),
      line('M3', 18_000),
      line('M4', 0),
    ]);
    expect(bill).toMatchObject({ parcels: 3, lines: 4, refused: 1, failed: 1, billed: e5(18_000) });
    expect(await resultsOf(bill)).toEqual({
      M2: ['8 noAmount', '0', null, null],
      M3: ['7 ', '0', e5(18_000), '0'],
      M4: ['6 rate', '0', e5(18_000), e5(-18_000)],
    });
    const { refusals } = await editor.data<{ refusals: unknown }>(`/v2/ops/recon/bills/${bill.id}`);
    expect(refusals).toEqual([
      { file: 1, row: 2, problem: expect.stringMatching(/^It has no amount, and an empty amount is not 0/) },
    ]);
  });

  const compareAgain = async (bill: { id: number }) => {
    const { id } = await editor.data<{ id: number }>('/v2/ops/recon/actions/recon', {
      body: { filter: { bill_id: bill.id } },
    });
    const shown = await actionEnded(editor, id);
    await editor.data('/v2/ops/recon/actions/apply', { body: { id } });
    return { shown, applied: await actionEnded(editor, id) };
  };

  it('another comparison renews what explains a result, even if the result is the same', async () => {
    for (const tracking of ['E1', 'E2']) await addShipment(editor, { tracking });
    const charged = ['E1', 'E2', 'NOBODYS'].map(tracking => line(tracking, 18_000));
    const first = await submit(editor, layout, 'B1', [line('NOBODYS', 5000, 'FUEL')]);
    const bill = await submit(editor, layout, 'B2', charged);
    const orders = await ordersOf(editor, bill.id);
    expect(orders.map(({ earlier }) => earlier)).toEqual(['0', '0', e5(5000)]);
    const hashOf = async (id = 0) => (await editor.data<{ rate_hash: string }>(`/v2/ops/recon/orders/${id}`)).rate_hash;
    const former = await hashOf(orders[0]?.id);
    await editor.data('/recon/summary/delete', { body: { id: first.id } });
    const { shown, applied } = await compareAgain(bill);
    const details = 'only with another shipment, quote or amount of earlier bills';
    expect(shown).toMatchObject({
      changed: 1,
      reasons: [{ text: `Failed (No such order), ${details}`, count: 1, difference: '0' }],
    });
    expect(applied).toMatchObject({ state: 'done', changed: 1 });
    expect((await ordersOf(editor, bill.id))[2]).toMatchObject({ status: 8, reason: 'noOrder', earlier: '0' });
    // Another rate table with the same price, and another weight with the same price.
    const { pool } = world.database;
    await pool.query('DELETE FROM rate_versions');
    const names = [{ kind: 'zone' as const, code: 'B', name: 'Renamed' }];
    const hash = await storeRates(world, CHANNEL.first, { ...rateRows(), names });
    expect(hash).not.toBe(former);
    expect((await compareAgain(bill)).shown).toMatchObject({
      changed: 2,
      reasons: [{ text: `Matched, ${details}`, count: 2, difference: '0' }],
    });
    expect(await hashOf(orders[0]?.id)).toBe(hash);
    await pool.query("UPDATE shipments SET weight = 900 WHERE tracking = 'E2'");
    expect((await compareAgain(bill)).shown.changed).toBe(1);
    const words = async (id = 0) =>
      (await editor.data<{ quote: { words: string }[] }>(`/v2/ops/recon/orders/${id}`)).quote
        .map(one => one.words)
        .join();
    expect(await words(orders[1]?.id)).not.toBe(await words(orders[0]?.id));
  });

  it('the same number in another currency is not billed twice', async () => {
    await addShipment(editor, { tracking: 'U1' });
    const both = await saveLayout(
      editor,
      'currencies',
      { ...ROWS_LAYOUT, roles: { ...ROWS_LAYOUT.roles, currency: 7 } },
      40,
    );
    const wrong = await submit(editor, both, 'B1', [`${line('U1', 18_000)},USD`]);
    const right = await submit(editor, both, 'B2', [`${line('U1', 18_000)},IDR`]);
    const again = await submit(editor, both, 'B3', [`${line('U1', 18_000)},idr`]);
    expect(await resultsOf(wrong)).toEqual({ U1: ['8 currency', '0', null, null] });
    expect(await resultsOf(right)).toEqual({ U1: ['7 ', '0', e5(18_000), '0'] });
    const [order] = await ordersOf(editor, right.id);
    const { earlier } = await editor.data<{ earlier: object[] }>(`/v2/ops/recon/orders/${order?.id}`);
    expect(earlier).toMatchObject([{ bill_no: 'B1', billed: e5(18_000), currency: 'USD' }]);
    expect(await resultsOf(again)).toEqual({ U1: ['6 billedTwice', e5(18_000), '0', e5(18_000)] });
  });

  it('a layout can be saved with each separator, and reads files with it', async () => {
    await addShipment(editor, { tracking: 'T1' });
    for (const [name, separator] of [
      [',', ','],
      [';', ';'],
      ['tab', '\t'],
      ['|', '|'],
    ] as const) {
      const id = await saveLayout(editor, `separated ${name}`, { ...ROWS_LAYOUT, separator: name }, 40);
      // The other separators occur more often, so the separator could not be detected.
      const reference = ',;\t|'.replace(separator, '').repeat(20);
      const cells = ['T1', `a${reference}b`, '', '', DAY, 'BASE', '18000'];
      const bill = await submit(
        editor,
        id,
        `separated ${name}`,
        [cells.join(separator)],
        HEAD.replaceAll(',', separator),
      );
      expect(bill).toMatchObject({ state: 'ready', parcels: 1, refused: 0, billed: e5(18_000) });
    }
  });

  it('a layout can specify the separator and the encoding of text files', async () => {
    await world.database.pool.query('DELETE FROM notify_events');
    await addShipment(editor, { tracking: 'TH1' });
    const head = ['พัสดุ', 'อ้างอิง', 'น้ำหนัก', 'โซน', 'วันที่', 'ค่าบริการ', 'ยอด'];
    const rows = [head, ['TH1', '', '', '', DAY, 'ค่าส่ง', '18,000.00']].map(cells => cells.join('|'));
    // Thai letters have a fixed offset between Windows-874 and Unicode.
    const bytes = Buffer.from(
      [...`${rows.join('\n')}\n`].map(letter => {
        const code = letter.codePointAt(0) ?? 0;
        return code < 0x80 ? code : code - 0xe00 + 0xa0;
      }),
    );
    const bill = async (no: string, layoutId: number) => {
      const url = await uploadForm(editor, Buffer.concat([bytes, Buffer.from(no === 'T1' ? '' : '\n')]), `${no}.txt`);
      const params = { supplier_id: SUPPLIER, layout_id: layoutId, bill_no: no, bill_day: '2026-08-31' };
      const { id } = await editor.data<{ id: number }>('/sls-ops/recon/submit', {
        body: { url },
        headers: { 'x-business-params': encodeURIComponent(JSON.stringify(params)) },
      });
      return ended(editor, id);
    };
    const unsaid = await bill('T1', layout);
    expect([unsaid.state, unsaid.message]).toEqual(['failed', expect.stringContaining('Windows-1252')]);
    const { rows: told } = await world.database.pool.query(
      "SELECT country, person, fields FROM notify_events WHERE kind = 'job.failed'",
    );
    expect(told).toEqual([
      {
        country: 'ID',
        person: emailOf('id.editor'),
        fields: { job: 'Bill T1', reason: expect.stringContaining('Windows-1252') },
      },
    ]);
    const kinds = { ค่าส่ง: 'base' } as const;
    const said = await saveLayout(
      editor,
      'thai',
      { ...ROWS_LAYOUT, kinds, encoding: 'windows-874', separator: '|' },
      40,
    );
    const read = await bill('T2', said);
    expect(read).toMatchObject({ state: 'ready', parcels: 1, matched: 1, billed: e5(18_000) });
    for (const wrong of [{ encoding: 'latin-9' }, { separator: 'x' }, { separator: 1 }])
      expect(
        (
          await editor.call('/v2/ops/recon/layouts', {
            body: { supplier_id: SUPPLIER, name: 'odd', definition: { ...ROWS_LAYOUT, ...wrong }, contract_days: 40 },
          })
        ).status,
      ).toBe(400);
  });

  it('a bill that is read after a later one was compared names the later one', async () => {
    await addShipment(editor, { tracking: 'R1' });
    await saveLayout(editor, 'other', { ...ROWS_LAYOUT, roles: { tracking: 0, code: 5, amount: 4 } }, 40);
    const { list } = await editor.data<{ list: { id: number; name: string }[] }>('/v2/ops/recon/layouts');
    const other = list.find(({ name }) => name === 'other')?.id ?? 0;
    const first = await submit(editor, other, 'B1', [line('R1', 18_000)]);
    const later = await submit(editor, layout, 'B2', [line('R1', 18_000), line('R2', 1)]);
    expect([first.state, later.state]).toEqual(['failed', 'ready']);
    await editor.data('/v2/ops/recon/layouts', {
      body: { id: other, supplier_id: SUPPLIER, name: 'other', definition: ROWS_LAYOUT, contract_days: 40 },
    });
    const again = await editor.data<{ id: number }>('/v2/ops/recon/bills/read-again', { body: { id: first.id } });
    await actionEnded(editor, again.id);
    await editor.data('/v2/ops/recon/actions/apply', { body: { id: again.id } });
    await actionEnded(editor, again.id);
    await ended(editor, first.id);
    expect(await resultsOf(first)).toMatchObject({ R1: ['7 ', '0', e5(18_000), '0'] });
    const { compared } = await editor.data<{ compared: unknown }>(`/v2/ops/recon/bills/${first.id}`);
    expect(compared).toEqual([{ id: later.id, bill_no: 'B2' }]);
    const ids = (await ordersOf(editor, later.id)).map(({ id }) => id);
    const { id } = await editor.data<{ id: number }>('/recon/order/re-recon', { body: { id_list: ids } });
    await actionEnded(editor, id);
    expect((await ordersOf(editor, later.id))[0]).toMatchObject({ tracking: 'R1', status: 6, reason: 'billedTwice' });
  });

  it('a day that no bill can have is refused, because each month of charges has a table of its own', async () => {
    for (const bill_day of ['0001-01-01', '1999-12-31', '2126-08-31']) {
      const params = { supplier_id: SUPPLIER, layout_id: layout, bill_no: 'B1', bill_day };
      const url = await uploadForm(editor, Buffer.from(`${HEAD}\n${line('A1', 1)}\n`), 'a.csv');
      const answer = await editor.call('/sls-ops/recon/submit', {
        body: { url },
        headers: { 'x-business-params': encodeURIComponent(JSON.stringify(params)) },
      });
      expect([answer.status, answer.body.message]).toEqual([
        400,
        expect.stringMatching(/^bill_day: must be from 2000-01-01 to 20\d\d-\d\d-\d\d\. Check the year/),
      ]);
      const note = { supplier_id: SUPPLIER, note_no: 'N', currency: 'IDR', lines: [{ tracking: 'A', amount: '1' }] };
      const credit = await editor.call('/v2/ops/recon/credits', { body: { ...note, day: bill_day } });
      expect([credit.status, credit.body.message]).toEqual([400, expect.stringMatching(/^day: must be from 2000/)]);
    }
  });

  it('a file with other headings than the sample file is refused, because columns are read by position', async () => {
    const headings = HEAD.split(',');
    const own = await saveLayout(editor, 'with headings', { ...ROWS_LAYOUT, headings }, 30);
    const row = `HD1,,1,B,${DAY},BASE,18000`;
    expect(await submit(editor, own, 'H1', [row], HEAD.toUpperCase())).toMatchObject({ state: 'ready', parcels: 1 });
    const exchanged = HEAD.replace('Weight', 'Fee').replace('Amount', 'Weight');
    const changed = await submit(editor, own, 'H2', [row.replace('HD1', 'HD2')], exchanged);
    expect(changed).toMatchObject({ state: 'failed', parcels: 0 });
    expect(changed.message).toMatch(
      /^H2\.csv: Column C of the file is headed "Fee", and that of the layout is headed "Weight"/,
    );
  });

  it('a file cannot be part of two bills, whatever their numbers and their other files', async () => {
    const files = await Promise.all(
      ['A', 'B', 'C'].map(name => uploadForm(editor, Buffer.from(`${HEAD}\n${line(name, 1)}\n`), `${name}.csv`)),
    );
    const send = (bill_no: string, url: (string | undefined)[]) =>
      editor.call<{ id: number }>('/sls-ops/recon/submit', {
        body: { url },
        headers: {
          'x-business-params': encodeURIComponent(
            JSON.stringify({ supplier_id: SUPPLIER, layout_id: layout, bill_no, bill_day: '2026-08-31' }),
          ),
        },
      });
    const first = await send('B1', files.slice(0, 2));
    expect(first.status).toBe(200);
    const id = first.body.data?.id ?? 0;
    await ended(editor, id);
    const again = await send('B2', files.slice(1));
    expect([again.status, again.body.message, again.body.data]).toEqual([
      409,
      'The file B.csv was already submitted as part of bill B1. Remove it from this bill, or delete that bill first if it is wrong.',
      { id },
    ]);
    expect((await send('B3', files.slice(2))).status).toBe(200);
    await editor.data('/recon/summary/delete', { body: { id } });
    expect((await send('B2', files.slice(0, 2))).status).toBe(200);
  });

  // The embedded database has only one connection, so the calls never overlap.
  it.skipIf(kind === 'embedded')(
    'two spellings of a number that are submitted at the same time count once',
    async () => {
      const statuses = async (calls: Promise<{ status: number }>[]) =>
        (await Promise.all(calls)).map(({ status }) => status).sort();
      const spellings = ['n1', 'N1', 'ｎ1', 'Ｎ１'];
      const urls = await Promise.all(
        spellings.map((_, at) => uploadForm(editor, Buffer.from(`${HEAD}\n${line(`A${at}`, 1)}\n`), `${at}.csv`)),
      );
      const bills = spellings.map((bill_no, at) =>
        editor.call('/sls-ops/recon/submit', {
          body: { url: urls[at] },
          headers: {
            'x-business-params': encodeURIComponent(
              JSON.stringify({ supplier_id: SUPPLIER, layout_id: layout, bill_no, bill_day: '2026-08-31' }),
            ),
          },
        }),
      );
      expect(await statuses(bills)).toEqual([200, 409, 409, 409]);
      const notes = spellings.map(note_no =>
        editor.call('/v2/ops/recon/credits', {
          body: { supplier_id: SUPPLIER, note_no, day: DAY, currency: 'IDR', lines: [{ tracking: 'A', amount: '1' }] },
        }),
      );
      expect(await statuses(notes)).toEqual([200, 409, 409, 409]);
    },
  );

  it('a comparison that another person applies is theirs in the history of its orders', async () => {
    const bill = await submit(editor, layout, 'B1', [line('N1', 18_000)]);
    await addShipment(editor, { tracking: 'N1' });
    const filter = { bill_id: bill.id };
    const { id } = await editor.data<{ id: number }>('/v2/ops/recon/actions/recon', { body: { filter } });
    expect(await actionEnded(editor, id)).toMatchObject({ state: 'review', changed: 1 });
    expect(await admin.data('/v2/ops/recon/actions/apply', { body: { id } })).toMatchObject({
      requested_by: emailOf('admin'),
    });
    await actionEnded(editor, id);
    const [order] = await ordersOf(editor, bill.id);
    const { history } = await editor.data<{ history: object[] }>(`/v2/ops/recon/orders/${order?.id}`);
    expect(history).toMatchObject([{ email: emailOf('admin'), before: 8, after: 7, remark: 'Compared again' }]);
  });

  it('a job on orders that do not exist is refused and names them', async () => {
    await addShipment(editor, { tracking: 'A1' });
    const bill = await submit(editor, layout, 'B1', [line('A1', 18_000)]);
    const known = (await ordersOf(editor, bill.id)).map(({ id }) => id);
    const refusal = async (path: string, body: object) => {
      const { status, body: answer } = await editor.call(path, { body });
      return [status, answer.message];
    };
    const unknown = [...known, 999_999, 999_998, 999_999];
    const both = [404, expect.stringMatching(/^There are no orders 999999, 999998\. /)];
    expect(await refusal('/recon/order/re-recon', { id_list: unknown })).toEqual(both);
    expect(await refusal('/v2/ops/recon/actions/recon', { ids: unknown })).toEqual(both);
    expect(await refusal('/v2/ops/recon/actions/status', { ids: unknown, status: 2, remark: '' })).toEqual(both);
    const many = Array.from({ length: 12 }, (_, at) => 999_000 + at);
    expect((await refusal('/recon/order/re-recon', { id_list: many }))[1]).toContain('999009 and 2 more.');
    expect(await refusal('/recon/order/re-recon', { id_list: [999_999] })).toEqual([
      404,
      expect.stringMatching(/^There is no order 999999\. /),
    ]);
  });

  it('an order that is named twice is listed and changed once', async () => {
    await addShipment(editor, { tracking: 'A1' });
    const bill = await submit(editor, layout, 'B1', [line('A1', 18_000), line('A2', 18_000)]);
    const [matched, failed] = (await ordersOf(editor, bill.id)).map(({ id }) => id) as [number, number];
    const ids = [matched, failed, matched, 999_999, failed, 999_999];
    const refused = [
      { id: failed, problem: 'It is Failed, so it can become only Rejected, Deleted or Pending.' },
      { id: 999_999, problem: 'There is no such order. Its bill may have been deleted.' },
    ];
    expect(await admin.data('/ops/approve/filter-available-records', { body: { record_ids: ids } })).toEqual({
      record_ids: [matched],
      refused,
    });
    expect(await admin.data('/recon/order/status/update', { body: { id_list: ids, status: 2 } })).toEqual({
      changed: 1,
      refused,
    });
  });

  it('the sizes on a bill are stored, and are reported as the reason if quoting with them yields the billed amount', async () => {
    const { pool } = world.database;
    await pool.query('DELETE FROM rate_versions WHERE channel_id = $1', [CHANNEL.first]);
    await storeRates(world, CHANNEL.first, { ...rateRows(), settings: settings({}, { cubic: 'always' }) });
    const sized = await saveLayout(
      editor,
      'sizes',
      { ...ROWS_LAYOUT, sizeUnit: 'cm', roles: { ...ROWS_LAYOUT.roles, length: 7, width: 8, height: 9 } },
      365,
    );
    for (const tracking of ['Z1', 'Z2', 'Z3', 'Z4']) await addShipment(editor, { tracking, ...SMALL });
    // 30 x 20 x 20 cm count as 2 kg.
    const bill = await submit(editor, sized, 'B1', [
      `${line('Z1', 18_000, 'BASE', '1')},10,10,10`,
      `${line('Z2', 25_000, 'BASE', '1')},30,20,20`,
      `${line('Z2', 1_000, 'FUEL', '1')},,,`,
      `${line('Z3', 26_000, 'BASE', '2')},20 x 20 x 30 cm,,`,
      `${line('Z4', 26_000, 'BASE', '1')},30,20,`,
    ]);
    expect(bill).toMatchObject({ parcels: 4, refused: 0 });
    const orders = await ordersOf(editor, bill.id);
    expect(
      Object.fromEntries(
        orders.map(row => [row.tracking, [row.status, row.reason, row.length, row.width, row.height]]),
      ),
    ).toEqual({
      Z1: [7, '', 100, 100, 100],
      Z2: [6, 'sizes', 300, 200, 200],
      Z3: [6, 'weight', 200, 200, 300],
      Z4: [6, 'rate', null, null, null],
    });
    const detail = await editor.data<{ order: object }>(`/v2/ops/recon/orders/${orders[1]?.id}`);
    expect(detail.order).toMatchObject({ length: 300, width: 200, height: 200 });
  });

  it('every combination of status, action, person and setting has the result in the table of statuses', async () => {
    const { pool } = world.database;
    for (let n = 1; n <= 8; n++) await addShipment(editor, { tracking: `S${n}` });
    const bill = await submit(
      editor,
      layout,
      'B1',
      Array.from({ length: 8 }, (_, at) => line(`S${at + 1}`, 18_000)),
    );
    const ids = (await ordersOf(editor, bill.id)).map(({ id }) => id);
    const putAll = () =>
      pool.query(
        `UPDATE recon_parcels p SET status = n.status, version = version + 1, remark = '' FROM unnest($1::int8[]) WITH ORDINALITY AS n (id, status) WHERE p.id = n.id`,
        [ids],
      );
    const wrong: string[] = [];
    for (const own of [false, true]) {
      await admin.data('/v2/ops/recon/settings', { body: { own_approval: own } });
      for (const [who, caller] of [
        ['submitter', editor],
        ['other', admin],
      ] as const)
        for (const remark of ['', 'agreed'])
          for (const to of [1, 2, 3, 4]) {
            await putAll();
            const body = { status: to, remark };
            const filtered = await caller.data<{ record_ids: number[]; refused: { id: number; problem: string }[] }>(
              '/ops/approve/filter-available-records',
              { body: { record_ids: ids, ...body } },
            );
            const done = await caller.data<{ changed: number; refused: { id: number; problem: string }[] }>(
              '/recon/order/status/update',
              { body: { id_list: ids, ...body } },
            );
            const after = new Map((await ordersOf(editor, bill.id)).map(({ id, status }) => [id, status]));
            ids.forEach((id, at) => {
              const from = at + 1;
              const may =
                (TABLE[from]?.includes(to) ?? false) &&
                (to !== 2 || ((own || who === 'other') && (from !== 6 || remark !== '')));
              const words = `${from} to ${to} by ${who}, own ${own}, remark "${remark}"`;
              if (filtered.record_ids.includes(id) !== may) wrong.push(`filter: ${words}`);
              if (after.get(id) !== (may ? to : from)) wrong.push(`update: ${words} is ${after.get(id)}`);
              for (const { refused } of [filtered, done])
                if (refused.some(one => one.id === id && one.problem.endsWith('.')) === may)
                  wrong.push(`reason: ${words}`);
            });
          }
    }
    expect(wrong).toEqual([]);
    // After another comparison, statuses that permit it become Matched, and all others are unchanged.
    await putAll();
    const again = await admin.data<{ id: number }>('/recon/order/re-recon', { body: { id_list: ids } });
    await actionEnded(admin, again.id);
    expect((await ordersOf(editor, bill.id)).map(({ status }) => status)).toEqual([7, 2, 7, 4, 5, 7, 7, 7]);
  }, 120_000);
});
