import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  actionEnded,
  addShipment,
  DAY,
  ended,
  prepare,
  ROWS_LAYOUT,
  saveRule,
  submit,
  startOver,
} from '../../../tests/support/reconWorld.ts';
import { createWorld, type Caller, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import { BLOCK_IDS } from './counters.ts';

/** What a person can do with bills. `n` selects a bill, and `share` selects some of its parcels. */
type Step =
  | { do: 'submit'; lines: readonly { name: number; amount: number; code: string; currency: string }[] }
  | { do: 'status'; n: number; share: number; status: number }
  | { do: 'again' | 'preview'; n: number; share: number }
  | { do: 'delete' | 'read'; n: number };

const NAMES = ['S1', 'S2', 'S3', 'X1', ',ORD-1'];
const HEAD = 'Tracking,Reference,Weight,Zone,Shipped,Code,Amount,Currency';
const n = fc.nat(5);
const share = fc.integer({ min: 1, max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('submit' as const),
      lines: fc.array(
        fc.record({
          name: fc.nat(NAMES.length - 1),
          amount: fc.constantFrom(18_000, 18_360, 26_000, -500, 0),
          code: fc.constantFrom('BASE', 'FUEL', 'ADJ', 'INFO', 'ODD'),
          currency: fc.constantFrom('', '', '', 'VND'),
        }),
        { minLength: 1, maxLength: 6 },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('status' as const), n, share, status: fc.constantFrom(1, 2, 3, 4) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('again' as const, 'preview' as const), n, share }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('delete' as const, 'read' as const), n }) },
);

describeOnEach('counters of bills', kind => {
  let world: World;
  let editor: Caller;
  let admin: Caller;
  let layout: number;
  let made = 0;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
    admin = await world.as('admin');
  });
  beforeEach(async () => {
    await startOver(world);
    layout = await prepare(editor, { ...ROWS_LAYOUT, roles: { ...ROWS_LAYOUT.roles, currency: 7 } });
    await saveRule(editor, {});
    for (const at of [1, 2, 3]) await addShipment(editor, { tracking: `S${at}`, reference: at === 1 ? 'ORD-1' : '' });
  });
  afterAll(() => world.close());

  const idsOf = async (bill: number, every: number): Promise<number[]> => {
    const { rows } = await world.database.pool.query<{ id: number }>(
      'SELECT id FROM recon_parcels WHERE bill_id = $1 ORDER BY id',
      [bill],
    );
    return rows.map(({ id }) => id).filter((_, at) => at % every === 0);
  };

  /** Waits for the job on orders, if one was started, and applies the changes that it proposes. */
  async function finish(answer: { status: number; body: { data?: unknown } }): Promise<void> {
    const id = (answer.body.data as { id?: number } | undefined)?.id;
    if (answer.status !== 200 || id === undefined) return;
    const { state } = await actionEnded(editor, id);
    if (state !== 'review') return;
    await editor.call('/v2/ops/recon/actions/apply', { body: { id } });
    await actionEnded(editor, id);
  }

  async function take(one: Step, bills: number[]): Promise<void> {
    if (one.do === 'submit') {
      made += 1;
      const lines = one.lines.map(({ name, amount, code, currency }) => {
        const named = NAMES[name] ?? '';
        return `${named.startsWith(',') ? named : `${named},`},,,${DAY},${code},${amount},${currency}`;
      });
      // The files must differ, because equal files would be refused.
      const { id } = await submit(editor, layout, `B${made}`, [...lines, `U${made},,,,${DAY},BASE,1,`], HEAD);
      bills.push(id);
      return;
    }
    const bill = bills[one.n % Math.max(1, bills.length)];
    if (bill === undefined) return;
    const ids = 'share' in one ? await idsOf(bill, one.share) : [];
    if (one.do === 'status')
      await admin.call('/recon/order/status/update', { body: { id_list: ids, status: one.status, remark: 'tried' } });
    else if (one.do === 'again') await finish(await editor.call('/recon/order/re-recon', { body: { id_list: ids } }));
    else if (one.do === 'preview')
      await finish(await editor.call('/v2/ops/recon/actions/recon', { body: { filter: { bill_id: bill } } }));
    else if (one.do === 'delete') await editor.call('/recon/summary/delete', { body: { id: bill } });
    else {
      await finish(await editor.call('/v2/ops/recon/bills/read-again', { body: { id: bill } }));
      const { rows } = await world.database.pool.query('SELECT 1 FROM recon_bills WHERE id = $1 AND NOT deleted', [
        bill,
      ]);
      if (rows.length > 0) await ended(editor, bill);
    }
  }

  it('the stored counters equal a recount of the parcels, whatever has been done before', async () => {
    const { pool } = world.database;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async steps => {
        const bills: number[] = [];
        for (const one of steps) await take(one, bills);
        const off = await pool.query(
          `SELECT * FROM (SELECT bill_id, status, reason, channel_id, currency, count(*)::int4 AS parcels, sum(billed) AS billed,
                   coalesce(sum(expected), 0) AS expected, coalesce(sum(difference), 0) AS difference
                   FROM recon_parcels GROUP BY 1, 2, 3, 4, 5) p
             FULL JOIN (SELECT * FROM recon_counters WHERE parcels <> 0 OR billed <> 0 OR expected <> 0 OR difference <> 0) c
                USING (bill_id, status, reason, channel_id, currency)
            WHERE (p.parcels, p.billed, p.expected, p.difference) IS DISTINCT FROM (c.parcels, c.billed, c.expected, c.difference)`,
        );
        expect(off.rows).toEqual([]);
        const accepted = await pool.query(
          `SELECT b.id, b.let_through FROM recon_bills b WHERE b.let_through <> (
             SELECT coalesce(sum(abs(p.difference)), 0) FROM recon_parcels p WHERE p.bill_id = b.id AND p.reason = '' AND p.status IN (2, 4, 7))`,
        );
        expect(accepted.rows).toEqual([]);
        const blocks = await pool.query(
          `SELECT * FROM (SELECT bill_id, id / ${BLOCK_IDS} AS block, status, reason, channel_id, count(*)::int4 AS parcels
                   FROM recon_parcels GROUP BY 1, 2, 3, 4, 5) p
             FULL JOIN (SELECT * FROM recon_blocks WHERE parcels <> 0) b USING (bill_id, block, status, reason, channel_id)
            WHERE p.parcels IS DISTINCT FROM b.parcels`,
        );
        expect(blocks.rows).toEqual([]);
        const sums = await pool.query(
          `SELECT p.id FROM recon_parcels p WHERE billed <>
             (SELECT coalesce(sum(amount), 0) FROM recon_charges c WHERE c.month = p.month AND c.parcel_id = p.id AND c.kind <> 'information')`,
        );
        expect(sums.rows).toEqual([]);
      }),
      { numRuns: 6 },
    );
  }, 180_000);
});
