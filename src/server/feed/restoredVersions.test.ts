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
import { HEADER } from '../../contract/call.ts';
import { channelLocationKey, type ChannelLocationRow } from '../../contract/channelLocation.ts';
import type { ImportReceipt } from '../../contract/imports/calls.ts';
import type { RecordChange } from '../../contract/history.ts';
import { markRestored, settleFeed } from '../db/feedEpoch.ts';
import { recordsBefore } from '../routes/serviceability/before.ts';

describeOnEach('versions after a restore', kind => {
  let world: World;
  let editor: Caller;
  let now = 1_800_000_000_000;
  beforeAll(async () => {
    world = await createWorld(kind, { now: () => now });
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
    basedAt?: number,
  ) =>
    editor.call<ChannelLocationRow>('/channelLocationService/update', {
      body: { channelId, type, locationId, canDeliver, canPickup, canCODPickup, ...changes },
      headers: basedAt === undefined ? {} : { [HEADER.basedAt]: String(basedAt) },
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

  it('an edit that is based on a lost version is stale if an old copy of the data was put back by hand (OB8)', async () => {
    const before = await row();
    const lost = (await update(before, { canCOD: !before.canCOD, version: before.version })).body.data;
    if (!lost) throw new Error('The edit was refused.');
    await world.database.pool.query(
      `UPDATE channel_locations SET can_cod = $2, version = $3, updated_by = $4, updated_at = $5
        WHERE location_id = $1 AND channel_id = $6 AND type = 0`,
      [STREET, before.canCOD, before.version, before.updatedBy, before.updatedAt, CHANNEL.first],
    );
    await start(false);
    now += 60_000;
    const theirs = (await update(before, { canCOD: !before.canCOD, version: before.version })).body.data;
    expect(theirs?.version).toBe(lost.version);
    const change = { canCOD: before.canCOD, version: lost.version };
    const late = await update(lost, change, lost.updatedAt);
    expect([late.status, late.body.data]).toEqual([409, { current: theirs, currentVersion: theirs?.version }]);
    const { channelId, type, locationId, canDeliver, canPickup, canCODPickup } = lost;
    const input = { channelId, type, locationId, canDeliver, canPickup, canCODPickup, ...change };
    const batch = await editor.data<{ items: { status: number }[] }>('/v2/ops/writes', {
      body: {
        writes: [
          { call: 'channelLocation.update', key: 'lost', input, basedAt: lost.updatedAt },
          { call: 'channelLocation.update', key: 'seen', input, basedAt: theirs?.updatedAt },
        ],
      },
    });
    expect(batch.items.map(({ status }) => status)).toEqual([409, 200]);
  });

  it('a time that is not one is refused', async () => {
    const before = await row();
    const answer = await editor.call('/channelLocationService/update', {
      body: before,
      headers: { [HEADER.basedAt]: 'yesterday' },
    });
    expect([answer.status, answer.body.message]).toEqual([400, 'x-ops-based-at: must be a time in seconds since 1970']);
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
