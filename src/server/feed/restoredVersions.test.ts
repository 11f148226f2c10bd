import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { importFile, importResults, mixedCsv } from '../../../tests/support/importing.ts';
import {
  CHANNEL,
  createWorld,
  resetRecords,
  STREET,
  type Caller,
  type World,
} from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import { channelLocationKey, type ChannelLocationRow } from '../../contract/channelLocation.ts';
import type { ImportReceipt } from '../../contract/imports/calls.ts';
import type { RecordChange } from '../../contract/history.ts';
import { markRestored, settleFeed } from '../db/feedEpoch.ts';
import { recordsBefore } from '../routes/serviceability/before.ts';

describeOnEach('versions after a restore', kind => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  beforeEach(async () => {
    await resetRecords(world.database.pool);
    await world.database.pool.query('TRUNCATE imports, import_rows, channel_location_import_rows');
  });
  afterAll(() => world.close());

  const { records } = importResults(() => editor);
  const row = async (): Promise<ChannelLocationRow> =>
    (await records(CHANNEL.first)).find(({ locationId }) => locationId === STREET) as ChannelLocationRow;
  const update = (
    { channelId, type, locationId, canDeliver, canPickup, canCODPickup }: ChannelLocationRow,
    changes: { canCOD: boolean; version?: number },
  ) =>
    editor.call<ChannelLocationRow>('/channelLocationService/update', {
      body: { channelId, type, locationId, canDeliver, canPickup, canCODPickup, ...changes },
    });
  const start = async (isRestored: boolean): Promise<void> => {
    const client = await world.database.pool.connect();
    try {
      if (isRestored) await markRestored(client);
      await settleFeed(client, kind === 'embedded');
    } finally {
      client.release();
    }
  };

  it('an edit that is based on a version of the lost history is stale, even if the number exists again (OB8)', async () => {
    const before = await row();
    // In the lost history, this device saw the next version. A colleague makes another next version after the restore.
    await start(true);
    expect((await update(before, { canCOD: !before.canCOD })).status).toBe(200);
    const late = await update(before, { canCOD: before.canCOD, version: before.version + 1 });
    expect(late.status).toBe(409);
    expect(await row()).toMatchObject({ canCOD: !before.canCOD });
    expect((await row()).version).toBeGreaterThan(before.version + 1000);
  });

  it('an ordinary restart keeps all versions', async () => {
    const before = await row();
    await start(false);
    expect(await row()).toEqual(before);
  });

  it('an import from before the restore can still be undone', async () => {
    const before = await records(CHANNEL.first);
    const { id } = await importFile(editor, mixedCsv());
    await start(true);
    const undone = await editor.call<ImportReceipt>(`/v2/ops/imports/${id}/revert`, { body: {} });
    expect(undone.body.data).toMatchObject({ state: 'applied' });
    const plain = (rows: readonly ChannelLocationRow[]) =>
      rows.map(({ locationId, canDeliver, canCOD, canPickup }) => ({ locationId, canDeliver, canCOD, canPickup }));
    expect(plain(await records(CHANNEL.first))).toEqual(plain(before));
  });

  it('the history of a record and its state on a past day are the same after a restore', async () => {
    await importFile(editor, mixedCsv());
    const imported = await row();
    expect((await update(imported, { canCOD: !imported.canCOD })).status).toBe(200);
    const history = async () => {
      const key = channelLocationKey({ channelId: CHANNEL.first, type: 0, locationId: STREET });
      const { list } = await editor.data<{ list: RecordChange[] }>(
        `/v2/ops/history?collection=channelLocations&key=${key}`,
      );
      return list.map(change => [change.import === null, change.before?.['canCOD'], change.after?.['canCOD']]);
    };
    const before = async () => (await recordsBefore(world.database.pool, 'ID', 'channel', CHANNEL.first, 0)).lists;
    const [changes, lists] = [await history(), await before()];
    expect(changes.slice(0, 2).map(([byHand]) => byHand)).toEqual([true, false]);
    expect(lists.length).toBe(1);
    await start(true);
    expect(await history()).toEqual(changes);
    expect(await before()).toEqual(lists);
    const restored = await row();
    expect((await update(restored, { canCOD: !restored.canCOD, version: restored.version })).status).toBe(200);
    expect((await history()).slice(1)).toEqual(changes);
    expect(await before()).toEqual(lists);
  });
});
