import { read, utils } from 'xlsx';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { uploadForm } from '../../../../tests/support/importing.ts';
import { workbookOf } from '../../../../tests/support/importThrough.ts';
import {
  CHANNEL,
  createWorld,
  resetRecords,
  type Caller,
  type World,
} from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { AuditRow } from '../../../contract/audit.ts';
import { operationText } from '../../../contract/auditText.ts';
import type { ImportBatch } from '../../../contract/imports/batches.ts';
import { BULK_HEAD, type ImportReceipt } from '../../../contract/imports/calls.ts';
import { exportColumns } from '../../../contract/resourceSheet.ts';
import { FEATURE } from '../../../domain/permission.ts';
import { readRegion } from '../../../domain/nonWorkingDays.ts';
import { locationCdtSheet } from '../../../contract/resources/cdtSheets.ts';

const BR_CHANNEL = 90_201;
const HEADERS = exportColumns(locationCdtSheet).map(({ heading }) => heading);
type Cell = string | number;

describeOnEach('delivery lead times', kind => {
  let world: World;
  let editor: Caller;
  let admin: Caller;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
    admin = await world.as('admin');
    await world.database.pool.query(
      `INSERT INTO channels (channel_id, name, display_name, country, from_country) VALUES ($1, 'Loggi', '', 'BR', 'BR')`,
      [BR_CHANNEL],
    );
  });
  beforeEach(async () => {
    await resetRecords(world.database.pool);
    await world.database.pool.query('TRUNCATE location_cdts, channel_cdts, imports, import_rows');
  });
  afterAll(() => world.close());

  const br = { 'x-ops-entity': 'BR' };
  const importing = async (caller: Caller, rows: readonly (readonly Cell[])[], entity = 'ID') => {
    const url = await uploadForm(caller, workbookOf(HEADERS, rows), 'cdt of June.xlsx', { 'x-ops-entity': entity });
    const answer = await caller.call<ImportReceipt>('/sls/locationCDTs/import', {
      body: { file_url: url },
      headers: { 'x-ops-entity': entity },
    });
    if (!answer.body.data) throw new Error(`${answer.status} ${answer.body.message}`);
    return answer.body.data;
  };
  const row = (destination: Cell, min = 1, max = 2, channelId: number = CHANNEL.first): Cell[] => [
    channelId,
    '',
    '-1 region',
    'ID',
    0,
    destination,
    min,
    max,
  ];
  const states = async () => {
    const { rows } = await world.database.pool.query<{ id: number }>(
      `SELECT location_id AS id FROM locations WHERE country = 'ID' AND level = 0 ORDER BY 1 LIMIT 2`,
    );
    return rows.map(({ id }) => id) as [number, number];
  };
  const listed = async (caller = editor) =>
    (await caller.data<{ list: { destination: string; minDays: number }[] }>('/sls/locationCDTs/list?size=100')).list;
  const history = async (caller: Caller, headers = {}) =>
    (
      await caller.call<{ list: ImportBatch[]; page: number; count: number; total: number }>(
        '/sls/locationCDTs/record/list/?page=1&count=10',
        { headers },
      )
    ).body.data;

  it('an import call that names no uploaded file is refused under the name of the field that it sent', async () => {
    const refused = async (body: object) => {
      const answer = await editor.call('/sls/locationCDTs/import', { body });
      return [answer.status, answer.body.message];
    };
    expect(await refused({ file_url: '/x' })).toEqual([400, 'file_url: must be the address of an uploaded file']);
    expect(await refused({})).toEqual([400, 'file_url: is required']);
  });

  it('a batch replaces lead times, and can be restored from the history (CDT-6, CDT-11, CDT-12)', async () => {
    const [first, second] = await states();
    await importing(editor, [row(first), row(second), row(first, 3, 4, CHANNEL.second)]);
    const replaced = await importing(editor, [row(first, 5, 6)]);
    expect(replaced).toMatchObject({ state: 'applied', counts: { added: 0, changed: 1, removed: 1 } });
    // The other channel is not in the file, so it keeps its rows.
    expect((await listed()).map(({ minDays }) => minDays)).toEqual([5, 3]);
    const batches = await history(editor);
    expect(batches).toMatchObject({ page: 1, count: 10, total: 2 });
    expect(batches?.list.map(batch => [batch.status, batch.restorable, batch.file_name, batch.batch_name])).toEqual([
      [2, true, 'cdt of June.xlsx', 'cdt of June'],
      [2, true, 'cdt of June.xlsx', 'cdt of June'],
    ]);
    const restored = await editor.data<ImportReceipt>(`/v2/ops/imports/${batches?.list[0]?.import_id}/revert`, {
      body: {},
    });
    expect(restored).toMatchObject({ state: 'applied', counts: { added: 1, changed: 1 } });
    expect((await listed()).map(({ minDays }) => minDays)).toEqual([1, 1, 3]);
    expect((await history(editor))?.list[0]).toMatchObject({ status: 2, restorable: false });
    // The log names the batch, and its entries can be filtered by one of four operation names (LOG-10).
    const logged = async (operation: string) =>
      (
        await editor.data<{ list: AuditRow[] }>(
          `/ops/audit-logs/business?code=${FEATURE.cdtOfLocation}&operation=${operation}`,
        )
      ).list.map(operationText);
    expect(await logged('Edit')).toEqual(['Edit: batch cdt of June (undone)']);
    expect(await logged('Import')).toEqual(['Import: cdt of June.xlsx', 'Import: cdt of June.xlsx']);
    await editor.data(`/v2/ops/imports/${restored.id}/revert`, { body: {} });
    expect((await logged('Edit'))[0]).toBe('Edit: batch cdt of June (in effect again)');
    const { raw } = await editor.call(`/v2/ops/audit-logs/export?code=${FEATURE.cdtOfLocation}`);
    const cells = utils.sheet_to_json<Record<string, string>>(Object.values(read(raw.rawPayload).Sheets)[0] ?? {});
    expect(cells.map(cell => [cell['Operation Type'], cell['Changes'], cell['Files']])).toEqual([
      ['Edit', 'batch cdt of June (in effect again)', 'cdt of June.xlsx'],
      ['Edit', 'batch cdt of June (undone)', 'cdt of June.xlsx'],
      ['Import', undefined, 'cdt of June.xlsx'],
      ['Import', undefined, 'cdt of June.xlsx'],
    ]);
  });

  it('a failed batch returns an error workbook and changes nothing', async () => {
    const [first] = await states();
    await importing(editor, [row(first)]);
    const refused = await importing(editor, [row(first, 3, 2), row(99, 1, 2)]);
    expect(refused.state).toBe('refused');
    const [batch] = (await history(editor))?.list ?? [];
    expect(batch).toMatchObject({ status: 3, restorable: false });
    const { raw } = await editor.call(batch?.error_url.replace(/^\/api/, '') ?? '');
    const cells = utils.sheet_to_json<Record<string, string>>(Object.values(read(raw.rawPayload).Sheets)[0] ?? {});
    expect(cells.map(({ Errors }) => Errors)).toEqual([
      expect.stringContaining('Max CDT must not be below Min CDT, which is 3'),
      expect.stringContaining('There is no location 99 in Indonesia'),
    ]);
    expect((await listed()).map(({ minDays }) => minDays)).toEqual([1]);
  });

  it('a file with missing columns is refused, and the error names the columns', async () => {
    const lacking = async (from: number) => {
      const url = await uploadForm(
        editor,
        workbookOf(HEADERS.slice(0, from), [[CHANNEL.first, '', 0, 1, 0, 1, 2]]),
        'l.xlsx',
      );
      const answer = await editor.call<ImportReceipt>('/sls/locationCDTs/import', { body: { file_url: url } });
      return answer.body.data?.failList.map(({ message }) => message);
    };
    expect(await lacking(7)).toEqual(['"l.xlsx" is missing the column "Max CDT".']);
    expect(await lacking(6)).toEqual(['"l.xlsx" is missing the columns "Min CDT", "Max CDT".']);
  });

  it('a file for Brazil must be complete, and missing rows are returned (CDT-5)', async () => {
    const range = (text: string, min: number): Cell[] => [
      BR_CHANNEL,
      '',
      '-1 region',
      'BR',
      '4 cep_range',
      text,
      min,
      9,
    ];
    const [south, north] = ['01000000-05999999', '69000000-69299999'];
    await importing(admin, [range(south, 1), range(north, 6)], 'BR');
    const refused = await importing(admin, [range(south, 2)], 'BR');
    expect(refused).toMatchObject({
      state: 'refused',
      failList: [{ message: 'The import must contain all configurations of the channel. 1 configuration is missing.' }],
    });
    const [batch] = (await history(admin, br))?.list ?? [];
    expect(batch?.result).toContain('1 configuration is missing');
    const { raw } = await admin.call(refused.failList[0]?.url.replace(/^\/api/, '') ?? '');
    const missing = utils.sheet_to_json<Record<string, Cell>>(Object.values(read(raw.rawPayload).Sheets)[0] ?? {});
    expect(missing.map(own => own['Destination'])).toEqual([north]);
    const whole = await importing(admin, [range(south, 2), range(north, 6), range('70000000-72799999', 3)], 'BR');
    expect(whole).toMatchObject({ state: 'applied', counts: { added: 1, changed: 1, removed: 0 } });
    // A single row is deleted.
    const gone = await admin.call('/sls/locationCDTs/delete', {
      body: { channelId: BR_CHANNEL, origin: 'BR', destination: north },
    });
    expect(gone.status).toBe(200);
    const overlapping = await admin.call('/sls/locationCDTs/add', {
      body: {
        channelId: BR_CHANNEL,
        originLevel: -1,
        origin: 'BR',
        destinationLevel: 4,
        destination: '05000000-06999999',
        minDays: 1,
        maxDays: 2,
      },
    });
    expect([overlapping.status, overlapping.body.message]).toEqual([400, expect.stringContaining(`overlaps ${south}`)]);
  });

  const rangeRow = (destination: string) => ({
    channelId: BR_CHANNEL,
    originLevel: -1,
    origin: 'BR',
    destinationLevel: 4,
    destination,
    minDays: 1,
    maxDays: 2,
  });
  const ranges = async () =>
    (
      await world.database.pool.query<{ destination: string }>(
        'SELECT destination FROM location_cdts WHERE channel_id = $1 ORDER BY 1',
        [BR_CHANNEL],
      )
    ).rows.map(({ destination }) => destination);

  it('an import never stores a CEP range that overlaps one added after the comparison', async () => {
    const { pool } = world.database;
    // Another call adds a row at the moment when the import has been checked and is about to be applied.
    await pool.query(
      `CREATE FUNCTION add_meanwhile() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         INSERT INTO location_cdts (channel_id, country, origin_level, origin, destination_level, destination, min_days, max_days, version, updated_by, updated_at)
         VALUES (${BR_CHANNEL}, 'BR', -1, 'BR', 4, '05000000-06999999', 1, 2, 1, 'a@b.example', 1) ON CONFLICT DO NOTHING;
         RETURN NEW; END $$`,
    );
    await pool.query(
      `CREATE TRIGGER add_meanwhile AFTER UPDATE ON imports FOR EACH ROW WHEN (NEW.state = 'applying') EXECUTE FUNCTION add_meanwhile()`,
    );
    try {
      const { destination, ...end } = rangeRow('01000000-05999999');
      const cells = [BR_CHANNEL, '', '-1 region', end.origin, '4 cep_range', destination, 1, 2];
      expect(await importing(admin, [cells], 'BR')).toMatchObject({
        state: 'refused',
        failList: [{ message: expect.stringContaining('1 configuration is missing') }],
      });
    } finally {
      await pool.query('DROP TRIGGER add_meanwhile ON imports; DROP FUNCTION add_meanwhile');
    }
    expect(await ranges()).toEqual(['05000000-06999999']);
  });

  it('an undo does not restore a CEP range that overlaps one added since', async () => {
    const add = (destination: string) =>
      admin.call('/sls/locationCDTs/add', { body: rangeRow(destination), headers: br });
    for (const range of ['01000000-05999999', '69000000-69299999', '70000000-72799999'])
      expect((await add(range)).status).toBe(200);
    const keys = ['01000000-05999999', '69000000-69299999'].map(range => `1,0,${BR_CHANNEL}/BR/${range}`);
    const deleteAll = async () => {
      const file = Buffer.from([BULK_HEAD, ...keys, ''].join('\n'));
      const fileUrl = await uploadForm(admin, file, 'records.csv', br);
      const { body } = await admin.call<ImportReceipt>('/v2/ops/bulk/locationCdt', {
        body: { fileUrl, delete: true },
        headers: br,
      });
      return body.data;
    };
    const deleted = await deleteAll();
    expect(deleted).toMatchObject({ state: 'applied', counts: { removed: 2 } });
    const revert = async () =>
      (await admin.call<ImportReceipt>(`/v2/ops/imports/${deleted?.id}/revert`, { body: {}, headers: br })).body.data;
    // This range ends where the deleted one begins, and contains another one that was deleted.
    const added = ['05999999-06999999', '68000000-69999999'];
    for (const range of added) expect((await add(range)).status).toBe(200);
    expect(await revert()).toMatchObject({
      state: 'refused',
      failList: [
        { message: expect.stringMatching(/^The CEP range \S+ overlaps \S+, another Destination of channel 90201/) },
      ],
    });
    expect(await ranges()).toEqual(['05999999-06999999', '68000000-69999999', '70000000-72799999']);
    for (const destination of added) {
      const body = { channelId: BR_CHANNEL, origin: 'BR', destination };
      expect((await admin.call('/sls/locationCDTs/delete', { body, headers: br })).status).toBe(200);
    }
    expect((await add('06000000-06999999')).status).toBe(200);
    expect(await revert()).toMatchObject({ state: 'applied', counts: { added: 2 } });
    expect(await ranges()).toHaveLength(4);
  });

  it('writes of single rows follow the same rules as files', async () => {
    const [first] = await states();
    const good = {
      channelId: CHANNEL.first,
      originLevel: -1,
      origin: 'ID',
      destinationLevel: 0,
      destination: String(first),
    };
    const add = (change: object) =>
      editor.call('/sls/locationCDTs/add', { body: { ...good, minDays: 1, maxDays: 2, ...change } });
    expect((await add({ destinationLevel: 1 })).body.message).toContain('so its Destination Level is 0 state');
    expect((await add({ origin: 'MY' })).body.message).toContain('Origin must be ID');
    expect((await add({ minDays: 3 })).body.message).toContain('Max CDT must not be below');
    expect((await add({ maxDays: 366 })).status).toBe(400);
    expect((await add({})).status).toBe(200);
    const late = await editor.call('/sls/locationCDTs/update', { body: { ...good, minDays: 9, maxDays: 2 } });
    expect([late.status, late.body.message]).toEqual([400, expect.stringContaining('maxDays')]);
  });

  it('the lead times of a channel can be exported by the channel’s ID (CDT-8, CDT-9)', async () => {
    const [first, second] = await states();
    await importing(editor, [row(first), row(second, 1, 2, CHANNEL.second)]);
    const { list } = await editor.data<{ list: { id: number; name: string }[] }>('/sls/locationCDTs/channels');
    expect(list.map(({ id }) => id)).toContain(CHANNEL.first);
    for (const path of ['/v2/sls/forward', '/sls/forward', '']) {
      const { raw, status } = await editor.call(
        `${path}/sls/locationCDTs/export/${CHANNEL.first}`.replace(/^\/sls\/forward\/sls/, '/sls/forward/sls'),
      );
      expect(status).toBe(200);
      const cells = utils.sheet_to_json<Cell[]>(read(raw.rawPayload).Sheets['Location CDT'] ?? {}, { header: 1 });
      expect(cells).toEqual([
        HEADERS,
        [CHANNEL.first, expect.any(String), '-1 region', 'ID', '0 state', String(first), 1, 2],
      ]);
    }
    expect((await editor.call('/v2/sls/forward/sls/locationCDTs/export/424242')).status).toBe(404);
    expect(
      (await (await world.as('my.editor')).call(`/v2/sls/forward/sls/locationCDTs/export/${CHANNEL.first}`)).status,
    ).toBe(404);
  });

  it('the server groups lead times by equal days for channels that a device has not cached', async () => {
    const [first, second] = await states();
    await importing(editor, [
      row(first),
      row(second),
      [CHANNEL.first, '', -1, 'ID', -1, 'ID', 3, 4],
      row(first, 1, 2, CHANNEL.second),
    ]);
    const count = (caller: Caller, channelIds: readonly number[], headers = {}) =>
      caller.call<{ channels: unknown[] }>('/v2/ops/leadTimes/count', { body: { channelIds }, headers });
    const asked = [CHANNEL.second, CHANNEL.first, 424242];
    expect((await count(editor, asked)).body.data?.channels).toEqual([
      { channelId: CHANNEL.second, groups: [{ region: 'All', minDays: 1, maxDays: 2, rows: 1 }], channel: null },
      {
        channelId: CHANNEL.first,
        groups: [
          { region: 'All', minDays: 1, maxDays: 2, rows: 2 },
          { region: 'All', minDays: 3, maxDays: 4, rows: 1 },
        ],
        channel: null,
      },
      { channelId: 424242, groups: [], channel: null },
    ]);
    // A channel of another country is not counted, and a request without channels is refused.
    expect((await count(await world.as('my.editor'), [CHANNEL.first], { 'x-ops-entity': 'MY' })).body.data).toEqual({
      channels: [{ channelId: CHANNEL.first, groups: [], channel: null }],
    });
    expect((await count(editor, [])).status).toBe(400);
  });

  it('the lead time of a single parcel takes the cutoffs of timeslots into account (LCS-2)', async () => {
    await importing(editor, [[CHANNEL.second, '', -1, 'ID', -1, 'ID', 1, 2]]);
    const ask = (caller: Caller, body: object, headers = {}) =>
      caller.call<Record<string, unknown>>('/v2/ops/leadTimes/one', {
        body: { channelId: CHANNEL.second, day: '2026-11-23', ...body },
        headers,
      });
    expect((await ask(editor, { time: '23:00' })).body.data).toMatchObject({ start: '2026-11-23', slot: null });
    const slot = { channelId: CHANNEL.second, days: 'Mon, Thu', endTime: '18:00', capacity: null, status: 0 };
    const add = (values: object) => editor.data('/lcs/timeslot/create', { body: { ...slot, ...values } });
    await add({ slot: 1, startTime: '09:00', cutoff: '08:00' });
    await add({ slot: 2, startTime: '14:00', cutoff: '12:30' });
    await add({ slot: 3, startTime: '20:00', endTime: '21:00', cutoff: '20:00', status: 1 });
    expect((await ask(editor, { time: '08:01' })).body.data).toMatchObject({
      start: '2026-11-23',
      slot: { slot: 2, from: '14:00', to: '18:00', cutoff: '12:30' },
      earliest: '2026-11-24',
    });
    expect((await ask(editor, { time: '12:31' })).body.data).toMatchObject({
      start: '2026-11-26',
      withoutSlot: ['2026-11-23', '2026-11-24', '2026-11-25'],
      earliest: '2026-11-27',
      latest: '2026-11-28',
    });
    expect((await ask(editor, { day: '2026-02-30' })).status).toBe(400);
    expect((await ask(editor, { channelId: 424242 })).status).toBe(404);
    expect((await ask(await world.as('my.editor'), {}, { 'x-ops-entity': 'MY' })).status).toBe(404);
  });

  it('lead times are also grouped by the states of both ends if days off depend on them', async () => {
    const my = { 'x-ops-entity': 'MY' };
    const { rows: places } = await world.database.pool.query<{ id: number; name: string }>(
      `SELECT c.location_id AS id, s.name FROM locations c JOIN locations s ON s.location_id = c.state_id
        WHERE c.country = 'MY' AND c.level = 1 ORDER BY 1 LIMIT 1`,
    );
    const [place] = places;
    const to = (level: string, name: Cell): Cell[] => [CHANNEL.malaysia, '', '-1 region', 'MY', level, name, 1, 2];
    await importing(
      await world.as('my.editor'),
      [
        to('-1 region', 'MY'),
        ...(place ? [to('1 city', place.id), [CHANNEL.malaysia, '', '1 city', place.id, '-1 region', 'MY', 1, 2]] : []),
      ],
      'MY',
    );
    const answer = await (
      await world.as('my.editor')
    ).call<{ channels: { groups: { region: string; origin?: string; rows: number }[] }[] }>('/v2/ops/leadTimes/count', {
      body: { channelIds: [CHANNEL.malaysia] },
      headers: my,
    });
    const state = readRegion(place?.name ?? '');
    const groups = answer.body.data?.channels[0]?.groups.map(({ origin = 'All', region, rows }) => [
      origin,
      region,
      rows,
    ]);
    expect(groups?.toSorted()).toEqual(
      [
        ['All', 'All', 1],
        ['All', state, 1],
        [state, 'All', 1],
      ].toSorted(),
    );
  });

  it('the documented calls return channels and channel delivery times (CDT-14, CDT-15)', async () => {
    const all = await editor.data<{ list: unknown[]; total: number }>('/sls/channels?page=1&count=100000');
    const names = await editor.data<{ list: { channelId: number; name: string }[] }>('/common/get_channel_list');
    const ids = await editor.data<{ list: number[] }>('/sls/channelIds');
    expect(ids.list).toEqual(names.list.map(({ channelId }) => channelId));
    expect(all.total).toBe(ids.list.length);
    expect((await editor.call('/common/get_3pl_list')).status).toBe(200);

    const times = {
      channelId: CHANNEL.first,
      cdtType: 1,
      category: 1,
      firstMileMin: 1,
      firstMileMax: 2,
      crossBorderMin: 3,
      crossBorderMax: 5,
      status: 0,
    };
    expect((await editor.call(`/sls/channelCDTs/${CHANNEL.first}`)).status).toBe(404);
    expect((await editor.call('/sls/channelCDTs/add', { body: times })).status).toBe(200);
    const changed = await editor.call('/sls/channelCDTs/update', { body: { ...times, crossBorderMax: 6 } });
    expect(changed.status).toBe(200);
    expect(await editor.data(`/sls/channelCDTs/${CHANNEL.first}`)).toMatchObject({ ...times, crossBorderMax: 6 });
    expect(await editor.data<{ list: unknown[] }>('/sls/channelCDTs?page=1&count=10')).toMatchObject({ total: 1 });
    const local = await editor.call('/sls/channelCDTs/update', { body: { ...times, category: 2 } });
    expect([local.status, local.body.message]).toEqual([400, expect.stringContaining('does not cross a border')]);

    // In a bulk change, a record whose days would be in the wrong order is left unchanged and returned.
    await editor.call('/sls/channelCDTs/add', { body: { ...times, channelId: CHANNEL.second, crossBorderMax: 3 } });
    const versions = [`2,0,ID/${CHANNEL.first}`, `1,0,ID/${CHANNEL.second}`];
    const fileUrl = await uploadForm(editor, Buffer.from(`${[BULK_HEAD, ...versions].join('\n')}\n`), 'Set days.csv');
    const bulk = await editor.call<ImportReceipt>('/v2/ops/bulk/channelCdt', {
      body: { fileUrl, set: { crossBorderMin: 5 } },
    });
    expect(bulk.body.data).toMatchObject({
      counts: { changed: 1, left: 1 },
      review: { rows: [{ key: `ID/${CHANNEL.second}`, current: { crossBorderMin: 3 } }] },
    });
  });
});
