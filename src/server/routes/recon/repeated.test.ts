import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { HEADER, KEY_USED } from '../../../contract/call.ts';
import { RECON_STATUS } from '../../../domain/recon/status.ts';
import { uploadForm } from '../../../../tests/support/importing.ts';
import {
  actionEnded,
  addShipment,
  DAY,
  e5,
  HEAD,
  ordersOf,
  prepare,
  ROWS_LAYOUT,
  startOver,
  submit,
  SUPPLIER,
} from '../../../../tests/support/reconWorld.ts';
import { createWorld, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import { RECON_WRITES } from '../../http/openapiExtra.ts';

describeOnEach('repeated reconciliation calls whose reply was lost (OB3)', kind => {
  let world: World;
  let editor: Caller;
  let admin: Caller;
  let layout: number;
  let bill: number;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
    admin = await world.as('admin');
  });
  beforeEach(async () => {
    await startOver(world);
    layout = await prepare(editor);
    await addShipment(editor, { tracking: 'R1' });
    await addShipment(editor, { tracking: 'R2' });
    bill = (await submit(editor, layout, 'B1', [`R1,,,,${DAY},BASE,18000`, `R2,,,,${DAY},BASE,26000`])).id;
  });
  // The next test deletes what the jobs of this one still write.
  afterEach(() =>
    vi.waitFor(
      async () => {
        const { rows } = await world.database.pool.query('SELECT key FROM jobs');
        if (rows.length > 0) throw new Error(`${rows.length} jobs are not finished`);
      },
      { timeout: 10_000 },
    ),
  );
  afterAll(() => world.close());

  const orders = async () => (await ordersOf(editor, bill)).map(({ id }) => id);
  const dispute = () => editor.data<{ id: number }>('/v2/ops/recon/disputes', { body: { bill_id: bill } });
  const approval = { status: RECON_STATUS.approved, remark: 'agreed by phone' };
  const classId = () => `${bill}.${RECON_STATUS.discrepant}.rate`;

  /** An input of each call; it can be carried out only once, or would have another reply the second time. */
  const INPUTS: Record<string, () => Promise<{ body: Record<string, unknown>; headers?: Record<string, string> }>> = {
    'recon.deleteBill': async () => ({ body: { id: bill } }),
    'recon.remarkBill': async () => ({ body: { id: bill, remark: 'checked' } }),
    'recon.downloadBill': async () => ({ body: { id: bill } }),
    'recon.classStatus': async () => ({ body: { id: classId(), ...approval } }),
    'recon.classAgain': async () => ({ body: { id: classId() } }),
    'recon.downloadClass': async () => ({ body: { id: classId() } }),
    'recon.orderStatus': async () => {
      const id_list = await orders();
      return { body: { id_list, ...approval, versions: id_list.map(() => 1) } };
    },
    'recon.ordersAgain': async () => ({ body: { id_list: await orders() } }),
    'recon.submit': async () => {
      const url = await uploadForm(admin, Buffer.from(`${HEAD}\nR3,,,,${DAY},BASE,18000\n`), 'second.csv');
      const params = { supplier_id: SUPPLIER, layout_id: layout, bill_no: 'B2', bill_day: '2026-08-31' };
      return { body: { url }, headers: { 'x-business-params': encodeURIComponent(JSON.stringify(params)) } };
    },
    'recon.saveLayout': async () => ({
      body: { supplier_id: SUPPLIER, name: 'second', definition: ROWS_LAYOUT, contract_days: 30 },
    }),
    'recon.deleteLayout': async () => ({ body: { id: layout } }),
    'recon.changeMatching': async () => ({ body: { filter: { bill_id: bill }, ...approval } }),
    'recon.previewAgain': async () => ({ body: { filter: { bill_id: bill } } }),
    'recon.previewReading': async () => ({ body: { id: bill } }),
    'recon.applyAgain': async () => {
      const { id } = await editor.data<{ id: number }>('/v2/ops/recon/actions/recon', {
        body: { filter: { bill_id: bill } },
      });
      await actionEnded(editor, id);
      return { body: { id } };
    },
    'recon.openDispute': async () => ({ body: { bill_id: bill } }),
    'recon.moveDispute': async () => ({ body: { ...(await dispute()), state: 'sent', version: 1 } }),
    'recon.downloadDispute': async () => ({ body: { id: (await dispute()).id } }),
    'recon.downloadAgain': async () => {
      const { id } = await editor.data<{ id: number }>('/recon/summary/download', { body: { id: bill } });
      await world.database.pool.query("UPDATE recon_downloads SET state = 'failed' WHERE id = $1", [id]);
      return { body: { id } };
    },
    'recon.addCredit': async () => {
      await dispute();
      const lines = [{ tracking: 'R2', amount: e5(5000) }];
      return { body: { supplier_id: SUPPLIER, note_no: 'N1', day: DAY, currency: 'IDR', lines } };
    },
    'recon.setSettings': async () => ({ body: { own_approval: true } }),
  };

  it('the table below contains every call that stores or requests something', () => {
    expect(Object.keys(INPUTS).toSorted()).toEqual(RECON_WRITES.map(({ id }) => id).toSorted());
  });

  it.each(RECON_WRITES)(
    '$id returns its first reply again, and its key is refused for another one',
    async ({ id, path }) => {
      const { body, headers } = (await INPUTS[id]?.()) ?? { body: {} };
      const given = { [HEADER.entity]: 'ID', [HEADER.idempotencyKey]: randomUUID() };
      const ask = () => admin.call(path, { body, headers: { ...headers, ...given } });
      const logged = async () => (await world.database.pool.query('SELECT id FROM audit_logs')).rows.length;
      const first = await ask();
      expect([first.status, first.raw.headers['idempotent-replayed']]).toEqual([200, undefined]);
      const before = await logged();
      const second = await ask();
      expect([second.status, second.raw.headers['idempotent-replayed']]).toEqual([200, 'true']);
      expect(second.body).toEqual(first.body);
      expect(await logged()).toBe(before);
      const other = await admin.call('/v2/ops/recon/settings', { body: { own_approval: false }, headers: given });
      expect([other.status, other.body.retcode]).toEqual([422, KEY_USED]);
    },
  );
});
