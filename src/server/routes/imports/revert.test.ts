import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { areasCsv, importFile, importResults, mixedCsv } from '../../../../tests/support/importing.ts';
import {
  CHANNEL,
  createWorld,
  emailOf,
  resetRecords,
  STREET,
  type Caller,
  type World,
} from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { ChannelLocationRow } from '../../../contract/channelLocation.ts';
import type { ImportReceipt } from '../../../contract/imports/calls.ts';
import { sweepImports } from '../../housekeeping/importSweep.ts';

const { first, second } = CHANNEL;
const yes = ['Yes', 'Yes', 'Yes', 'Yes'];

describeOnEach('undoing imports of serviceable locations', kind => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind, { now: () => 1_800_000_000_500 });
    editor = await world.as('id.editor');
  });
  beforeEach(async () => {
    await resetRecords(world.database.pool);
    await world.database.pool.query('TRUNCATE imports, channel_location_import_rows');
  });
  afterAll(() => world.close());

  const { records, cursor, changesSince, logs, get } = importResults(() => editor);

  it('undoing an import increases versions and writes a log entry, and the undo itself can be undone', async () => {
    const before = await records(first);
    const receipt = await importFile(editor, mixedCsv());
    const since = await cursor();
    const undone = await editor.data<ImportReceipt>(`/v2/ops/imports/${receipt.id}/revert`, { body: {} });
    expect(undone).toMatchObject({
      state: 'applied',
      reverts: receipt.id,
      counts: { added: 1, changed: 1, removed: 1, left: 0 },
    });
    expect((await get(receipt)).revertedBy).toBe(undone.id);
    const plain = (rows: ChannelLocationRow[]) =>
      rows.map(({ version: _v, updatedBy: _b, updatedAt: _a, ...row }) => row);
    expect(plain(await records(first))).toEqual(plain(before));
    expect(await records(second)).toEqual([]);
    expect((await records(first)).filter(row => row.version > 1).map(row => [row.locationId, row.version])).toEqual([
      [STREET, 3],
      [STREET + 1, 3],
    ]);
    expect((await changesSince(since)).map(({ key, version, row }) => [key, version, row === null]).sort()).toEqual([
      [`${first}/${STREET}/0`, 3, false],
      [`${first}/${STREET + 1}/0`, 3, false],
      [`${second}/${STREET}/0`, 2, true],
    ]);
    const { list } = await logs();
    expect(list.map(entry => (JSON.parse(entry.body) as { reverts?: string }).reverts)).toEqual([
      receipt.id,
      undefined,
    ]);
    expect((await editor.call(`/v2/ops/imports/${receipt.id}/revert`, { body: {} })).status).toBe(409);

    const redone = await editor.data<ImportReceipt>(`/v2/ops/imports/${undone.id}/revert`, { body: {} });
    expect(redone).toMatchObject({ state: 'applied', counts: { added: 1, changed: 1, removed: 1 } });
    expect((await records(second)).map(row => [row.locationId, row.version])).toEqual([[STREET, 3]]);
    // After the undo, the same file can be imported again.
    expect((await importFile(editor, mixedCsv())).repeated).toBe(false);
  });

  it('an undo never overwrites later changes by others: it lists the rows, or skips them on request', async () => {
    const receipt = await importFile(editor, mixedCsv());
    const admin = await world.as('admin');
    await admin.data('/channelLocationService/delete', {
      body: { channel_id: second, location_id: STREET, applicable_type: 0 },
    });
    await admin.data('/channelLocationService/add', {
      body: {
        channelId: first,
        type: 0,
        locationId: STREET + 1,
        canDeliver: true,
        canCOD: false,
        canPickup: false,
        canCODPickup: false,
      },
    });
    const path = `/v2/ops/imports/${receipt.id}/revert`;
    const held = await editor.data<ImportReceipt>(path, { body: {} });
    expect(held).toMatchObject({ state: 'review', review: { total: 2 }, counts: { left: 2 } });
    expect(held.review?.rows.map(row => [row.key, row.change, row.current?.['updatedBy'] ?? null]).sort()).toEqual([
      [`${first}/${STREET + 1}/0`, 'added', emailOf('admin')],
      [`${second}/${STREET}/0`, 'removed', null],
    ]);
    const done = await editor.data<ImportReceipt>(path, { body: { skipConflicts: true } });
    expect(done).toMatchObject({ state: 'applied', counts: { changed: 1, added: 0, removed: 0, left: 2 } });
    expect((await records(first)).find(row => row.locationId === STREET)).toMatchObject({ canCOD: false, version: 3 });
    expect((await (await world.as('id.viewer')).call(path, { body: {} })).status).toBe(403);
  });

  it('if every row has been changed since the import, nothing is undone, and it does not count as undone', async () => {
    const receipt = await importFile(editor, areasCsv([[second, 'Standard', STREET, ...yes, 1]]));
    const admin = await world.as('admin');
    await admin.data('/channelLocationService/delete', {
      body: { channel_id: second, location_id: STREET, applicable_type: 0 },
    });
    const path = `/v2/ops/imports/${receipt.id}/revert`;
    for (const body of [{}, { skipConflicts: true }]) {
      expect(await editor.data<ImportReceipt>(path, { body })).toMatchObject({
        state: 'review',
        review: { total: 1 },
        counts: { added: 0, changed: 0, removed: 0, left: 1 },
        message: 'One row was changed since the import, so there is nothing left to undo.',
      });
    }
    expect((await get(receipt)).revertedBy).toBeNull();
    // An undo that changes nothing is not logged.
    expect((await logs()).list.filter(entry => entry.body.includes('reverts'))).toEqual([]);
  });

  it('an import can be undone until its rows are removed after the configured number of days', async () => {
    const receipt = await importFile(editor, mixedCsv());
    const DAY = 24 * 3600;
    const { pool } = world.database;
    const rows = async () => (await editor.data<{ list: unknown[] }>(`/v2/ops/imports/${receipt.id}/rows`)).list.length;
    expect(await sweepImports(pool, 30, 1_800_000_000 + 29 * DAY)).toBe(0);
    expect(await rows()).toBe(3);
    expect(await sweepImports(pool, 30, 1_800_000_000 + 31 * DAY)).toBe(1);
    expect(await sweepImports(pool, 30, 1_800_000_000 + 31 * DAY)).toBe(0);
    expect(await rows()).toBe(0);
    const refused = await editor.call(`/v2/ops/imports/${receipt.id}/revert`, { body: {} });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The changes made by this import are no longer kept, so it cannot be undone. Correct the records with another import.',
    ]);
    expect(await get(receipt)).toMatchObject({ state: 'applied', counts: { changed: 1 } });
    expect((await logs()).total).toBe(1);
  });

  it('an undo that waited until rows of its import were removed is refused, rather than carried out in part', async () => {
    const { pool } = world.database;
    const receipt = await importFile(editor, mixedCsv());
    const before = await records(first);
    // Housekeeping removes rows from the end after the undo was accepted, and before it runs.
    await pool.query(`CREATE FUNCTION remove_rows() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN DELETE FROM channel_location_import_rows WHERE n = 2; RETURN NEW; END'`);
    await pool.query('CREATE TRIGGER remove_rows AFTER INSERT ON imports EXECUTE FUNCTION remove_rows()');
    const path = `/v2/ops/imports/${receipt.id}/revert`;
    const undone = await editor.data<ImportReceipt>(path, { body: { skipConflicts: true } });
    await pool.query('DROP FUNCTION remove_rows CASCADE');
    expect(undone).toMatchObject({
      state: 'refused',
      failList: [{ message: expect.stringContaining('no longer kept') }],
    });
    expect((await get(receipt)).revertedBy).toBeNull();
    expect(await records(first)).toEqual(before);
  });
});
