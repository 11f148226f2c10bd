import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { IMPORT_HEADERS } from '../../../tests/support/importFile.ts';
import { areasCsv, uploadForm } from '../../../tests/support/importing.ts';
import { CHANNEL, createWorld, STREET, type Caller, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import type { ImportReceipt } from '../../contract/imports/calls.ts';

const ALL = ['Yes', 'Yes', 'Yes', 'Yes'];
const ONE = ['No', 'No', 'Yes', 'No'];
const NONE = ['No', 'No', 'No', 'No'];
type Row = readonly [place: number, services: readonly string[], action: number];

/** The lists whose records have services: one with packed flags, one whose rows are stored as JSON. */
const LISTS = [
  {
    path: '/channelLocationService/import',
    places: [0, 1, 2, 3].map(nth => STREET + nth),
    csv: (rows: readonly Row[]) =>
      areasCsv(rows.map(([place, services, action]) => [CHANNEL.second, 'Standard', place, ...services, action])),
  },
  {
    path: '/channelPostcodeService/import',
    places: [40111, 40112, 40113, 40114],
    csv: (rows: readonly Row[]) =>
      areasCsv(
        rows.map(([place, services, action]) => [CHANNEL.second, 'Standard', place, ...services, action]),
        IMPORT_HEADERS.map(header => (header === 'Location ID' ? 'Postcode' : header)),
      ),
  },
] as const;

describeOnEach('the event of lost coverage', kind => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  beforeEach(() => world.database.pool.query('DELETE FROM notify_events'));
  afterAll(() => world.close());

  const send = async ({ path, csv }: (typeof LISTS)[number], rows: readonly Row[]): Promise<ImportReceipt> => {
    const fileUrlList = [await uploadForm(editor, csv(rows))];
    const receipt = await editor.data<ImportReceipt>(path, { body: { fileUrlList } });
    expect(receipt).toMatchObject({ state: 'applied' });
    // Its job is done once all of its events are stored.
    const jobs = async () => (await world.database.pool.query('SELECT 1 FROM jobs WHERE key = $1', [receipt.id])).rows;
    await expect.poll(jobs).toEqual([]);
    return receipt;
  };
  const lostBy = async (): Promise<unknown[]> => {
    const { rows } = await world.database.pool.query<{ fields: { removed: number } }>(
      "SELECT fields FROM notify_events WHERE kind = 'coverage.lost'",
    );
    return rows.map(({ fields }) => fields.removed);
  };

  it.each(LISTS)('counts records that are removed or lose every service ($path)', async list => {
    const [a = 0, b = 0, c = 0, d = 0] = list.places;
    await send(list, [
      [a, ALL, 1],
      [b, ONE, 1],
      [c, ALL, 1],
      [d, NONE, 1],
    ]);
    expect(await lostBy()).toEqual([]);

    // One service remains, and a record without services is removed: the dialog does not report either.
    await send(list, [
      [c, ONE, 1],
      [d, NONE, -1],
    ]);
    expect(await lostBy()).toEqual([]);

    const { id } = await send(list, [[a, NONE, 1]]);
    expect(await lostBy()).toEqual([1]);
    // An undo that gives the services back, or takes them again, is not an import.
    await editor.data(`/v2/ops/imports/${id}/revert`, { body: {} });
    await send(list, [
      [a, NONE, 1],
      [b, ONE, -1],
      [c, ALL, 1],
    ]);
    expect(await lostBy()).toEqual([1, 2]);
  });
});
