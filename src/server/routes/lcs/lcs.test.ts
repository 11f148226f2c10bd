import { afterAll, beforeAll, expect, it } from 'vitest';
import { uploadForm } from '../../../../tests/support/importing.ts';
import { CHANNEL, createWorld, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { ImportReceipt } from '../../../contract/imports/calls.ts';
import type { PickupRow } from '../../../contract/resources/pickup.ts';
import type { TimeslotRow } from '../../../contract/resources/timeslot.ts';

const pickup = {
  channelId: CHANNEL.first,
  pickupType: 0,
  firstDay: 1,
  daysOffered: 3,
  cutoff: '14:00',
  timeslotRequired: true,
  maxAttempts: 2,
  status: 0,
};
const slot = { days: 'Mon-Wed', startTime: '09:00', endTime: '12:00', cutoff: '08:00', capacity: 100, status: 0 };
const branch = {
  code: 'bdg-01',
  name: 'Dago',
  latitude: -6_885_000,
  longitude: 107_613_611,
  openingHours: 'mon-fri 8:00-17:00',
  dropOff: true,
  collects: false,
  returns: false,
  cod: true,
  status: 0,
};
const CREATE_OR_UPDATE = '/lcs/timeslot/create_or_update';

describeOnEach('pickup, timeslot and branch calls (LCS-1 to LCS-3)', kind => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  afterAll(() => world.close());

  const refusal = async (path: string, body: object) => {
    const { status, body: answer } = await editor.call(path, { body });
    return [status, answer.message];
  };

  it('GET /sls/pickupConfig/lcs/{id} returns a channel’s configuration, with or without the header', async () => {
    const made = await editor.data<PickupRow>('/lcs/pickup/create', { body: pickup });
    expect(made).toMatchObject({ ...pickup, country: 'ID', version: 1 });
    const path = `/sls/pickupConfig/lcs/${CHANNEL.first}`;
    expect(await editor.data(path)).toEqual(made);
    expect(await editor.data(path, { headers: { 'x-lls-resource': '2' } })).toEqual(made);
    const missing = await editor.call(`/sls/pickupConfig/lcs/${CHANNEL.second}`);
    expect([missing.status, missing.body.message]).toEqual([
      404,
      `Channel ${CHANNEL.second} has no pickup configuration in this country. GET /lcs/pickup/list lists the existing ones.`,
    ]);
    expect((await (await world.as('my.editor')).call(path)).status).toBe(404);
    expect(await editor.data('/lcs/pickup/list')).toMatchObject({ total: 1 });
  });

  it('a pickup configuration that offers only drop-off requires no timeslot', async () =>
    expect(await refusal('/lcs/pickup/create', { ...pickup, channelId: CHANNEL.second, pickupType: 1 })).toEqual([
      400,
      expect.stringContaining('Timeslot Required must be No for Drop-off'),
    ]));

  it('a file cannot move an existing branch to another location, just as an edit cannot', async () => {
    const { rows } = await world.database.pool.query<{ id: string }>(
      `SELECT location_id AS id FROM locations WHERE country = 'ID' AND level = 1 ORDER BY 1 LIMIT 2`,
    );
    const [first, second] = rows.map(({ id }) => Number(id)) as [number, number];
    const upload = async (locationId: number, name: string) => {
      const file = Buffer.from(
        [
          'Branch Code,Branch Name,Location ID,State,City,District,Address,Latitude,Longitude,Opening Hours,Drop-off,Collection,Returns,COD,Status',
          `SBY-01,${name},${locationId},,,,,-7.25,112.75,Mon-Fri 08:00-17:00,Yes,Yes,No,No,Normal\n`,
        ].join('\n'),
      );
      const fileUrlList = [await uploadForm(editor, file, 'branches.csv')];
      return editor.data<ImportReceipt>('/lcs/branch/upload', { body: { fileUrlList } });
    };
    expect(await upload(first, 'Harbor')).toMatchObject({ state: 'applied', counts: { added: 1 } });
    const moved = await upload(second, 'Harbor');
    expect([moved.state, moved.failList?.[0]?.message]).toEqual([
      'refused',
      `Together with the existing records, these rows would break a rule: row 2, branch SBY-01: Location ID cannot be changed from ${first} to ${second}; add another branch instead. Correct them and import the file again.`,
    ]);
    expect(await upload(first, 'Old harbor')).toMatchObject({ state: 'applied', counts: { changed: 1 } });
    await editor.data('/lcs/branch/delete', { body: { code: 'SBY-01' } });
  });

  it('create_or_update adds a timeslot if it gets no id, and otherwise updates the timeslot with that id', async () => {
    const named = { channelId: CHANNEL.first, slot: 1 };
    const made = await editor.data<TimeslotRow>(CREATE_OR_UPDATE, { body: { ...named, ...slot } });
    expect(made).toMatchObject({ ...named, ...slot, days: 'Mon, Tue, Wed', version: 1 });
    const again = await editor.call(CREATE_OR_UPDATE, { body: { ...named, ...slot } });
    expect(again.status).toBe(409);
    const changed = await editor.data<TimeslotRow>(CREATE_OR_UPDATE, {
      body: { ...slot, id: made.id, days: 'Sun', capacity: null, version: 1 },
    });
    expect(changed).toMatchObject({ ...named, days: 'Sun', capacity: null, version: 2 });
    const stale = await editor.call(CREATE_OR_UPDATE, { body: { ...slot, id: made.id, version: 1 } });
    expect([stale.status, stale.body.data]).toMatchObject([409, { current: { version: 2 } }]);
    expect((await editor.call(CREATE_OR_UPDATE, { body: { ...slot, id: 5 } })).status).toBe(404);
    // The same connection adds a slot with a capacity and one without.
    const { capacity: _none, ...unlimited } = slot;
    const third = await editor.data<TimeslotRow>(CREATE_OR_UPDATE, { body: { ...named, ...unlimited, slot: 3 } });
    expect(third).toMatchObject({ slot: 3, capacity: null });
    await editor.data('/lcs/timeslot/delete', { body: { id: third.id } });
    expect(await refusal(CREATE_OR_UPDATE, { ...slot, channelId: CHANNEL.first })).toEqual([
      400,
      'slot: is required to add a timeslot; to change a timeslot, send its id',
    ]);
    expect(await editor.data('/lcs/timeslot/list?days=Sun')).toMatchObject({ total: 1 });
    const viewer = await world.as('id.viewer');
    expect((await viewer.call(CREATE_OR_UPDATE, { body: { ...slot, id: made.id } })).status).toBe(403);
  });

  it.each([
    [{ startTime: '12:00', endTime: '12:00' }, 'To must be after From, which is 12:00'],
    [{ cutoff: '09:01' }, 'Cutoff must not be after From, which is 09:00'],
    [{ days: 'Mon, Someday' }, 'Days must be days of the week'],
  ])('create_or_update refuses %j for both new and existing timeslots', async (wrong, message) => {
    const { list } = await editor.data<{ list: TimeslotRow[] }>('/lcs/timeslot/list');
    for (const names of [{ channelId: CHANNEL.first, slot: 2 }, { id: list[0]?.id }])
      expect(await refusal(CREATE_OR_UPDATE, { ...slot, ...names, ...wrong })).toEqual([
        400,
        expect.stringContaining(message),
      ]);
  });

  it('the hours of a branch are stored in a single format, and implausible coordinates are refused', async () => {
    const { rows } = await world.database.pool.query<{ id: string }>(
      `SELECT location_id AS id FROM locations WHERE country = 'ID' AND level = 1 LIMIT 1`,
    );
    const locationId = Number(rows[0]?.id);
    const made = await editor.data('/lcs/branch/create', { body: { ...branch, locationId, address: '' } });
    expect(made).toMatchObject({ code: 'BDG-01', openingHours: 'Mon-Fri 08:00-17:00', latitude: -6_885_000 });
    const other = { ...branch, code: 'BDG-02', locationId, address: '' };
    expect(await refusal('/lcs/branch/create', { ...other, latitude: 0, longitude: 0 })).toEqual([
      400,
      expect.stringContaining('0, 0 is in the sea'),
    ]);
    expect((await editor.call('/lcs/branch/create', { body: { ...other, latitude: 90_000_001 } })).status).toBe(400);
    expect(await refusal('/lcs/branch/create', { ...other, openingHours: 'Mon-Fri late' })).toEqual([
      400,
      expect.stringContaining('Invalid: "Mon-Fri late"'),
    ]);
    expect(await editor.data('/lcs/branch/delete', { body: { code: 'BDG-01' } })).toBeNull();
    expect(await editor.data('/lcs/branch/list')).toMatchObject({ total: 0 });
  });
});
