import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { uploadForm } from '../../../../tests/support/importing.ts';
import {
  CHANNEL,
  createWorld,
  resetRecords,
  type Caller,
  type World,
} from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { AuditRow } from '../../../contract/audit.ts';
import { auditLabel } from '../../../contract/auditLabel.ts';
import type { Change } from '../../../contract/feed.ts';
import type { ImportReceipt } from '../../../contract/imports/calls.ts';
import type { PriceListRow, TaskRow } from '../../../contract/rateImports/calls.ts';
import type { RateVersionRow } from '../../../contract/rateTable/versions.ts';

const { first, second } = CHANNEL;
const csv = (...lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\n')}\n`);
const FEES = 'Channel ID,Version,Area,Code,Start Weight,End Weight,Fee';
const fee = (code: string, start: number, end: number, amount: number | string, version = 1, channel: number = first) =>
  `${channel},${version},Zone,${code},${start},${end},${amount}`;

describeOnEach('tasks and price lists of rate tables (TASK-1, TASK-2, PRICE-1 to PRICE-3, FEE-1)', kind => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind, { now: () => 1_800_000_000_000, largeImport: 2_000 });
    editor = await world.as('id.editor');
  });
  beforeEach(async () => {
    await resetRecords(world.database.pool);
    await world.database.pool.query(
      'TRUNCATE imports, import_rows, rate_versions, rate_names, rate_addresses, rate_fees, rate_volume_fees, rate_extra_fees',
    );
  });
  afterAll(() => world.close());

  const BASE = '/rate_table';
  const draft = (channelId: number = first, base = BASE) =>
    editor.data<RateVersionRow>(`${base}/v2/base_info/create`, { body: { channelId } });
  const rowsOf = async (id: number, base = BASE) =>
    (await editor.data<{ rows: Record<string, Record<string, unknown>[]> }>(`${base}/v2/rows?id=${id}`)).rows;
  const detail = (id: number) => editor.data<RateVersionRow>(`${BASE}/v2/basic-info/detail?id=${id}`);
  const task = async (path: string, bytes: Buffer, base = BASE, name = 'file.csv') =>
    editor.data<ImportReceipt>(`${base}/async_task/${path}`, {
      body: { file_url: await uploadForm(editor, bytes, name) },
    });
  const tasks = async (query = '', base = BASE) =>
    editor.data<{ list: TaskRow[]; total: number }>(`${base}/async_task/list?count=50${query}`);
  const upload = async (bytes: Buffer, name = 'prices.csv') =>
    editor.data<ImportReceipt>(`${BASE}/price_list/upload`, {
      body: { fileUrlList: [await uploadForm(editor, bytes, name)] },
    });
  const lists = async (page = '1/10') =>
    editor.data<{ list: PriceListRow[]; total: number }>(`${BASE}/price_list/${page}`);
  const post = <T = unknown>(path: string, body: Record<string, unknown> = {}) =>
    editor.call<T>(`${BASE}/${path}`, { body });
  /** Waits until nothing is in progress. */
  const settled = async () => {
    for (let tries = 0; tries < 2000; tries++) {
      const { list } = await lists('1/100');
      if (list.every(({ status }) => status >= 2)) return list;
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    throw new Error('the checks never ended');
  };

  it('every kind of file can be imported into a draft and undone', async () => {
    const { id } = await draft();
    const { cursor: since } = await editor.data<{ cursor: string }>('/v2/ops/changes?entity=ID');
    const files: readonly [path: string, bytes: Buffer][] = [
      ['import_zone_code', csv('Channel ID,Version,Zone Code,Zone Name', `${first},1,A,Near`, `${first},1,B,Far`)],
      ['import_route_code', csv('Channel ID,Version,Route Code,Route Name', `${first},1,R,Road`)],
      ['import_origin_dest_code', csv('Channel ID,Version,Origin,Destination,Route Code', `${first},1,ID,All,R`)],
      [
        'import_calculation_address',
        csv('Channel ID,Version,Area,Origin,Destination,Code', `${first},1,Zone,All,All,A`),
      ],
      ['import_basic_shipping_fee', csv(FEES, fee('A', 0, 1, 10000), fee('A', 1, 2, '18000.5'))],
      ['import_price_list_with_enhanced', csv(`${FEES},Largest Sum of Sides`, `${fee('B', 0, 1, 5000)},40`)],
      [
        'import_price_list_weight_rule',
        csv(
          'Channel ID,Version,Size Rounding,Divisor,Cubic Weight Counts,Threshold,Step,Rounding,Tolerance,Minimum Weight,Bound Belongs To,Tiers by Sum of Sides',
          `${first},1,Up,5000,Above threshold,5,1,Tolerance,0.3,1,Range below,No`,
        ),
      ],
      [
        'import_parcel_volume_fee',
        csv('Channel ID,Version,Area,Code,Start Volume,End Volume,Fee', `${first},1,Zone,All,0,30000,2500`),
      ],
      [
        'import_remote_fee',
        csv('Channel ID,Version,Place,Shop Group,Fixed Fee,Percentage,Minimum,Maximum', `${first},1,1000004,0,7000,,,`),
      ],
      [
        'import_cod_fee',
        csv(
          'Channel ID,Version,Place,Shop Group,Fixed Fee,Percentage,Minimum,Maximum',
          `${first},1,All,0,,2%,5000,25000`,
        ),
      ],
    ];
    const receipts: ImportReceipt[] = [];
    for (const [path, bytes] of files) {
      const receipt = await task(path, bytes);
      expect([path, receipt.state, receipt.failList]).toEqual([path, 'applied', []]);
      receipts.push(receipt);
    }
    const rows = await rowsOf(id);
    const bare = (part: string) => rows[part]?.map(({ version: _version, ...row }) => row);
    expect(bare('names')).toEqual([
      { kind: 'zone', code: 'A', name: 'Near' },
      { kind: 'zone', code: 'B', name: 'Far' },
      { kind: 'route', code: 'R', name: 'Road' },
    ]);
    expect(bare('addresses')).toEqual([
      { kind: 'zone', origin: '', destination: '', code: 'A' },
      { kind: 'route', origin: 'ID', destination: '', code: 'R' },
    ]);
    expect(bare('fees')).toEqual([
      { kind: 'zone', code: 'A', start: 0, end: 1000, fee: 1_000_000_000, sides: null },
      { kind: 'zone', code: 'A', start: 1000, end: 2000, fee: 1_800_050_000, sides: null },
      { kind: 'zone', code: 'B', start: 0, end: 1000, fee: 500_000_000, sides: 400 },
    ]);
    expect(bare('volumeFees')).toEqual([{ kind: 'zone', code: '', start: 0, end: 30000, fee: 250_000_000 }]);
    const own = { shopGroup: 0, min: null, max: null, ppm: null, fixed: null };
    expect(bare('extraFees')).toEqual([
      { ...own, type: 'remote', code: 'remote', name: 'Remote fee', place: '1000004', fixed: 700_000_000, of: [] },
      {
        ...own,
        type: 'cod',
        code: 'cod',
        name: 'COD fee',
        place: '',
        ppm: 20_000,
        min: 500_000_000,
        max: 2_500_000_000,
        of: ['codAmount'],
      },
    ]);
    const version = await detail(id);
    expect(version.settings.weightRule).toEqual({
      sizeRounding: 'up',
      divisor: 5000,
      cubic: 'above',
      threshold: 5000,
      step: 1000,
      rounding: 'tolerance',
      tolerance: 300,
      minimum: 1000,
      bound: 'below',
      tiers: false,
    });
    expect(version.version).toBe(1 + files.length);
    expect((await tasks()).total).toBe(files.length);

    // Everyone viewing the draft is notified of each change.
    const { changes } = await editor.data<{ changes: Change[] }>(`/v2/ops/changes?entity=ID&since=${since}`);
    expect(changes.map(({ collection, key, version: own }) => [collection, key, own]).at(-1)).toEqual([
      'rateVersions',
      `${first}/1`,
      version.version,
    ]);
    expect(changes.at(-1)?.row).toMatchObject({ id, rows: { fees: 3, names: 3 } });

    for (const receipt of receipts.toReversed()) {
      const undone = await editor.data<ImportReceipt>(`/v2/ops/imports/${receipt.id}/revert`, { body: {} });
      expect([receipt.declaration, undone.state]).toEqual([receipt.declaration, 'applied']);
    }
    expect(Object.values(await rowsOf(id)).flat()).toEqual([]);
    expect((await detail(id)).settings.weightRule).toMatchObject({ divisor: 6000, cubic: 'always' });
  });

  const EXTRA = 'Channel ID,Version,Place,Shop Group,Fixed Fee,Percentage,Minimum,Maximum';
  const RULE =
    'Channel ID,Version,Size Rounding,Divisor,Cubic Weight Counts,Threshold,Step,Rounding,Tolerance,Minimum Weight,Bound Belongs To,Tiers by Sum of Sides';
  /** For each kind, two files that differ in one value. */
  const PAIRS: readonly [path: string, head: string, one: string, other: string][] = [
    ['import_zone_code', 'Channel ID,Version,Zone Code,Zone Name', '1,A,Near', '1,A,Far'],
    ['import_route_code', 'Channel ID,Version,Route Code,Route Name', '1,R,Road', '1,R,Sea'],
    ['import_origin_dest_code', 'Channel ID,Version,Origin,Destination,Route Code', '1,ID,All,R', '1,ID,All,S'],
    [
      'import_calculation_address',
      'Channel ID,Version,Area,Origin,Destination,Code',
      '1,Zone,All,All,A',
      '1,Zone,All,All,B',
    ],
    ['import_basic_shipping_fee', FEES, '1,Zone,A,0,1,10000', '1,Zone,A,0,1,10000.5'],
    ['import_price_list_with_enhanced', `${FEES},Largest Sum of Sides`, '1,Zone,B,0,1,5000,40', '1,Zone,B,0,1,6000,40'],
    [
      'import_price_list_weight_rule',
      RULE,
      '1,Up,5000,Above threshold,5,1,Tolerance,0.3,1,Range below,No',
      '1,Up,6000,Above threshold,5,1,Tolerance,0.3,1,Range below,No',
    ],
    [
      'import_parcel_volume_fee',
      'Channel ID,Version,Area,Code,Start Volume,End Volume,Fee',
      '1,Zone,All,0,30000,2500',
      '1,Zone,All,0,30000,2600',
    ],
    ['import_remote_fee', EXTRA, '1,1000004,0,7000,,,', '1,1000004,0,8000,,,'],
    ['import_cod_fee', EXTRA, '1,All,0,,2%,5000,25000', '1,All,0,,3%,5000,25000'],
  ];
  const CEP_HEAD = 'Channel ID,Version,CEP Range,Origin,Zone Code';
  const BR_CHANNEL = 80_031;
  const IN_BRAZIL = { 'x-ops-entity': 'BR' };
  /** A draft in Brazil, the only country with CEPs, with calls for it. */
  const inBrazil = async () => {
    await world.database.pool.query(
      `INSERT INTO channels (channel_id, name, display_name, country, from_country, flag)
       VALUES ($1, 'Loggi', 'Loggi', 'BR', 'BR', 0) ON CONFLICT DO NOTHING`,
      [BR_CHANNEL],
    );
    const admin = await world.as('admin');
    const post = <T>(path: string, body: unknown) => admin.data<T>(`${BASE}/${path}`, { body, headers: IN_BRAZIL });
    const get = <T>(path: string) => admin.data<T>(`${BASE}/${path}`, { headers: IN_BRAZIL });
    const { id } = await post<RateVersionRow>('v2/base_info/create', { channelId: BR_CHANNEL });
    return {
      id,
      channelId: BR_CHANNEL,
      bring: async (path: string, bytes: Buffer) =>
        post<ImportReceipt>(`async_task/${path}`, {
          file_url: await uploadForm(admin, bytes, 'file.csv', IN_BRAZIL),
        }),
      rows: async () => (await get<{ rows: Record<string, Record<string, unknown>[]> }>(`v2/rows?id=${id}`)).rows,
      version: () => get<RateVersionRow>(`v2/basic-info/detail?id=${id}`),
    };
  };
  const inIndonesia = async () => {
    const { id } = await draft();
    const bring = (path: string, bytes: Buffer) => task(path, bytes);
    return { id, channelId: first, bring, rows: () => rowsOf(id), version: () => detail(id) };
  };

  it.each([
    ...PAIRS.map(pair => [...pair, inIndonesia] as const),
    ['import_cep_zone_code', CEP_HEAD, '1,01310000-01319999,All,A', '1,01310000-01319999,All,B', inBrazil] as const,
  ])(
    'importing file A, A again, B and then A reports each time what changed (PB1): %s',
    async (path, head, one, other, made) => {
      const own = await made();
      const bring = async (line: string) => {
        const { state, counts, failList } = await own.bring(path, csv(head, `${own.channelId},${line}`));
        expect([state, failList]).toEqual(['applied', []]);
        return [counts?.added, counts?.changed, counts?.unchanged];
      };
      const now = async () => {
        const [rows, { settings }] = [await own.rows(), await own.version()];
        const plain = Object.entries(rows).map(([part, list]) => [part, list.map(row => ({ ...row, version: 0 }))]);
        return JSON.stringify([plain, settings]);
      };
      const [added = 0, changed = 0] = await bring(one);
      expect(added + changed).toBe(1);
      const before = await now();
      expect(await bring(one)).toEqual([0, 0, 1]);
      expect(await bring(other)).toEqual([0, 1, 0]);
      expect(await now()).not.toBe(before);
      expect(await bring(one)).toEqual([0, 1, 0]);
      expect(await now()).toBe(before);
    },
  );

  it('a file about CEPs is refused in a country without CEPs, with its row', async () => {
    const { id } = await draft();
    const files: readonly [path: string, bytes: Buffer, why: string][] = [
      ['import_cep_zone_code', csv(CEP_HEAD, `${first},1,01310000-01319999,All,A`), 'Indonesia has no CEPs'],
      [
        'import_calculation_address',
        csv('Channel ID,Version,Area,Origin,Destination,Code', `${first},1,Zone,All,01310000-01319999,A`),
        'is the CEP range "01310000-01319999", but Indonesia has no CEPs',
      ],
      [
        'import_origin_dest_code',
        csv('Channel ID,Version,Origin,Destination,Route Code', `${first},1,01310000-01319999,All,A`),
        'the origin is the CEP range "01310000-01319999", but Indonesia has no CEPs',
      ],
      ['import_remote_fee', csv(EXTRA, `${first},1,01310000-01319999,0,7000,,,`), 'Indonesia has no CEPs'],
      ['import_cod_fee', csv(EXTRA, `${first},1,01310000-01319999,0,7000,,,`), 'Indonesia has no CEPs'],
    ];
    for (const [path, bytes, why] of files) {
      const receipt = await task(path, bytes);
      expect([path, receipt.state, receipt.failList[0]?.message]).toEqual([
        path,
        'refused',
        expect.stringContaining(why),
      ]);
    }
    expect(Object.values(await rowsOf(id)).flat()).toEqual([]);
    // Parcels of this channel come from Brazil, so their origin has a CEP.
    await world.database.pool.query(`UPDATE channels SET from_country = 'BR' WHERE channel_id = $1`, [first]);
    try {
      const [path, bytes] = files[2] as (typeof files)[number];
      expect((await task(path, bytes)).state).toBe('applied');
    } finally {
      await world.database.pool.query(`UPDATE channels SET from_country = 'ID' WHERE channel_id = $1`, [first]);
    }
  });

  it('in Brazil, a CEP without its hyphen or zero is not taken for the ID of a location, by a call or by a file', async () => {
    const { pool } = world.database;
    const channelId = 80_021;
    await pool.query(
      `INSERT INTO locations (location_id, country, parent_id, level, name, name_folded, state_id)
       VALUES (8000001, 'BR', 0, 0, 'Acre', 'acre', 8000001) ON CONFLICT DO NOTHING`,
    );
    await pool.query(
      `INSERT INTO channels (channel_id, name, display_name, country, from_country, flag)
       VALUES ($1, 'Correios', 'Correios', 'BR', 'ID', 0) ON CONFLICT DO NOTHING`,
      [channelId],
    );
    const admin = await world.as('admin');
    const headers = { 'x-ops-entity': 'BR' };
    const { id } = await admin.data<RateVersionRow>(`${BASE}/v2/base_info/create`, { body: { channelId }, headers });
    const bring = (destination: string, origin = '') =>
      admin.call(`${BASE}/v2/calculation-address/import`, {
        body: { id, rows: [{ kind: 'zone', origin, destination, code: 'A' }] },
        headers,
      });
    // The origin is a location of the country from which the channel's parcels come.
    expect((await bring('8000001', '1000004')).status).toBe(200);
    for (const name of ['13100100', '1310000']) {
      const cep = name.padStart(8, '0');
      const why = `destination is "${name}", which is not the ID of a known location. Check the ID; for the CEP, enter the range ${cep}-${cep}`;
      const refused = await bring(name);
      expect([refused.status, refused.body.message]).toEqual([400, `zone/${name}/: ${why}`]);
      const typed = await admin.call(`${BASE}/v2/cells/apply`, {
        body: {
          id,
          cells: [{ part: 'addresses', base: 0, row: { kind: 'zone', origin: '', destination: name, code: 'A' } }],
        },
        headers,
      });
      expect([typed.status, typed.body.message]).toEqual([400, `zone/${name}/: ${why}`]);
      const file = csv('Channel ID,Version,Area,Origin,Destination,Code', `${channelId},1,Zone,All,${name},A`);
      const imported = await admin.data<ImportReceipt>(`${BASE}/async_task/import_calculation_address`, {
        body: { file_url: await uploadForm(admin, file, 'file.csv', headers) },
        headers,
      });
      expect([imported.state, imported.failList[0]?.message]).toEqual(['refused', expect.stringContaining(why)]);
      const fees = csv(EXTRA, `${channelId},1,${name},0,7000,,,`);
      const remote = await admin.data<ImportReceipt>(`${BASE}/async_task/import_remote_fee`, {
        body: { file_url: await uploadForm(admin, fees, 'file.csv', headers) },
        headers,
      });
      expect([remote.state, remote.failList[0]?.message]).toEqual([
        'refused',
        expect.stringContaining(`place is "${name}"`),
      ]);
    }
    const level = { part: 'cepLevels', base: 0, row: { level: 1, ppm: null, min: 100_000, max: null } };
    const refused = await admin.call(`${BASE}/v2/cells/apply`, { body: { id, cells: [level] }, headers });
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('has no percentage')]);
    const { rows } = await admin.data<{ rows: Record<string, unknown[]> }>(`${BASE}/v2/rows?id=${id}`, { headers });
    expect([rows['addresses'], rows['extraFees']]).toEqual([
      [expect.objectContaining({ destination: '8000001', origin: '1000004' })],
      [],
    ]);
  });

  it('the rows of an import name the currency of their version', async () => {
    await editor.data(`${BASE}/v2/base_info/create`, { body: { channelId: first, settings: { currency: 'SGD' } } });
    const receipt = await task('import_basic_shipping_fee', csv(FEES, fee('A', 0, 1, 12.5)));
    const { list } = await editor.data<{ list: unknown[] }>(`/v2/ops/imports/${receipt.id}/rows?pageno=1&count=10`);
    expect(list).toEqual([
      expect.objectContaining({ before: null, after: expect.objectContaining({ currency: 'SGD' }) }),
    ]);
  });

  it('a file of extra fees keeps their names and bases, and so does its undo', async () => {
    const { id } = await draft();
    const island = {
      type: 'remote',
      code: 'remote',
      name: 'Island',
      place: 'ID',
      shopGroup: 0,
      of: ['base', 'volume'],
      fixed: null,
      ppm: 100_000,
      min: null,
      max: null,
    };
    const extras = async () => (await rowsOf(id))['extraFees']?.map(({ version: _version, ...row }) => row);
    await editor.data(`${BASE}/v2/cells/apply`, { body: { id, cells: [{ part: 'extraFees', base: 0, row: island }] } });
    const changed = await task('import_remote_fee', csv(EXTRA, `${first},1,ID,0,,10%,500,`));
    expect([changed.state, changed.counts?.changed]).toEqual(['applied', 1]);
    expect(await extras()).toEqual([{ ...island, min: 50_000_000 }]);
    await editor.data(`/v2/ops/imports/${changed.id}/revert`, { body: {} });
    expect(await extras()).toEqual([island]);
    const removed = await task('import_remote_fee', csv(`${EXTRA},Action Code`, `${first},1,ID,0,,10%,500,,-1`));
    expect(await extras()).toEqual([]);
    await editor.data(`/v2/ops/imports/${removed.id}/revert`, { body: {} });
    expect(await extras()).toEqual([island]);
  });

  it('an extra fee with neither amount nor percentage is neither imported nor restored', async () => {
    const { id } = await draft();
    const line = (rest: string) => csv(EXTRA, `${first},1,All,0,${rest}`);
    const fails = async (rest: string) => (await task('import_cod_fee', line(rest))).failList.map(one => one.message);
    expect(await fails(',,5000,25000')).toEqual([expect.stringContaining('neither an amount nor a percentage')]);
    expect(await fails('None,None,,')).toHaveLength(1);
    const whole = await task('import_cod_fee', line(',2%,5000,'));
    expect(whole.state).toBe('applied');
    expect(await fails(',None,,')).toEqual([expect.stringContaining('neither an amount nor a percentage')]);
    // A draft from before this rule may contain such a fee.
    const { pool } = world.database;
    await pool.query('UPDATE rate_extra_fees SET ppm = NULL WHERE version_id = $1', [id]);
    const filled = await task('import_cod_fee', line('100,,,'));
    expect(filled.state).toBe('applied');
    const undone = await editor.data<ImportReceipt>(`/v2/ops/imports/${filled.id}/revert`, { body: {} });
    expect([undone.state, undone.failList.map(one => one.message).join() || undone.message]).toEqual([
      'refused',
      expect.stringContaining('neither an amount nor a percentage'),
    ]);
    expect((await rowsOf(id))['extraFees']).toMatchObject([{ fixed: 10_000_000 }]);
  });

  it('rows are updated and deleted, except those that others changed', async () => {
    const { id } = await draft();
    await task('import_basic_shipping_fee', csv(FEES, fee('A', 0, 1, 1), fee('A', 1, 2, 2), fee('A', 2, 3, 3)));
    const changing = await task(
      'import_basic_shipping_fee',
      csv(`${FEES},Action Code`, `${fee('A', 0, 1, 5)},1`, `${fee('A', 1, 2, 2)},-1`, `${fee('A', 2, 3, 3)},1`),
    );
    expect(changing.counts).toMatchObject({ added: 0, changed: 1, removed: 1, unchanged: 1 });
    const cells = [
      { part: 'fees', base: 3, row: { kind: 'zone', code: 'A', start: 0, end: 1000, fee: 9, sides: null } },
    ];
    await editor.data(`${BASE}/v2/cells/apply`, { body: { id, cells } });
    const held = await editor.data<ImportReceipt>(`/v2/ops/imports/${changing.id}/revert`, { body: {} });
    expect(held).toMatchObject({ state: 'review', review: { total: 1 } });
    await editor.data(`/v2/ops/imports/${changing.id}/revert`, { body: { skipConflicts: true } });
    expect((await rowsOf(id))['fees']?.map(({ start, fee: amount }) => [start, amount])).toEqual([
      [0, 9],
      [1000, 200_000],
      [2000, 300_000],
    ]);
  });

  it('an annotated file, missing versions and sealed versions are refused with a reason', async () => {
    await draft();
    const wrong = await task('import_basic_shipping_fee', csv(FEES, fee('A', 5, 5, 1), fee('A', 0, 1, 'x')));
    expect(wrong.state).toBe('refused');
    expect(wrong.failList[0]?.message).toContain('Start weight should be greater than end weight, found [5, 5)');
    const missing = await task('import_basic_shipping_fee', csv(FEES, fee('A', 0, 1, 1, 7)));
    expect(missing.failList[0]?.message).toContain(`Channel ${first} has no version 7`);
    await world.database.pool.query('UPDATE rate_versions SET state = 1');
    const sealed = await task('import_basic_shipping_fee', csv(FEES, fee('A', 0, 1, 1)));
    expect(sealed.failList[0]?.message).toContain(
      `Version 1 of channel ${first} is Submitted, and only drafts can be changed`,
    );
    const other = Array.from({ length: 12 }, (_, at) => fee('A', 0, 1, 1, 7 + at));
    const several = await task(
      'import_basic_shipping_fee',
      csv(FEES, fee('A', 0, 1, 1), ...other, fee('B', 0, 1, 1, 8)),
    );
    const said = several.failList[0]?.message;
    expect(said).toContain(`Version 1 of channel ${first} is Submitted`);
    for (const no of [7, 8, 15]) expect(said).toContain(`channel ${first} has no version ${no}`);
    expect(said).toContain('; 3 more versions cannot be changed either. Nothing was imported: copy the version');
    expect(said).toContain('create a draft first');
    const { list } = await tasks('&status=3');
    expect(list.map(({ status, type }) => [status, type])).toEqual([
      [3, 'basicShippingFee'],
      [3, 'basicShippingFee'],
      [3, 'basicShippingFee'],
      [3, 'basicShippingFee'],
    ]);
    const refused = list.at(-1);
    expect(refused?.error_url).toContain('errors.xlsx');
    const file = await world.app.inject({
      url: `/api${BASE}/async_task/export_file?id=${refused?.id}`,
      headers: { cookie: editor.cookie ?? '' },
    });
    expect([file.statusCode, file.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    await draft();
    await world.database.pool.query('UPDATE rate_versions SET state = 1, active_from = 1000 * version_no');
    const states = await task('import_basic_shipping_fee', csv(FEES, fee('A', 0, 1, 1), fee('A', 0, 1, 1, 2)));
    expect(states.failList[0]?.message).toContain(`Version 1 of channel ${first} is Expired`);
    expect(states.failList[0]?.message).toContain(`version 2 of channel ${first} is Active`);
  });

  it('tasks can be seen and deleted only with the permission', async () => {
    await draft();
    await task('import_zone_code', csv('Channel ID,Version,Zone Code,Zone Name', `${first},1,A,Near`));
    const [row] = (await tasks()).list;
    expect(row).toMatchObject({ type: 'zoneCode', status: 2, result: '1 added', done: 1, total: 1, restorable: true });
    const query = `async_task/detail?id=${row?.id}`;
    expect(await editor.data(`${BASE}/${query}`)).toEqual(row);
    const viewer = await world.as('id.viewer');
    expect((await viewer.call(`${BASE}/async_task/delete`, { body: { id: row?.id } })).status).toBe(403);
    expect((await viewer.call(`${BASE}/${query}`)).status).toBe(200);
    expect((await (await world.as('my.editor')).call(`${BASE}/${query}`)).status).toBe(404);
    expect((await post<{ deleted: number }>('async_task/delete', { id: row?.id })).body.data).toEqual({ deleted: 1 });
    expect((await post('async_task/delete', { id: row?.id })).status).toBe(404);
    expect((await tasks()).total).toBe(0);
    const { list } = await editor.data<{ list: AuditRow[] }>(
      '/ops/audit-logs/business?code=rate_management.rate_table&count=50',
    );
    expect(list.map(({ url }) => url)).toEqual(
      expect.arrayContaining([`/api${BASE}/async_task/delete`, `/api${BASE}/async_task/import_zone_code`]),
    );
  });

  it('a task that was deleted before it started is never carried out, even if its call is repeated', async () => {
    const { id } = await draft();
    const { pool } = world.database;
    const body = {
      file_url: await uploadForm(editor, csv('Channel ID,Version,Zone Code,Zone Name', `${first},1,A,Near`)),
    };
    const send = () =>
      editor.call(`${BASE}/async_task/import_zone_code`, { body, headers: { 'idempotency-key': 'task-1' } });
    expect((await send()).status).toBe(200);
    const jobs = async () => (await pool.query("SELECT 1 FROM jobs WHERE kind = 'import'")).rows;
    await expect.poll(jobs).toEqual([]);
    // The task is as it was before it started: queued, with a job that no process takes yet.
    await pool.query('DELETE FROM rate_names');
    await pool.query("UPDATE imports SET state = 'queued', finished_at = NULL");
    await pool.query(
      `INSERT INTO jobs (kind, key, owner, heavy, payload, run_at, created_at)
       SELECT 'import', id, user_id, true, jsonb_build_object('id', id, 'light', false), 9000000000000, 0 FROM imports`,
    );
    const [waiting] = (await tasks()).list;
    expect(waiting).toMatchObject({ status: 0, state: 'queued' });
    expect((await post('async_task/delete', { id: waiting?.id })).status).toBe(200);
    const again = await send();
    expect([again.status, again.body.message, again.raw.headers['retry-after'] ?? null]).toEqual([
      409,
      'id.editor@test.example deleted it before it started. Nothing was imported. If it is still needed, import it again.',
      null,
    ]);
    expect(await jobs()).toEqual([]);
    expect((await rowsOf(id))['names']).toEqual([]);
    expect((await tasks()).total).toBe(0);
  });

  it('price lists can be stored, checked, listed, imported and deleted', async () => {
    const { id } = await draft();
    const good = await upload(csv(FEES, fee('A', 0, 1, 10000), fee('A', 1, 5, 18000)), 'Java 2026.csv');
    expect([good.state, good.message]).toEqual([
      'applied',
      '2 fees are complete. At the time of the check, importing them would have resulted in: 2 added.',
    ]);
    const gap = await upload(csv(FEES, fee('A', 0, 1, 10000), fee('A', 2, 5, 18000), fee('B', 0, 1, '')), 'Gap.csv');
    expect(gap.state).toBe('refused');
    expect(gap.failList[0]?.message).toContain(
      'Not complete. 2 errors (first: row 3, zone A: no fee between 1 and 2 kg)',
    );
    // Nothing was written.
    expect((await rowsOf(id))['fees']).toEqual([]);
    const { list, total } = await lists();
    expect(total).toBe(2);
    expect(list.map(({ code, status }) => [code, status])).toEqual([
      ['Gap', 3],
      ['Java 2026', 2],
    ]);
    expect((await lists('2/1')).list.map(({ code }) => code)).toEqual(['Java 2026']);
    const all = await editor.data<{ list: PriceListRow[] }>(`${BASE}/price_list/get_all_file`);
    expect(all.list).toEqual(list);
    const [failed, passed] = list as [PriceListRow, PriceListRow];
    expect(await editor.data(`${BASE}/price_list/blurcode?code=java`)).toEqual({
      list: [{ id: passed.id, code: 'Java 2026' }],
    });

    expect((await post('price_list/import', { id: failed.id })).status).toBe(409);
    const started = await post<TaskRow>('price_list/import', { id: passed.id });
    expect(started.body.data).toMatchObject({ type: 'priceListEnhanced' });
    for (let tries = 0; tries < 200 && (await tasks('&status=2')).total === 0; tries++)
      await new Promise(resolve => setTimeout(resolve, 20));
    expect((await rowsOf(id))['fees']).toHaveLength(2);

    expect((await post<{ checked: number }>('price_list/check_status_all')).body.data).toEqual({ checked: 2 });
    const again = await settled();
    expect(again.find(({ code }) => code === 'Java 2026')).toMatchObject({
      status: 2,
      result: '2 fees are complete. At the time of the check, the drafts already contained them.',
      task_id: started.body.data?.id,
    });
    expect((await post<PriceListRow>('price_list/check_status_one', { id: failed.id })).body.data?.status).toBe(0);
    await settled();
    const rechecked = await post<PriceListRow>('price_list/check_status_one', { id: passed.id });
    expect(rechecked.body.data?.task_id).toBe(started.body.data?.id);
    await settled();
    expect((await post<{ deleted: number }>('price_list/delete_status_one', { status: 3 })).body.data).toEqual({
      deleted: 1,
    });
    expect((await post('price_list/delete', { id: passed.id })).body.data).toEqual({ deleted: 1 });
    expect((await lists()).total).toBe(0);
    // The log keeps what was deleted, with the task that imported it.
    const deletion = await world.database.pool.query<{ before: PriceListRow }>(
      'SELECT before FROM audit_logs WHERE url = $1 ORDER BY id DESC LIMIT 1',
      [`/api${BASE}/price_list/delete`],
    );
    expect(deletion.rows[0]?.before).toMatchObject({ id: passed.id, task_id: started.body.data?.id });
    // The imported rows remain, and a check is not an import that could be undone.
    expect((await rowsOf(id))['fees']).toHaveLength(2);
    expect((await editor.call(`/v2/ops/imports/${good.id}/revert`, { body: {} })).status).toBe(409);
  });

  it('a price list that is deleted while its import is added is not imported, and a repeated call gets the same reply', async () => {
    await draft();
    await upload(csv(FEES, fee('A', 0, 1, 10000)), 'Gone.csv');
    const [list] = (await lists()).list;
    const id = list?.id ?? 0;
    const { pool } = world.database;
    const kept = { body: { id }, headers: { 'idempotency-key': '5f0c6a4e-0000-4000-8000-000000000001' } };
    const first = await editor.call<TaskRow>(`${BASE}/price_list/import`, kept);
    for (let tries = 0; tries < 200 && (await tasks('&status=2')).total === 0; tries++)
      await new Promise(resolve => setTimeout(resolve, 20));
    // A colleague deletes it after the call has found it.
    await pool.query(
      `CREATE OR REPLACE FUNCTION delete_list() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN UPDATE imports SET deleted_at = 1 WHERE no = ${id}; RETURN NEW; END $$`,
    );
    await pool.query('CREATE TRIGGER delete_list BEFORE INSERT ON imports FOR EACH ROW EXECUTE FUNCTION delete_list()');
    const refused = await post('price_list/import', { id });
    await pool.query('DROP TRIGGER delete_list ON imports');
    expect(refused.status).toBe(404);
    expect((await tasks()).total).toBe(1);
    expect((await post('price_list/delete', { id })).status).toBe(200);
    const again = await editor.call<TaskRow>(`${BASE}/price_list/import`, kept);
    expect([again.status, again.body.data?.id]).toEqual([200, first.body.data?.id]);
    expect((await post('price_list/import', { id })).status).toBe(404);
  });

  it('a file sent in the call itself is accepted, and third-party fees are kept separate', async () => {
    const OTHER = `${BASE}/third-party-fee`;
    const own = await draft(second);
    const other = await draft(second, OTHER);
    const bytes = csv('Channel ID,Version,Zone Code,Zone Name', `${second},1,T,Third`);
    await task('import_zone_code', bytes, OTHER);
    expect((await rowsOf(own.id))['names']).toEqual([]);
    expect((await rowsOf(other.id, OTHER))['names']).toHaveLength(1);
    expect((await tasks()).total).toBe(0);
    expect((await tasks('', OTHER)).list[0]).toMatchObject({ type: 'zoneCode', status: 2 });
    const logged = await world.database.pool.query<{ url: string; body: string }>(
      'SELECT url, body FROM audit_logs ORDER BY id DESC LIMIT 1',
    );
    const [entry] = logged.rows;
    expect(auditLabel(entry?.url ?? '', entry?.body ?? '').label).toBe('Import Third-party Fee Zone codes');
    const boundary = '----task';
    const answer = await world.app.inject({
      method: 'POST',
      url: `/api${BASE}/async_task/import_zone_code`,
      headers: { cookie: editor.cookie ?? '', 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="zones.csv"\r\nContent-Type: text/csv\r\n\r\n`,
        ),
        bytes,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    });
    expect(answer.json<{ data: ImportReceipt }>().data.state).toBe('applied');
    expect((await rowsOf(own.id))['names']).toHaveLength(1);
  });

  it('an import that the embedded database applies in several transactions is completed and can be undone', async () => {
    const { id } = await draft();
    const many = Array.from({ length: 2_500 }, (_, at) =>
      fee(`Z${at % 50}`, Math.floor(at / 50), Math.floor(at / 50) + 1, at),
    );
    const receipt = await task('import_basic_shipping_fee', csv(FEES, ...many));
    expect([receipt.state, receipt.counts?.added]).toEqual(['applied', 2_500]);
    expect((await detail(id)).rows).toMatchObject({ fees: 2_500 });
    const undone = await editor.data<ImportReceipt>(`/v2/ops/imports/${receipt.id}/revert`, { body: {} });
    expect([undone.state, undone.counts?.removed]).toEqual(['applied', 2_500]);
    expect((await detail(id)).rows).toMatchObject({ fees: 0 });
  });
});
