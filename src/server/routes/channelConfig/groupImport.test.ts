import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { resetChannels, storedChannel } from '../../../../tests/support/channelFixture.ts';
import { uploadForm } from '../../../../tests/support/importing.ts';
import { workbookOf } from '../../../../tests/support/importThrough.ts';
import { CHANNEL, createWorld, emptyTables, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { AuditRow } from '../../../contract/audit.ts';
import type { Change } from '../../../contract/feed.ts';
import type { RecordChange } from '../../../contract/history.ts';
import type { ImportReceipt } from '../../../contract/imports/calls.ts';
import type { ChannelConfigRow } from '../../../contract/resources/channelConfig.ts';
import { CHANNEL_GROUP_SHEETS } from '../../../contract/resources/channelConfigSheets.ts';
import { importOf, type Sheet } from '../../../contract/resourceSheet.ts';
import { auditLabel } from '../../../contract/auditLabel.ts';

/** Tests imports of files that contain one group of channel settings (G81). */

const BASE = '/sls/channelConfig';
/** An unnamed bit, which no import changes. */
const UNNAMED = 1n << 50n;
const COD_HEAD = ['Channel ID', 'COD', 'COD Toggle', 'Shop COD Whitelist', 'Shop COD Blacklist'] as const;
const ORDER_HEAD = [
  'Channel ID',
  'Max Size',
  'COD Max Order Total',
  'Dimension Criterion: Max Length',
  'Dimension Criterion: Max Width',
  'Dimension Criterion: Sum Height',
] as const;
type Cell = string | number;

describeOnEach('imports of channel settings by group', kind => {
  let world: World;
  let editor: Caller;

  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    const { pool } = world.database;
    await resetChannels(pool, UNNAMED);
    await emptyTables(pool, ['imports', 'import_rows']);
    for (const [channelId, channelName] of [
      [CHANNEL.first, 'J&T Express'],
      [CHANNEL.second, 'JNE'],
    ] as const) {
      const body = { channelId, channelName, display_name: channelName, priority: 3, return_flag: 1 };
      await editor.data(`${BASE}/create`, { body });
    }
  });

  const send = async (group: string, bytes: Buffer, more: object = {}, caller = editor): Promise<ImportReceipt> => {
    const url = await uploadForm(caller, bytes, 'settings.xlsx');
    const answer = await caller.call<ImportReceipt>(`${BASE}/${group}/import`, {
      body: { fileUrlList: [url], ...more },
    });
    if (!answer.body.data) throw new Error(`${answer.status} ${answer.body.message}`);
    return answer.body.data;
  };
  const importing = (group: string, head: readonly string[], rows: readonly (readonly Cell[])[], more: object = {}) =>
    send(group, workbookOf(head, rows), more);
  const rowOf = async (channelId: number): Promise<ChannelConfigRow> => {
    const { list } = await editor.data<{ list: ChannelConfigRow[] }>(
      `${BASE}/list?channelId=${channelId}&page=1&count=5`,
    );
    return list[0] as ChannelConfigRow;
  };
  const stored = () => storedChannel(world.database.pool);
  const exported = async (sheet: Sheet): Promise<{ bytes: Buffer; name: string; rows: Cell[][] }> => {
    const { raw, status } = await editor.call(
      `/v2/sls/forward/sls-ops/channel_config?columns=${encodeURIComponent(sheet.columns.join(','))}`,
    );
    expect(status).toBe(200);
    const book = read(raw.rawPayload);
    const [first] = book.SheetNames;
    return {
      bytes: raw.rawPayload,
      name: first ?? '',
      rows: utils.sheet_to_json<Cell[]>(book.Sheets[first ?? '']!, { header: 1 }),
    };
  };

  it('an import changes only its group’s settings in the listed channels, and appears in the log', async () => {
    const before = await rowOf(CHANNEL.first);
    const { cursor } = await editor.data<{ cursor: string }>('/v2/ops/changes?entity=ID');
    const receipt = await importing('cod', COD_HEAD, [
      [CHANNEL.first, 'Yes', 'No', 'Yes', 'No'],
      [CHANNEL.second, 'No', 'No', 'No', 'No'],
    ]);
    expect(receipt).toMatchObject({ state: 'applied', counts: { added: 0, changed: 1, unchanged: 1, removed: 0 } });
    const after = await rowOf(CHANNEL.first);
    const stamp = { version: before.version + 1, updatedAt: after.updatedAt };
    expect(after).toEqual({ ...before, ...stamp, cod: 1, shop_cod_whitelist: 1 });
    // Bits 4 and 59, and the bit without a name.
    expect(await stored()).toEqual({
      flag: UNNAMED | (1n << 4n) | (1n << 59n) | (1n << 11n),
      extra: { partner_code: 7 },
    });
    const { changes } = await editor.data<{ changes: Change[] }>(`/v2/ops/changes?entity=ID&since=${cursor}`);
    expect(changes.map(({ collection, key }) => `${collection} ${key}`)).toEqual([
      `channelConfigs ID/${CHANNEL.first}`,
      `channels ${CHANNEL.first}`,
    ]);
    const { list: log } = await editor.data<{ list: AuditRow[] }>(
      '/ops/audit-logs/business?code=channel_management.channel_config_integrated&page=1&count=1',
    );
    expect(log[0] && auditLabel(log[0].url, log[0].body)).toMatchObject({
      label: 'Import',
      fileNames: ['settings.xlsx'],
    });
    const history = await editor.data<{ list: RecordChange[] }>(
      `/v2/ops/history?collection=channelConfigs&key=ID/${CHANNEL.first}`,
    );
    expect(history.list[0]).toMatchObject({ import: { id: receipt.id } });
  });

  it('an import keeps changes to other groups, and requires a review if the channel has changed since', async () => {
    const { cursor } = await editor.data<{ cursor: string }>('/v2/ops/changes?entity=ID');
    const other = await world.as('admin');
    await other.data(`${BASE}/return`, {
      headers: { 'x-ops-entity': 'ID' },
      body: { channelId: CHANNEL.first, return_flag: 0 },
    });
    const rows = [[CHANNEL.first, 'Yes', 'Yes', 'No', 'No']];
    const review = await importing('cod', COD_HEAD, rows, { since: cursor });
    expect(review).toMatchObject({ state: 'review', review: { total: 1 } });
    expect((await importing('cod', COD_HEAD, rows)).state).toBe('applied');
    expect(await rowOf(CHANNEL.first)).toMatchObject({ cod: 1, cod_toggle: 1, return_flag: 0, priority: 3 });
  });

  it('a preview names and refuses a row that breaks a rule together with stored values', async () => {
    const head = ['Channel ID', 'Min Size', 'Max Size'];
    await importing('order', head, [[CHANNEL.first, 2, 5]]);
    const rows = [
      [CHANNEL.second, '', 3],
      [CHANNEL.first, '', 1],
    ];
    for (const more of [{ since: '' }, {}]) {
      const refused = await importing('order', head, rows, more);
      expect([refused.state, refused.failList[0]?.message]).toEqual([
        'refused',
        `Together with the existing records, these rows would break a rule: row 3, channel ${CHANNEL.first}: Min Size must not be above Max Size. Correct them and import the file again.`,
      ]);
      // The file is returned with the reason at the row, in the column of the field.
      const { raw } = await editor.call((refused.failList[0]?.url ?? '').replace(/^\/api/, ''));
      const marked = utils.sheet_to_json<{ Row: number; Errors?: string }>(
        Object.values(read(raw.rawPayload).Sheets)[0]!,
      );
      expect(marked.map(({ Row, Errors = '' }) => [Row, Errors])).toEqual([
        [2, ''],
        [3, 'Min Size (column B): Min Size must not be above Max Size'],
      ]);
    }
    expect((await importing('order', head, rows.slice(0, 1), { since: '' })).state).toBe('review');
  });

  it('an hour is read as a time of day, and is refused if it could also be a number of hours', async () => {
    const head = ['Channel ID', 'Checkout Same-day Cutoff Hour', 'Pickup Same-day Cutoff Hour'];
    expect((await importing('cutoff', head, [[CHANNEL.first, '11:30', 9.25]])).state).toBe('applied');
    expect(await rowOf(CHANNEL.first)).toMatchObject({
      checkout_sameday_cutoff_hour: 11_500,
      pickup_sameday_cutoff_hour: 9250,
    });
    const refused = await importing('cutoff', head, [[CHANNEL.first, '11.30', '']]);
    expect(refused.failList[0]?.message).toContain('write 11:30 or 11,3');
  });

  it('the log does not show settings that a delta omits as cleared', async () => {
    const before = await rowOf(CHANNEL.first);
    await editor.data(`${BASE}/order`, {
      body: { channelId: CHANNEL.first, deltaExtraData: { modify: '{"max_distance":7}' } },
    });
    expect(await rowOf(CHANNEL.first)).toMatchObject({ max_distance: 7000, max_size: before.max_size });
    const { list } = await editor.data<{ list: AuditRow[] }>(
      '/ops/audit-logs/business?code=channel_management.channel_config_integrated&page=1&count=1',
    );
    expect(JSON.parse(list[0]?.body ?? '')).toEqual({
      channelId: CHANNEL.first,
      deltaExtraData: { modify: '{"max_distance":7}' },
    });
  });

  it('undoing an import also reverts the channel record, all or nothing', async () => {
    const before = await rowOf(CHANNEL.first);
    const { extra } = await stored();
    const receipt = await importing('order', ORDER_HEAD, [[CHANNEL.first, 1.5, 12.34567, '', '', '']]);
    expect(await rowOf(CHANNEL.first)).toMatchObject({ max_size: 1500, cod_max_order_total: 1_234_567 });
    expect((await stored()).extra).toMatchObject({ partner_code: 7, max_size: 1.5, cod_max_order_total: 1_234_567 });
    const back = await editor.data<ImportReceipt>(`/v2/ops/imports/${receipt.id}/revert`, { body: {} });
    expect(back.state).toBe('applied');
    expect(await rowOf(CHANNEL.first)).toMatchObject({
      max_size: null,
      cod_max_order_total: null,
      priority: before.priority,
    });
    expect((await stored()).extra).toEqual(extra);
  });

  it('a blank cell keeps the setting, and None removes it (CHC-38)', async () => {
    await importing('order', ORDER_HEAD, [[CHANNEL.first, 1.5, 10, 1, 2, 3]]);
    expect((await importing('order', ORDER_HEAD, [[CHANNEL.first, '', 'None', '', '', '']])).counts?.changed).toBe(1);
    expect(await rowOf(CHANNEL.first)).toMatchObject({ max_size: 1500, cod_max_order_total: null });
    const again = await importing('order', ORDER_HEAD, [[CHANNEL.first, '', 'none', 'None', 'NONE', 'none']]);
    expect(again.counts).toMatchObject({ changed: 1, unchanged: 0 });
    expect((await importing('order', ORDER_HEAD, [[CHANNEL.first, 1.5, 'None', '', '', '']])).counts).toMatchObject({
      changed: 0,
      unchanged: 1,
    });
    expect(await rowOf(CHANNEL.first)).toMatchObject({ dimension_max_length: null, max_size: 1500 });
  });

  it.each<[string, string, readonly string[], Cell[], RegExp]>([
    ['both shop lists', 'cod', COD_HEAD, [CHANNEL.first, 'Yes', 'No', 'Yes', 'Yes'], /not both/],
    [
      'SOD outside TW',
      'cod',
      [...COD_HEAD, 'SOD'],
      [CHANNEL.first, 'Yes', 'No', 'No', 'No', 'Yes'],
      /available only in Taiwan/,
    ],
    [
      'KYC control outside TW',
      'extra',
      ['Channel ID', 'KYC Control'],
      [CHANNEL.first, 'Yes'],
      /available only in Taiwan/,
    ],
    [
      'a partially filled dimension criterion',
      'order',
      ORDER_HEAD,
      [CHANNEL.first, '', '', 1, '', ''],
      /filled toghether/,
    ],
    ['None combined with blanks', 'order', ORDER_HEAD, [CHANNEL.first, '', '', 'None', '', ''], /filled toghether/],
    [
      'an hour that is neither a time nor a number',
      'cutoff',
      ['Channel ID', 'Pickup Same-day Cutoff Hour'],
      [CHANNEL.first, '09:60'],
      /must be a time such as 9:30/,
    ],
    ['a distance below 0', 'order', ['Channel ID', 'Max Distance'], [CHANNEL.first, -1], /./],
    ['a channel that does not exist', 'cod', COD_HEAD, [999_999, 'Yes', 'No', 'No', 'No'], /./],
    ['an unknown choice', 'name', ['Channel ID', 'Name List', 'Buyer Whitelist'], [CHANNEL.first, 'Grey', 'No'], /./],
  ])('an import with %s is refused and changes nothing', async (_title, group, head, row, message) => {
    const before = [await rowOf(CHANNEL.first), await stored()];
    const receipt = await importing(group, head, [row]);
    expect(receipt.state).toBe('refused');
    const url = receipt.failList[0]?.url ?? '';
    const { raw } = await editor.call(url.replace(/^\/api/, ''));
    const text =
      raw.rawPayload.length > 0
        ? JSON.stringify(utils.sheet_to_json(Object.values(read(raw.rawPayload).Sheets)[0]!))
        : '';
    expect(text).toMatch(message);
    expect([await rowOf(CHANNEL.first), await stored()]).toEqual(before);
  });

  it('an import requires the write permission', async () => {
    const viewer = await world.as('id.viewer');
    await expect(
      send('cod', workbookOf(COD_HEAD, [[CHANNEL.first, 'Yes', 'No', 'No', 'No']]), {}, viewer),
    ).rejects.toThrow(/403/);
  });

  it.each(CHANNEL_GROUP_SHEETS)('$name: importing an exported file changes nothing', async sheet => {
    await importing('order', ORDER_HEAD, [[CHANNEL.first, 1.5, 0.00001, 1, 2, 0]]);
    const { bytes, name, rows } = await exported(sheet);
    expect(name).toBe(sheet.name);
    expect(rows[0]).toEqual(importOf(sheet).columns.map(({ header }) => header));
    expect(rows).toHaveLength(3);
    const receipt = await send(sheet.part ?? '', bytes);
    expect(receipt).toMatchObject({ state: 'applied', counts: { changed: 0, unchanged: 2 } });
  });

  it.each(CHANNEL_GROUP_SHEETS)('$name: importing file A, then B, then A again applies each of them', async sheet => {
    const name = sheet.columns.find(column => column !== 'channelId' && !sheet.info?.includes(column)) ?? '';
    const column = importOf(sheet).columns.find(({ key }) => key === name);
    const labels = column?.type.kind === 'choice' ? column.type.choices.map(({ label }) => label) : [5, 6];
    const own = (await rowOf(CHANNEL.first)) as unknown as Record<string, unknown>;
    const start =
      column?.type.kind === 'choice' ? column.type.choices.findIndex(({ value }) => value === own[name]) : 1;
    const [a, b] = [labels[(start + 1) % labels.length], labels[start]] as [Cell, Cell];
    const file = async (value: Cell): Promise<ImportReceipt> => {
      const { rows } = await exported(sheet);
      const [head, ...lines] = rows as [Cell[], ...Cell[][]];
      const place = head.indexOf(column?.header ?? '');
      const line = lines.find(([id]) => Number(id) === CHANNEL.first) as Cell[];
      return importing(sheet.part ?? '', head as string[], [
        head.map((_, at) => (at === place ? value : (line[at] ?? ''))),
      ]);
    };
    await file(b);
    for (const value of [a, b, a]) {
      expect(await file(value)).toMatchObject({ state: 'applied', repeated: false, counts: { changed: 1 } });
    }
    expect(await file(a)).toMatchObject({ state: 'applied', repeated: false, counts: { changed: 0, unchanged: 1 } });
  });

  it('a row for a channel without a configuration is refused rather than creating a configuration', async () => {
    await world.database.pool.query('DELETE FROM channel_configs WHERE channel_id = $1', [CHANNEL.second]);
    const receipt = await importing('cod', COD_HEAD, [[CHANNEL.second, 'Yes', 'No', 'No', 'No']]);
    expect(receipt).toMatchObject({ state: 'refused' });
    expect(receipt.failList[0]?.message).toContain(String(CHANNEL.second));
    expect(await rowOf(CHANNEL.second)).toBeUndefined();
  });
});
