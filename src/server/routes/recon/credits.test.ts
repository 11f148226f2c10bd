import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createWorld, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import {
  addShipment,
  DAY,
  e5,
  ordersOf,
  prepare,
  ROWS_LAYOUT,
  submit,
  SUPPLIER,
  startOver,
} from '../../../../tests/support/reconWorld.ts';

/** A layout whose eighth column contains the currency. */
const LAYOUT = { ...ROWS_LAYOUT, roles: { ...ROWS_LAYOUT.roles, currency: 7 } };
const HEAD = 'Tracking,Reference,Weight,Zone,Shipped,Code,Amount,Currency';

describeOnEach('currencies of disputes and credit notes (issue 30, 1)', kind => {
  let world: World;
  let editor: Caller;
  let layout: number;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  beforeEach(async () => {
    await startOver(world);
    layout = await prepare(editor, LAYOUT);
  });
  afterAll(() => world.close());

  const line = (tracking: string, amount: number, currency: string) =>
    `${tracking},,,,${DAY},BASE,${amount},${currency}`;
  const dispute = (body: object) => editor.call('/v2/ops/recon/disputes', { body });
  const credit = (note: string, currency: string, lines: Readonly<Record<string, number>>) =>
    editor.call('/v2/ops/recon/credits', {
      body: {
        supplier_id: SUPPLIER,
        note_no: note,
        day: DAY,
        currency,
        lines: Object.entries(lines).map(([tracking, units]) => ({ tracking, amount: e5(units) })),
      },
    });

  it('a credit note counts once, however its number is spelled', async () => {
    await addShipment(editor, { tracking: 'C1' });
    const bill = await submit(editor, layout, 'B1', [line('C1', 26_000, 'IDR')], HEAD);
    const opened = await dispute({ bill_id: bill.id });
    expect(opened.body.data).toMatchObject({ disputed: e5(8000) });
    expect((await credit('Note 1', 'IDR', { C1: 5000 })).status).toBe(200);
    for (const spelling of ['Note 1', 'note 1', 'NOTE  1', 'Note 1\u200b', 'Ｎote 1']) {
      const again = await credit(spelling, 'IDR', { C1: 3000 });
      expect([again.status, again.body.message]).toEqual([
        409,
        'The credit note Note 1 of this supplier has already been read. Check its number.',
      ]);
    }
    expect((await credit('Note 2', 'IDR', { C1: 3000 })).body.data).toMatchObject({ disputes: [{ state: 'closed' }] });
  });

  it('what an earlier bill charged too much is not disputed again on a later bill, and credits are set against both', async () => {
    await addShipment(editor, { tracking: 'E1' });
    const first = await submit(editor, layout, 'B1', [line('E1', 26_000, 'IDR')], HEAD);
    const second = await submit(editor, layout, 'B2', [line('E1', 5000, 'IDR')], HEAD);
    const third = await submit(editor, layout, 'B3', [line('E1', -2000, 'IDR')], HEAD);
    // 18,000 was expected for the parcel.
    expect((await ordersOf(editor, second.id))[0]).toMatchObject({ earlier: e5(26_000), difference: e5(13_000) });
    expect((await dispute({ bill_id: first.id })).body.data).toMatchObject({ disputed: e5(8000) });
    expect((await dispute({ bill_id: second.id })).body.data).toMatchObject({ disputed: e5(5000) });
    expect((await dispute({ bill_id: third.id })).status).toBe(409);
    const notes = [await credit('N1', 'IDR', { E1: 10_000 }), await credit('N2', 'IDR', { E1: 4000 })];
    expect(notes.map(({ body }) => body.data)).toMatchObject([
      { matched: e5(10_000), disputes: [{ state: 'closed' }, { state: 'partly', open: e5(3000) }] },
      { matched: e5(3000), unmatched: [{ amount: e5(1000) }], disputes: [{ state: 'closed' }] },
    ]);
  });

  it('a credit note in a currency other than the bill’s is refused, and accepted once it is corrected', async () => {
    await addShipment(editor, { tracking: 'C1' });
    const bill = await submit(editor, layout, 'B1', [line('C1', 26_000, 'IDR'), line('X1', 7, 'USD')], HEAD);
    const [rupiah, dollar] = await ordersOf(editor, bill.id);
    expect((await dispute({ bill_id: bill.id, ids: [rupiah?.id] })).status).toBe(200);
    expect((await dispute({ bill_id: bill.id, ids: [dollar?.id] })).status).toBe(200);
    const refused = await credit('N1', 'VND', { C1: 8000 });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'C1 is disputed in IDR, and this credit note is in VND. Correct the currency of the layout or of the file, or ask the supplier for a note in IDR.',
    ]);
    expect((await credit('N1', 'idr', { C1: 8000, X1: 7 })).body.message).toContain('X1 is disputed in USD');
    expect((await credit('N1', ' idr ', { C1: 8000 })).body.data).toMatchObject({
      matched: e5(8000),
      disputes: [{ state: 'closed', currency: 'IDR' }],
    });
    expect((await credit('N2', 'USD', { X1: 7 })).body.data).toMatchObject({ matched: e5(7) });
    const { list } = await editor.data<{ list: object[] }>('/v2/ops/recon/credits');
    expect(list).toMatchObject([
      { note_no: 'N2', currency: 'USD' },
      { note_no: 'N1', currency: 'IDR' },
    ]);
    expect((await credit('N3', '', { C1: 1 })).status).toBe(400);
  });

  it('a parcel that is disputed in two currencies is credited in the currency of the note', async () => {
    const rupiah = await submit(editor, layout, 'B1', [line('X1', 100, 'IDR')], HEAD);
    const dong = await submit(editor, layout, 'B2', [line('X1', 100, 'VND')], HEAD);
    for (const { id } of [rupiah, dong]) await dispute({ bill_id: id });
    expect((await credit('N1', 'VND', { X1: 150 })).body.data).toMatchObject({
      matched: e5(100),
      unmatched: [{ tracking: 'X1', amount: e5(50) }],
      disputes: [{ bill_id: dong.id, state: 'closed' }],
    });
  });

  it.skipIf(kind === 'embedded')('a dispute that is closed while a credit note is read stays closed', async () => {
    const bill = await submit(editor, layout, 'B1', [line('X1', 100, 'IDR')], HEAD);
    const id = (await dispute({ bill_id: bill.id })).body.data as { id: number };
    const other = await world.database.pool.connect();
    try {
      await other.query('BEGIN');
      await other.query("UPDATE recon_disputes SET state = 'closed', version = version + 1 WHERE id = $1", [id.id]);
      const crediting = credit('N1', 'IDR', { X1: 40 });
      await expect
        .poll(async () => {
          const { rows } = await world.database.pool.query<{ n: number }>(
            `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          return rows[0]?.n;
        })
        .toBe(1);
      await other.query('COMMIT');
      expect((await crediting).body.data).toMatchObject({ disputes: [{ state: 'closed', recovered: e5(40) }] });
    } finally {
      other.release();
    }
  });

  it('a parcel that was billed in several currencies cannot be disputed by its total', async () => {
    const bill = await submit(editor, layout, 'B1', [line('X1', 100, 'IDR'), line('X1', 7, 'USD')], HEAD);
    expect(await ordersOf(editor, bill.id)).toMatchObject([{ reason: 'noOrder', currency: '' }]);
    expect((await dispute({ bill_id: bill.id })).status).toBe(409);
  });
});
