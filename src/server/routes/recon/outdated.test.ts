import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BillRow } from '../../../contract/recon.ts';
import { RECON_STATUS } from '../../../domain/recon/status.ts';
import { createWorld, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import {
  actionEnded,
  addShipment,
  DAY,
  e5,
  ended,
  ordersOf,
  prepare,
  ROWS_LAYOUT,
  saveRule,
  startOver,
  submit,
  SUPPLIER,
} from '../../../../tests/support/reconWorld.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';

type Detail = BillRow & { let_through: string; changed_since: { id: number; bill_no: string }[] };

describeOnEach('results that have become outdated', kind => {
  let world: World;
  let editor: Caller;
  let layout: number;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  beforeEach(async () => {
    await startOver(world);
    layout = await prepare(editor);
  });
  afterAll(() => world.close());

  const line = (tracking: string, amount: number | string, code = 'BASE') => `${tracking},,,,${DAY},${code},${amount}`;
  const detailOf = (id: number) => editor.data<Detail>(`/v2/ops/recon/bills/${id}`);
  const letThrough = async ({ id }: { id: number }) => (await detailOf(id)).let_through;
  const setStatus = (ids: readonly number[], status: number) =>
    editor.data<{ changed: number }>('/recon/order/status/update', { body: { id_list: ids, status, remark: 'x' } });
  const preview = async (which: object) => {
    const { id } = await editor.data<{ id: number }>('/v2/ops/recon/actions/recon', { body: which });
    return actionEnded(editor, id);
  };
  const apply = async ({ id }: { id: number }) => {
    await editor.data('/v2/ops/recon/actions/apply', { body: { id } });
    return actionEnded(editor, id);
  };
  const changeRule = (rule: string) =>
    world.database.pool.query(`UPDATE recon_rules SET ${rule} WHERE supplier_id = ${SUPPLIER}`);

  describe('the cap of a bill', () => {
    const AMOUNT = { fee_rule_type: 1, over_amount: Number(e5(300)), under_amount: 0, over_percent: null };

    it('what a bill lets through follows each decision of a person', async () => {
      await saveRule(editor, { ...AMOUNT, under_percent: null, bill_cap: Number(e5(500)) });
      for (const tracking of ['C1', 'C2']) await addShipment(editor, { tracking });
      const bill = await submit(editor, layout, 'B1', [line('C1', 18_200), line('C2', 18_100)]);
      expect(await letThrough(bill)).toBe(e5(300));
      const [first, second] = await ordersOf(editor, bill.id);
      await setStatus([first?.id ?? 0], RECON_STATUS.rejected);
      await setStatus([second?.id ?? 0], RECON_STATUS.deleted);
      expect(await letThrough(bill)).toBe(e5(0));
      expect(await apply(await preview({ ids: [first?.id ?? 0] }))).toMatchObject({ state: 'done', changed: 1 });
      expect(await letThrough(bill)).toBe(e5(200));
    });

    it('two comparisons of a bill that were previewed at the same time do not let through more than the cap together', async () => {
      for (const tracking of ['C1', 'C2']) await addShipment(editor, { tracking });
      const bill = await submit(editor, layout, 'B1', [line('C1', 18_200), line('C2', 18_200)]);
      expect(await letThrough(bill)).toBe('0');
      await saveRule(editor, { ...AMOUNT, under_percent: null, bill_cap: Number(e5(300)) });
      const [first, second] = await ordersOf(editor, bill.id);
      // Each of them sees the whole cap.
      const one = await preview({ ids: [first?.id] });
      const other = await preview({ ids: [second?.id] });
      expect([one.changed, other.changed]).toEqual([1, 1]);
      await apply(one);
      const applied = await apply(other);
      expect(applied.changed).toBe(0);
      expect(applied.reasons.map(({ text, count }) => [text, count])).toEqual([
        [
          'Other parcels of the bill have used up the cap of the shipping fee rule in the meantime. Compare it again.',
          1,
        ],
      ]);
      expect(await letThrough(bill)).toBe(e5(200));
      expect((await ordersOf(editor, bill.id)).map(({ status }) => status)).toEqual([
        RECON_STATUS.matched,
        RECON_STATUS.discrepant,
      ]);
    });

    it('an applied comparison counts only what it changed, without parcels that a person changed since it was shown', async () => {
      for (const tracking of ['C1', 'C2', 'C3']) await addShipment(editor, { tracking });
      const lines = [line('C1', 18_200), line('C2', 18_100), line('C3', 18_000)];
      const bill = await submit(editor, layout, 'B1', lines);
      await saveRule(editor, { ...AMOUNT, under_percent: null });
      const shown = await preview({ filter: { bill_id: bill.id } });
      const [first] = await ordersOf(editor, bill.id);
      expect(shown.reasons.map(({ text, count }) => [text, count])).toEqual([['Discrepant (Rate) to Matched', 2]]);
      await setStatus([first?.id ?? 0], RECON_STATUS.rejected);
      const applied = await apply(shown);
      expect([applied.state, applied.changed]).toEqual(['done', 1]);
      expect(applied.reasons.map(({ text, count }) => [text, count]).toSorted()).toEqual([
        ['Discrepant (Rate) to Matched', 1],
        ['Someone else has changed it in the meantime. Compare it again.', 1],
      ]);
      expect((await ordersOf(editor, bill.id)).map(({ status }) => status)).toEqual([
        RECON_STATUS.rejected,
        RECON_STATUS.matched,
        RECON_STATUS.matched,
      ]);
    });

    it('a comparison that frees as much of the cap as it needs is applied as it was shown', async () => {
      await saveRule(editor, { ...AMOUNT, under_percent: null, bill_cap: Number(e5(300)) });
      for (const tracking of ['C1', 'C2']) await addShipment(editor, { tracking });
      // The first parcel exceeds the tolerance, so the second one uses the cap.
      const bill = await submit(editor, layout, 'B1', [line('C1', 18_300), line('C2', 18_200)]);
      expect(await letThrough(bill)).toBe(e5(300));
      await changeRule(`over_amount = ${e5(250)}`);
      const shown = await preview({ filter: { bill_id: bill.id } });
      expect(shown.changed).toBe(2);
      expect(await apply(shown)).toMatchObject({ state: 'done' });
      expect(await letThrough(bill)).toBe(e5(200));
    });
  });

  describe('a rule that is changed', () => {
    it('a comparison that was previewed by a former rule cannot be applied', async () => {
      await saveRule(editor, {});
      await addShipment(editor, { tracking: 'R1' });
      const bill = await submit(editor, layout, 'B1', [line('R1', 18_900)]);
      await changeRule(`fee_rule_type = 1, over_amount = ${e5(1000)}`);
      const shown = await preview({ filter: { bill_id: bill.id } });
      expect(shown).toMatchObject({ state: 'review', changed: 1 });
      await changeRule(`over_amount = ${e5(100)}`);
      const refused = await editor.call<{ message: string }>('/v2/ops/recon/actions/apply', { body: { id: shown.id } });
      expect(refused.status).toBe(409);
      expect(refused.body.message).toBe(
        `The shipping fee rule of supplier ${SUPPLIER} was changed after this comparison began. Compare the orders again.`,
      );
      expect((await ordersOf(editor, bill.id))[0]?.status).toBe(RECON_STATUS.discrepant);
    });

    it('a bill during whose comparison the rule was changed is compared by one rule, and says that it is outdated', async () => {
      await saveRule(editor, {});
      await addShipment(editor, { tracking: 'R1' });
      const { pool } = world.database;
      // The change is committed together with the first results.
      await pool.query(
        `CREATE OR REPLACE FUNCTION change_rule() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN UPDATE recon_rules SET fee_rule_type = 1, over_amount = ${e5(1000)}; RETURN NULL; END $$`,
      );
      await pool.query(
        `CREATE TRIGGER change_rule AFTER UPDATE ON recon_parcels FOR EACH ROW WHEN (NEW.status = 6) EXECUTE FUNCTION change_rule()`,
      );
      const bill = await submit(editor, layout, 'B1', [line('R1', 18_900)]);
      await pool.query('DROP TRIGGER change_rule ON recon_parcels');
      expect(bill.outdated).toBe(true);
      expect(bill.message).toContain('was changed during the comparison');
      expect((await ordersOf(editor, bill.id))[0]?.status).toBe(RECON_STATUS.discrepant);
      await apply(await preview({ filter: { bill_id: bill.id } }));
      expect(await detailOf(bill.id)).toMatchObject({ outdated: false, message: '', matched: 1 });
    });
  });

  describe('a bill that was compared with another one', () => {
    let first: BillRow;
    let second: BillRow;
    const outdated = async () => {
      const { outdated: isOutdated, changed_since: since } = await detailOf(second.id);
      return [isOutdated, since.map(({ bill_no }) => bill_no)];
    };
    const CURRENT = [false, []];
    const OUTDATED = [true, ['B1']];
    beforeEach(async () => {
      await addShipment(editor, { tracking: 'P1' });
      await addShipment(editor, { tracking: 'P2' });
      first = await submit(editor, layout, 'B1', [line('P1', 10_000), line('P2', 18_000)]);
      second = await submit(editor, layout, 'B2', [line('P1', 8_000, 'ADJ')]);
    });

    it('is outdated once the other bill was deleted, until it is compared again as a whole', async () => {
      expect(second.matched).toBe(1);
      expect(await outdated()).toEqual(CURRENT);
      await editor.data('/recon/summary/delete', { body: { id: first.id } });
      expect(await outdated()).toEqual(OUTDATED);
      const { list } = await editor.data<{ list: BillRow[] }>('/recon/summary/search');
      expect(list.map(({ bill_no, outdated: isOutdated }) => [bill_no, isOutdated])).toEqual([['B2', true]]);
      // Only some of its orders.
      await apply(await preview({ filter: { bill_id: second.id, status: RECON_STATUS.matched } }));
      expect(await outdated()).toEqual(OUTDATED);
      expect(await preview({ filter: { bill_id: second.id } })).toMatchObject({ changed: 0 });
      expect(await outdated()).toEqual(CURRENT);
    });

    it('is outdated once a parcel that is on both was deleted or restored, but not because of other parcels', async () => {
      const [shared, other] = await ordersOf(editor, first.id);
      await setStatus([other?.id ?? 0], RECON_STATUS.deleted);
      expect(await outdated()).toEqual(CURRENT);
      await setStatus([shared?.id ?? 0], RECON_STATUS.deleted);
      expect(await outdated()).toEqual(OUTDATED);
      const shown = await preview({ filter: { bill_id: second.id } });
      // The other bill changes once more before the comparison is applied.
      await apply(await preview({ ids: [shared?.id] }));
      await apply(shown);
      expect(await outdated()).toEqual(OUTDATED);
      await apply(await preview({ filter: { bill_id: second.id } }));
      expect(await outdated()).toEqual(CURRENT);
      expect((await ordersOf(editor, second.id))[0]).toMatchObject({
        status: RECON_STATUS.matched,
        earlier: e5(10_000),
      });
    });

    it('is outdated once a parcel was deleted that the other bill names by another of its names', async () => {
      await addShipment(editor, { tracking: 'P3', reference: 'ORD-3' });
      const named = (tracking: string, reference: string) => line(tracking, 18_000).replace(',,,,', `,${reference},,,`);
      const names = [
        ['P3', ''],
        ['', 'ord3'],
        ['THEIRS3', 'ORD 3'],
      ] as const;
      const bills: BillRow[] = [];
      for (const [n, [tracking, reference]] of names.entries())
        bills.push(await submit(editor, layout, `N${n}`, [named(tracking, reference)]));
      const last = bills[2] as BillRow;
      const isOutdated = async () => (await detailOf(last.id)).changed_since.map(({ bill_no }) => bill_no);
      for (const [n, bill] of bills.slice(0, 2).entries()) {
        const [parcel] = await ordersOf(editor, bill.id);
        await setStatus([parcel?.id ?? 0], RECON_STATUS.deleted);
        expect(await isOutdated()).toEqual([`N${n}`]);
        await apply(await preview({ filter: { bill_id: last.id } }));
        expect(await isOutdated()).toEqual([]);
      }
    });

    const saveRoles = (roles: object) =>
      editor.data('/v2/ops/recon/layouts', {
        body: {
          id: layout,
          supplier_id: SUPPLIER,
          name: 'rows',
          contract_days: 365,
          definition: { ...ROWS_LAYOUT, roles: { ...ROWS_LAYOUT.roles, ...roles } },
        },
      });
    const readAgain = async (bill: BillRow) => {
      const { id } = await editor.data<{ id: number }>('/v2/ops/recon/bills/read-again', { body: { id: bill.id } });
      await apply(await actionEnded(editor, id));
      return ended(editor, bill.id);
    };

    it('is outdated once the other bill was read again', async () => {
      await saveRoles({ billedWeight: undefined });
      await readAgain(first);
      expect(await outdated()).toEqual(OUTDATED);
    });

    it('is outdated if an earlier bill could be read only after it was compared', async () => {
      await saveRoles({ tracking: 20, reference: 21 });
      const late = await submit(editor, layout, 'B3', [line('P2', 500, 'FUEL')]);
      expect(late.state).toBe('failed');
      await saveRoles({});
      const later = await submit(editor, layout, 'B4', [line('P2', 700, 'ADJ')]);
      expect((await detailOf(later.id)).outdated).toBe(false);
      expect((await readAgain(late)).state).toBe('ready');
      expect(await detailOf(later.id)).toMatchObject({ outdated: true, changed_since: [{ bill_no: 'B3' }] });
    });
  });
});
