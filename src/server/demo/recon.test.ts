import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHANNEL, createWorld, type Caller, type World } from '../../../tests/support/serverFixture.ts';
import { actionEnded, ended, ordersOf } from '../../../tests/support/reconWorld.ts';
import { temporaryStore } from '../files/folderStore.ts';
import type { FileStore } from '../files/fileStore.ts';
import { insertRecon } from './recon.ts';

let world: World;
let editor: Caller;
let files: FileStore;
beforeAll(async () => {
  files = await temporaryStore();
  world = await createWorld('embedded', { files });
  editor = await world.as('id.editor');
});
afterAll(async () => {
  await world.close();
  await files.close();
});

it('reconciling the demo finds exactly the planted faults, and rereading the files changes nothing', async () => {
  const { pool } = world.database;
  await pool.query(
    `INSERT INTO rates (country, id, channel_id, name, name_folded, category, esf_model, asf_model, asf_calculation_formula)
     VALUES ('ID', 1, $1, 'J&T Express', 'j&t express', 2, 0, 1, '{"weight_range":[[0,0.5,9000],[0.5,1,11250],[1,2,15300],[2,3,19800],[3,5,27900]]}')`,
    [CHANNEL.first],
  );
  const client = await pool.connect();
  const bills = await insertRecon(client, 'ID', [{ id: CHANNEL.first, name: 'J&T Express' }], {
    perMonth: 120,
    files,
  }).finally(() => client.release());
  expect(bills).toHaveLength(3);
  for (const { id, planted, parcels } of bills) {
    const bill = await ended(editor, id);
    const found: Record<string, number> = { ruined: bill.ruined };
    for (const { reason } of await ordersOf(editor, id)) if (reason !== '') found[reason] = (found[reason] ?? 0) + 1;
    expect(found).toEqual(Object.fromEntries(Object.entries(planted).filter(([, count]) => count > 0)));
    expect(bill.parcels).toBe(parcels - planted.ruined + planted.billedTwice);
    const begun = await editor.data<{ id: number }>('/v2/ops/recon/bills/read-again', { body: { id } });
    expect(await actionEnded(editor, begun.id)).toMatchObject({ state: 'review', changed: 0, reasons: [] });
  }
});

it('the demo’s first Malaysian bill is settled by jobs that run after the bill is compared', async () => {
  const { pool } = world.database;
  await pool.query(
    `INSERT INTO rates (country, id, channel_id, name, name_folded, category, esf_model, asf_model, asf_calculation_formula)
     VALUES ('MY', 2, $1, 'Pos', 'pos', 2, 0, 1, '{"weight_range":[[0,0.5,6],[0.5,1,7],[1,2,9],[2,3,11],[3,5,15]]}')`,
    [CHANNEL.first],
  );
  const client = await pool.connect();
  const bills = await insertRecon(client, 'MY', [{ id: CHANNEL.first, name: 'Pos' }], { perMonth: 60, files }).finally(
    () => client.release(),
  );
  expect(bills).toHaveLength(3);
  // Another process may take the jobs in any order, so the last ones are run first here.
  await pool.query('UPDATE jobs SET turn = -no');
  // A change made by a person makes the runner start jobs that are waiting.
  await editor.data('/v2/ops/recon/settings', { body: { own_approval: false } }).catch(() => undefined);
  const statuses = async (id = 0) =>
    (
      await pool.query<{ status: number }>(
        'SELECT DISTINCT status FROM recon_counters WHERE bill_id = $1 AND parcels > 0 ORDER BY status',
        [id],
      )
    ).rows.map(({ status }) => status);
  await expect.poll(() => statuses(bills[0]?.id), { timeout: 30_000 }).toEqual([1, 4]);
  await expect.poll(() => statuses(bills[1]?.id), { timeout: 30_000 }).toEqual([6, 7, 8]);
});
