import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHANNEL, createWorld, STREET, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';

/** Tests the reads of a 3PL's locations that are not derived from a declaration (TPL-3). */
describeOnEach('origin and destination locations of 3PLs', kind => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  afterAll(() => world.close());

  it.each(['origin', 'destination'])(
    'the calls for the names at a level and for the records of a location return those of %s',
    async side => {
      const base = `/threePLLocationService/${side}`;
      const flags = { canDeliver: true, canCOD: false, canPickup: true, canCODPickup: false };
      const record = { threePlId: CHANNEL.first, type: 0, locationId: STREET };
      expect((await editor.call(`${base}/add`, { body: { ...record, ...flags } })).status).toBe(200);
      const byId = (locationId: number, caller = editor) =>
        caller.data<{ list: object[] }>(`${base}/getListByLocationID?location_id=${locationId}`);
      expect((await byId(STREET)).list).toMatchObject([{ ...record, ...flags, city: 'Bandung' }]);
      expect((await byId(STREET + 1)).list).toEqual([]);
      expect((await byId(STREET, await world.as('my.editor'))).list).toEqual([]);
      const { list } = await editor.data<{ list: string[] }>(`${base}/getListByAddressType?type=1&str=BANDUNG`);
      expect(list).toEqual(['Bandung', 'Bandung Barat']);
    },
  );
});
