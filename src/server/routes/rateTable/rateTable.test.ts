import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASES, plainRows, RateCalls } from '../../../../tests/support/rateTables.ts';
import { CHANNEL, Caller, createWorld, emailOf, STREET, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import { HEADER } from '../../../contract/call.ts';
import { FAMILIES, type RateChannelRow, type RateVersionRow } from '../../../contract/rateTable/versions.ts';
import { columnsOf } from '../../../domain/rates/columns.ts';
import { seal } from '../../../domain/rates/sealed.ts';
import { extra, fee, sampleRows } from '../../../domain/rates/testing/sampleRates.ts';
import type { PartRow, RateRows } from '../../../domain/rates/rows.ts';
import { buildApp } from '../../app.ts';
import { CATEGORY } from '../../../domain/permission.ts';
import { startProductService } from '../../rates/products.ts';

/** 2026-06-30T17:00:00Z is midnight in Jakarta. */
const NOW = Date.UTC(2026, 5, 15) / 1000;
const JULY = Date.UTC(2026, 5, 30, 17) / 1000;
const { first, second, malaysia } = CHANNEL;

/** Rows for the test country, with one zone for the whole country. */
const rows = (change: Partial<RateRows> = {}): RateRows =>
  sampleRows({
    names: [{ kind: 'zone', code: 'A', name: 'Near' }],
    addresses: [{ kind: 'zone', origin: '', destination: 'ID', code: 'A' }],
    fees: [fee('A', 0, 1, 10_000), fee('A', 1, 2, 18_000)],
    ...change,
  });

describeOnEach('rate table calls (RATE-10 to RATE-18)', kind => {
  let world: World;
  let editor: Caller;
  let calls: RateCalls;
  beforeAll(async () => {
    world = await createWorld(kind, { now: () => NOW * 1000 });
    editor = await world.as('id.editor');
    calls = new RateCalls(editor);
  });
  afterAll(() => world.close());

  describe.each(FAMILIES)('rate tables of the family %s (FEE-1, G95)', family => {
    let own: RateCalls;
    beforeAll(() => {
      own = new RateCalls(editor, BASES[family]);
    });

    it('a change that is based on a lost version of the same number is refused (OB8)', async () => {
      const { id, version } = await own.make('/v2/base_info/create', { channelId: second, name: 'Other' });
      const headers = { [HEADER.basedAt]: String(NOW - 60) };
      const cells = [{ part: 'fees', base: 0, row: fee('A', 2, 3, 1) }];
      for (const [path, body] of [
        ['/v2/base_info/update', { id, version, name: 'Mine' }],
        ['/v2/base_info/delete', { id, version }],
        ['/v2/cells/apply', { id, version, name: 'Mine', cells: [] }],
        ['/v2/cells/apply', { id, version, cells }],
      ] as const) {
        const lost = await own.post(path, body, headers);
        expect([path, lost.status, lost.body.data]).toMatchObject([path, 409, { current: { name: 'Other' } }]);
      }
      const seen = { [HEADER.basedAt]: String(NOW) };
      expect((await own.post('/v2/base_info/update', { id, version, name: 'Mine' }, seen)).status).toBe(200);
      await own.make('/v2/base_info/delete', { id, version: version + 1 });
    });

    it('a draft can be created, changed, listed, copied and deleted (RATE-10, RATE-12)', async () => {
      const draft = await own.make('/v2/base_info/create', { channelId: second, name: 'July' });
      expect(draft).toMatchObject({ family, channelId: second, status: 'Draft', hash: null, channelName: 'SiCepat' });
      const { id, version } = draft;
      const renamed = await own.make('/v2/base_info/update', { id, version, name: 'August' });
      expect(renamed).toMatchObject({ name: 'August', version: version + 1 });
      const stale = await own.post('/v2/base_info/update', { id, version, name: 'September' });
      expect([stale.status, stale.body.message]).toEqual([409, expect.stringContaining('was changed by')]);
      const vat = await own.make('/v2/vat/update', { id, version: version + 1, mode: 'inclusive', ppm: 70_000 });
      expect(vat.settings.vat).toEqual({ mode: 'inclusive', ppm: 70_000 });
      expect(await own.get(`/v2/vat?id=${id}`)).toEqual({ mode: 'inclusive', ppm: 70_000 });
      const copy = await own.make('/v2/basic-info/copy', { id });
      expect(copy).toMatchObject({ copyOf: draft.versionNo, versionNo: draft.versionNo + 1, name: 'August' });
      expect(copy.settings).toEqual(vat.settings);
      const { list } = await own.get<{ list: RateVersionRow[] }>(`/v2/base_info?channelId=${second}`);
      expect(list.map(row => row.id)).toEqual([copy.id, id]);
      for (const row of list) await own.make('/v2/base_info/delete', { id: row.id, version: row.version });
      const gone = await editor.call(`${own.base}/v2/basic-info/detail?id=${id}`);
      expect([gone.status, gone.body.message]).toEqual([404, expect.stringContaining(`version ${id}`)]);
    });

    it('the number of a deleted draft is not used again, so its history stays its own', async () => {
      const gone = await own.make('/v2/base_info/create', { channelId: first, name: 'Gone' });
      await own.make('/v2/base_info/delete', { id: gone.id, version: gone.version });
      const next = await own.make('/v2/base_info/create', { channelId: first, name: 'Next' });
      expect(next.versionNo).toBe(gone.versionNo + 1);
      const copy = await own.make('/v2/basic-info/copy', { id: next.id });
      await own.make('/v2/base_info/delete', { id: copy.id, version: copy.version });
      expect((await own.make('/v2/basic-info/copy', { id: next.id })).versionNo).toBe(copy.versionNo + 1);
    });

    it('versions of the other family are not shown', async () => {
      const { id } = await own.make('/v2/base_info/create', { channelId: first });
      const other = FAMILIES.find(one => one !== family) ?? family;
      expect((await editor.call(`${BASES[other]}/v2/basic-info/detail?id=${id}`)).status).toBe(404);
      expect((await own.post('/v2/base_info/delete', { id, version: 1 })).status).toBe(200);
    });
  });

  describe('states and times (study 1 d 1)', () => {
    it('submitting a complete draft seals it, and submitting an incomplete one is refused with a list of what is missing', async () => {
      const { id, version } = await calls.draft(second, rows({ addresses: [] }));
      const refused = await calls.post<{ findings: { text: string }[] }>('/v2/basic-info/submit', { id, version });
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('is not complete')]);
      expect(refused.body.data?.findings.length).toBeGreaterThan(0);
      const added = await calls.make<{ version: RateVersionRow }>('/v2/calculation-address/import', {
        id,
        rows: rows().addresses,
      });
      const sealed = await calls.make('/v2/basic-info/submit', { id, version: added.version.version });
      expect(sealed).toMatchObject({ status: 'Submitted', submittedBy: emailOf('id.editor'), rows: { fees: 2 } });
      const again = await calls.post('/v2/cells/apply', {
        id,
        cells: [{ part: 'fees', base: 0, row: fee('A', 2, 3, 1) }],
      });
      expect([again.status, again.body.message]).toEqual([400, expect.stringContaining('is Submitted')]);
      for (const path of ['/v2/base_info/update', '/v2/base_info/delete', '/v2/basic-info/submit'])
        expect((await calls.post(path, { id, version: sealed.version })).status).toBe(400);
    });

    it('the sealed file is served by its hash, is cacheable, and contains the rows', async () => {
      const { hash, bytes } = await calls.submitted(second, rows());
      const answer = await editor.call(`/rate_table/v2/sealed/${hash}`);
      expect(answer.status).toBe(200);
      expect(answer.raw.headers['cache-control']).toBe('private, max-age=31536000, immutable');
      expect(Buffer.compare(answer.raw.rawPayload, Buffer.from(seal(columnsOf(rows()))))).toBe(0);
      expect(bytes).toBe(answer.raw.rawPayload.length);
      // An unknown file, and files of the other family and of another country, get the same reply.
      const missing = await Promise.all([
        editor.call(`/rate_table/v2/sealed/${'0'.repeat(64)}`),
        editor.call(`/rate_table/third-party-fee/v2/sealed/${hash}`),
        (await world.as('my.editor')).call(`/rate_table/v2/sealed/${hash}`),
      ]);
      expect(missing.map(({ status }) => status)).toEqual([404, 404, 404]);
    });

    it('rows that refer to missing locations cause a warning', async () => {
      const ways = ['9999999', '2000001', String(STREET)].map(destination => ({
        ...(rows().addresses[0] as PartRow<'addresses'>),
        destination,
      }));
      const { id } = await calls.draft(second, rows({ addresses: [...rows().addresses, ...ways] }));
      const { complete, list } = await calls.get<{ complete: boolean; list: { text: string; row: { key: string } }[] }>(
        `/v2/findings?id=${id}`,
      );
      expect(complete).toBe(true);
      expect(list.map(({ text, row }) => `${row.key} ${text}`)).toEqual([
        'zone/2000001/ there is no location 2000001, so this row applies to no parcel',
        'zone/9999999/ there is no location 9999999, so this row applies to no parcel',
      ]);
    });

    it('extra fees of missing shop groups cause a warning', async () => {
      const remote = (shopGroup: number) => ({ ...extra('remote', { fixed: 100_000, min: 0 }), shopGroup });
      const extraFees = [remote(0), remote(-1), remote(987_654)];
      const { id } = await calls.draft(second, rows({ extraFees }));
      const { list } = await calls.get<{ list: { text: string }[] }>(`/v2/findings?id=${id}`);
      expect(list.map(({ text }) => text)).toEqual(['there is no shop group 987654, so this row applies to no parcel']);
    });

    it('a copy of a sealed version has the same rows and is sealed as the same file', async () => {
      const all = rows({ extraFees: [extra('cod', { ppm: 20_000, min: 500_000_000, max: 2_500_000_000 })] });
      const sealed = await calls.submitted(second, all);
      const copy = await calls.make('/v2/basic-info/copy', { id: sealed.id });
      const read = await calls.get<{ rows: never }>(`/v2/rows?id=${copy.id}`);
      expect(plainRows(read.rows)).toEqual(plainRows(all as never));
      // A draft's rows have version numbers, which a comparison must not treat as differences.
      const drafted = await calls.get<{ total: number }>(`/v2/compare?before=${sealed.id}&after=${copy.id}`);
      expect(drafted.total).toBe(0);
      const again = await calls.make('/v2/basic-info/submit', { id: copy.id, version: copy.version });
      expect(again.hash).toBe(sealed.hash);
      const compared = await calls.get<{ total: number }>(`/v2/compare?before=${sealed.id}&after=${again.id}`);
      expect(compared.total).toBe(0);
    });

    it('effective periods follow from start times, equal start times are refused, and past ones require a permission and a remark', async () => {
      const one = await calls.submitted(first, rows(), NOW + 100);
      expect(one).toMatchObject({ status: 'Scheduled', activeUntil: null });
      const two = await calls.submitted(first, rows(), JULY);
      expect(await calls.detail(one.id)).toMatchObject({ activeUntil: JULY });
      const three = await calls.submitted(first, rows());
      const set = (caller: Caller, change: object) =>
        new RateCalls(caller).post('/v2/set-time', { id: three.id, version: three.version, ...change });
      const equal = await set(editor, { activeFrom: JULY });
      expect([equal.status, equal.body.message]).toEqual([
        400,
        expect.stringContaining(`Version ${two.versionNo} also begins at`),
      ]);
      const past = await set(editor, { activeFrom: NOW - 100, remark: 'Late contract' });
      expect([past.status, past.body.message]).toEqual([
        400,
        expect.stringContaining('requires a separate permission'),
      ]);
      const admin = await world.as('admin');
      const silent = await set(admin, { activeFrom: NOW - 100 });
      expect([silent.status, silent.body.message]).toEqual([400, expect.stringContaining('Remark is required')]);
      const backdated = await set(admin, { activeFrom: NOW - 100, remark: 'Late contract' });
      expect(backdated.body.data).toMatchObject({ status: 'Active', remark: 'Late contract', activeUntil: NOW + 100 });
      const late = await calls.post('/v2/set-time', { id: three.id, version: three.version + 1, activeFrom: null });
      expect([late.status, late.body.message]).toEqual([400, expect.stringContaining('is Active')]);
      const withdrawn = await calls.make('/v2/set-time', { id: one.id, version: one.version, activeFrom: '' });
      expect(withdrawn).toMatchObject({ status: 'Submitted', activeFrom: null });
      expect(await calls.detail(three.id)).toMatchObject({ activeUntil: JULY });
    });
  });

  describe('cells of a draft', () => {
    const cell = (base: number, amount: number, start = 0) => ({
      part: 'fees',
      base,
      row: fee('A', start, start + 1, amount),
    });

    it('changes to different cells are merged, and the later change to the same cell is refused with the current row', async () => {
      const { id, version } = await calls.draft(second, rows());
      const apply = (...cells: object[]) =>
        calls.post<{ cells: { version: number }[] }>('/v2/cells/apply', { id, cells });
      const mine = await apply(cell(version, 11_000));
      expect(mine.body.data?.cells).toMatchObject([{ key: 'zone/A/0', version: version + 1 }]);
      expect((await apply(cell(version, 19_000, 1))).status).toBe(200);
      const late = await apply(cell(version, 12_000), cell(0, 30_000, 2));
      expect(late.status).toBe(409);
      expect(late.body.message).toContain('Cell zone/A/0 was changed by id.editor');
      expect(late.body.data).toMatchObject({
        current: { id, cells: [{ key: 'zone/A/0', row: { fee: 1_100_000_000, version: version + 1 } }] },
        currentVersion: version + 2,
      });
      const fees = await calls.get<{ list: { start: number; fee: number }[] }>(`/v2/basic-shipping-fees?id=${id}`);
      expect(fees.list.map(row => row.fee)).toEqual([1_100_000_000, 1_900_000_000]);
      expect((await apply({ part: 'fees', base: version + 1, remove: 'zone/A/0' })).body.data?.cells).toMatchObject([
        { version: 0 },
      ]);
      const gone = await apply(cell(version + 1, 12_000));
      expect([gone.status, gone.body.data]).toMatchObject([409, { current: { cells: [{ row: null }] } }]);
    });

    it('a row that was removed and created again counts as a different row', async () => {
      const { id, version } = await calls.draft(second, rows());
      const apply = (...cells: object[]) => calls.make('/v2/cells/apply', { id, cells });
      await apply({ part: 'fees', base: version, remove: 'zone/A/0' });
      await apply(cell(0, 5_000));
      expect((await calls.post('/v2/cells/apply', { id, cells: [cell(version, 6_000)] })).status).toBe(409);
    });

    it('name and settings can be sent together with cells, and conflict with later changes to them', async () => {
      const { id, version, channelId, versionNo } = await calls.draft(second, rows());
      const body = { id, channelId, versionNo, version, cells: [cell(version, 11_000)] };
      const one = await calls.post<{ version: RateVersionRow }>('/v2/cells/apply', {
        ...body,
        name: 'Both',
        settings: { esfArea: 'route' },
      });
      expect(one.body.data?.version).toMatchObject({
        name: 'Both',
        version: version + 1,
        settings: { esfArea: 'route' },
      });
      const late = await calls.post('/v2/cells/apply', { id, version, name: 'Late', cells: [] });
      expect([late.status, late.body.data]).toMatchObject([409, { current: { name: 'Both', cells: [] } }]);
      expect((await calls.post('/v2/cells/apply', { id, version: version + 1, name: 'Third' })).status).toBe(200);
      for (const [wrong, message] of [
        [{ id }, 'is empty'],
        [{ id, name: 'X' }, 'version: is required'],
      ] as const) {
        const answer = await calls.post('/v2/cells/apply', wrong);
        expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
      }
      const other = await calls.post('/v2/cells/apply', { ...body, versionNo: versionNo + 1 });
      expect([other.status, other.body.message]).toEqual([404, expect.stringContaining(`of channel ${channelId}`)]);
      const beyond = await calls.post('/v2/cells/apply', { id, cells: [cell(2_000_000_000, 1)] });
      expect(beyond.status).toBe(409);
    });

    it('a change of a draft that somebody has deleted names the draft by its number', async () => {
      const { id, version, channelId, versionNo } = await calls.draft(second, rows());
      await calls.make('/v2/base_info/delete', { id, version });
      const late = await calls.post('/v2/cells/apply', { id, channelId, versionNo, cells: [cell(version, 1)] });
      expect([late.status, late.body.message]).toEqual([
        404,
        expect.stringContaining(`Version ${versionNo} of channel ${channelId} no longer exists`),
      ]);
    });

    it('settings of a draft do not conflict with cells, but submission conflicts with any change', async () => {
      const draft = await calls.draft(second, rows());
      const { id, version } = draft;
      await calls.make('/v2/cells/apply', { id, cells: [cell(version, 11_000)] });
      const set = await calls.make('/v2/basic-info/update', { id, version, settings: { esfArea: 'route' } });
      expect(set.settings.esfArea).toBe('route');
      expect((await calls.post('/v2/basic-info/update', { id, version, settings: { esfArea: 'zone' } })).status).toBe(
        409,
      );
      expect((await calls.post('/v2/basic-info/submit', { id, version })).status).toBe(409);
    });

    it.each([
      ['two cells of one row', [cell(0, 1, 5), cell(0, 2, 5)], 'two cells belong to the same row'],
      [
        'an end before the start',
        [{ part: 'fees', base: 0, row: { ...fee('A', 5, 6, 1), end: 100 } }],
        'must be greater',
      ],
      ['a key that is not a row', [{ part: 'fees', base: 0, remove: 'zone/A/x' }], 'is not a row'],
      ['a key from another part', [{ part: 'cepRanges', base: 0, remove: 'zone/A/0' }], 'is not a row'],
      [
        'an invalid place',
        [{ part: 'addresses', base: 0, row: { kind: 'zone', origin: '', destination: '?', code: 'A' } }],
        'cells.0.row.destination: must be empty, a country code, a location id or a range of CEPs',
      ],
      [
        'an amount that is not a whole number',
        [{ part: 'extraFees', base: 0, row: extra('fuel', { fixed: 0.5 }) }],
        'cells.0.row.fixed: must be a whole number',
      ],
      ['a part that does not exist', [{ part: 'prices', base: 0, row: {} }], 'cells.0: must be one of names'],
    ])('a change is refused: %s', async (_, cells, message) => {
      const { id } = await calls.draft(second, rows());
      const answer = await calls.post('/v2/cells/apply', { id, cells });
      expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
    });

    it('Apply takes effect once per key, and writes one log entry and one feed change', async () => {
      const { id, version, channelId, versionNo } = await calls.draft(second, rows());
      const body = { id, cells: [cell(version, 11_000), cell(version, 21_000, 1)] };
      const headers = { 'idempotency-key': `apply-${kind}` };
      const one = await calls.post('/v2/cells/apply', body, headers);
      const two = await calls.post('/v2/cells/apply', body, headers);
      expect([one.status, two.raw.headers['idempotent-replayed'], two.body]).toEqual([200, 'true', one.body]);
      const { rows: changes } = await world.database.pool.query(
        `SELECT version FROM changes WHERE collection = 'rateVersions' AND key = $1 ORDER BY version`,
        [`${channelId}/${versionNo}`],
      );
      expect(changes).toHaveLength(3);
      const history = await calls.get<{ list: { url: string; after: { changedCells?: number } }[] }>(
        `/rate_channel/history/${channelId}`,
      );
      expect(history.list[0]).toMatchObject({ url: '/api/rate_table/v2/cells/apply', after: { changedCells: 2 } });
      expect(history.list.filter(({ after }) => after?.changedCells === 2)).toHaveLength(1);
    });
  });

  describe('rows in calls (RATE-13, RATE-15, RATE-16)', () => {
    it('an import adds and updates rows, or replaces all of them on request', async () => {
      const { id, version } = await calls.draft(second, rows());
      const bring = (body: object) =>
        calls.post<{ added: number; changed: number; removed: number; version: RateVersionRow }>(
          '/v2/basic-shipping-fees/import',
          { id, ...body },
        );
      const merged = await bring({ rows: [fee('A', 0, 1, 10_000), fee('A', 1, 2, 19_000), fee('A', 2, 3, 25_000)] });
      expect(merged.body.data).toMatchObject({ added: 1, changed: 1, removed: 0, version: { rows: { fees: 3 } } });
      expect((await bring({ replace: true, rows: [fee('A', 0, 5, 1)] })).status).toBe(400);
      expect((await bring({ replace: true, version, rows: [fee('A', 0, 5, 1)] })).status).toBe(409);
      const replaced = await bring({ replace: true, version: version + 1, rows: [fee('A', 0, 5, 9_000)] });
      expect(replaced.body.data).toMatchObject({ added: 0, changed: 1, removed: 2 });
      expect((await bring({ rows: [fee('A', 0, 5, 1), fee('A', 0, 6, 1)] })).status).toBe(400);
      const volume = await calls.make<{ added: number }>('/v2/parcel-volume-fees/import', {
        id,
        rows: [{ kind: 'zone', code: '', start: 0, end: 1000, fee: 5 }],
      });
      expect(volume.added).toBe(1);
      expect(await calls.get(`/v2/parcel-volume-fees?id=${id}`)).toMatchObject({
        total: 1,
        list: [{ fee: 5, code: '' }],
      });
    });

    it('remote, COD and additional fees can be stored with flags and bounds, and deleted', async () => {
      const { id } = await calls.draft(second, rows());
      const remote = extra('remote', { code: 'FAR', fixed: 500_000_000 });
      const cod = extra('cod', { code: 'COD', ppm: 20_000, min: 123_456_789, max: 100 });
      await calls.make('/remote_fee/mass_update', { id, rows: [remote] });
      const bad = await calls.post('/cod_fee/mass_create', { id, rows: [cod] });
      expect([bad.status, bad.body.message]).toEqual([400, expect.stringContaining('minimum is above')]);
      await calls.make('/cod_fee/mass_create', { id, rows: [{ ...cod, max: 300_000_000 }] });
      const twice = await calls.post('/cod_fee/mass_create', { id, rows: [{ ...cod, max: 300_000_000 }] });
      expect([twice.status, twice.body.message]).toEqual([409, expect.stringContaining('already')]);
      expect((await calls.post('/cod_fee/mass_create', { id, rows: [remote] })).status).toBe(400);
      await calls.make('/additional_fee/create', { id, ...extra('fuel', { code: 'FUEL', ppm: 50_000 }) });
      expect(await calls.get(`/get_extra_fee_flag?id=${id}`)).toEqual({
        id,
        remote: true,
        cod: true,
        additional: false,
        fuel: true,
        cepRisk: false,
        volume: false,
      });
      await calls.make('/extra_fee/refresh_bound', { id });
      const fees = await calls.get<{ list: { min: number }[] }>(`/get_extra_fee?id=${id}&type=cod`);
      expect(fees.list).toMatchObject([{ code: 'COD', min: 123_500_000, max: 300_000_000 }]);
      expect((await calls.post('/extra_fee/delete', { id, keys: ['remote/FAR//0', 'remote/NO//0'] })).status).toBe(404);
      expect(
        (await calls.make<{ removed: number }>('/extra_fee/delete', { id, keys: ['remote/FAR//0'] })).removed,
      ).toBe(1);
      expect((await calls.get<{ total: number }>(`/get_extra_fee?id=${id}`)).total).toBe(2);
    });

    it.each(FAMILIES)(
      'a row that is not a fee is refused by every call that stores it, and reported if stored: %s',
      async family => {
        const own = new RateCalls(editor, BASES[family]);
        const { id } = await own.draft(second, rows());
        const wrong: readonly [object, string][] = [
          [{ ppm: null, min: 500_000 }, 'neither an amount nor a percentage'],
          [{ ppm: 10_000, of: [] }, 'does not say what it is a percentage of'],
          [{ ppm: 10_000, of: ['fuel'] }, 'is a percentage of fuel, which is computed later'],
        ];
        for (const [change, problem] of wrong) {
          const [remote, cod, fuel] = (['remote', 'cod', 'fuel'] as const).map(type => extra(type, change));
          const answers = await Promise.all([
            own.post('/v2/cells/apply', { id, cells: [{ part: 'extraFees', base: 0, row: fuel }] }),
            own.post('/remote_fee/mass_update', { id, rows: [remote] }),
            own.post('/cod_fee/mass_create', { id, rows: [cod] }),
            own.post('/additional_fee/create', { id, ...fuel }),
          ]);
          for (const { status, body } of answers)
            expect([status, body.message]).toEqual([400, expect.stringContaining(problem)]);
        }
        // Rows that were stored before this rule.
        const { pool } = world.database;
        await own.make('/additional_fee/create', { id, ...extra('fuel', { ppm: 10_000, min: 123_456_789 }) });
        await own.make('/remote_fee/mass_update', { id, rows: [extra('remote', { fixed: 1 })] });
        await pool.query('UPDATE rate_extra_fees SET fixed = NULL WHERE version_id = $1 AND ppm IS NULL', [id]);
        const found = await own.get<{ complete: boolean; list: { text: string }[] }>(`/v2/findings?id=${id}`);
        expect([found.complete, found.list.map(({ text }) => text)]).toEqual([
          false,
          [expect.stringContaining('neither an amount nor a percentage')],
        ]);
        expect((await own.make<{ changed: number }>('/extra_fee/refresh_bound', { id })).changed).toBe(1);
      },
    );

    it.each(FAMILIES)('rows about CEPs are refused by every call in a country without CEPs: %s', async family => {
      const own = new RateCalls(editor, BASES[family]);
      const { id } = await own.draft(second, rows());
      const range = '01310000-01319999';
      const address = { kind: 'zone', origin: '', destination: range, code: 'A' };
      const cell = (part: string, row: object) => own.post('/v2/cells/apply', { id, cells: [{ part, base: 0, row }] });
      const remote = extra('remote', { place: range, fixed: 1 });
      const answers = [
        await cell('addresses', address),
        await cell('addresses', { ...address, origin: range, destination: '' }),
        await cell('extraFees', remote),
        await cell('cepLevels', { level: 1, ppm: 0, min: null, max: null }),
        await cell('cepRanges', { from: 1_310_000, to: 1_319_999, level: 1 }),
        await own.post('/v2/calculation-address/import', { id, rows: [address] }),
        await own.post('/remote_fee/mass_update', { id, rows: [remote] }),
        await own.post('/cod_fee/mass_create', { id, rows: [extra('cod', { place: range, fixed: 1 })] }),
        await own.post('/additional_fee/create', { id, ...extra('additional', { place: range, fixed: 1 }) }),
      ];
      for (const { status, body } of answers)
        expect([status, body.message]).toEqual([400, expect.stringContaining('Indonesia has no CEPs')]);
      expect(await own.detail(id)).toMatchObject({ rows: { addresses: 1, extraFees: 0, cepLevels: 0, cepRanges: 0 } });
    });

    it.runIf(kind === 'postgres')('bounds that somebody else changed in the meantime are not reverted', async () => {
      const { pool } = world.database;
      const { id } = await calls.draft(second, rows({ extraFees: [extra('cod', { ppm: 20_000, max: 300_000_000 })] }));
      const other = await pool.connect();
      try {
        await other.query('BEGIN');
        await other.query('SELECT 1 FROM rate_versions WHERE id = $1 FOR UPDATE', [id]);
        const refreshed = calls.make('/extra_fee/refresh_bound', { id });
        const waits = async () => {
          const { rows: locks } = await pool.query<{ n: number }>(
            `SELECT count(*)::int4 AS n FROM pg_locks l JOIN pg_stat_activity a USING (pid)
              WHERE NOT l.granted AND a.datname = current_database()`,
          );
          return locks[0]?.n;
        };
        await expect.poll(waits, { timeout: 20_000 }).toBeGreaterThan(0);
        await other.query('UPDATE rate_extra_fees SET max = 400050000 WHERE version_id = $1', [id]);
        await other.query('COMMIT');
        await refreshed;
      } finally {
        other.release();
      }
      const fees = await calls.get<{ list: object[] }>(`/get_extra_fee?id=${id}&type=cod`);
      expect(fees.list).toMatchObject([{ max: 400_100_000 }]);
    });

    it('names, CEP risk and calculation types are the same in a draft and its sealed version', async () => {
      const all = rows({
        names: [
          { kind: 'zone', code: 'A', name: 'Near' },
          { kind: 'route', code: 'R', name: 'Road' },
        ],
      });
      for (const make of [calls.draft, calls.submitted]) {
        const { id } = await make.call(calls, second, all);
        expect(await calls.get(`/v2/zonenames?id=${id}`)).toMatchObject({ list: [{ code: 'A', name: 'Near' }] });
        expect(await calls.get(`/v3/routenames?id=${id}`)).toMatchObject({ list: [{ code: 'R', name: 'Road' }] });
        expect(await calls.get(`/v2/cepRiskAdditionLevel?id=${id}`)).toEqual({ levels: [], ranges: [] });
        expect(await calls.get(`/v2/calculation-address?id=${id}`)).toMatchObject({ total: 1, list: [{ code: 'A' }] });
        expect(await calls.get(`/v2/get_calculate_type?id=${id}`)).toEqual({
          id,
          esfCalculateType: 'zone',
          asfCalculateType: 'zone',
        });
        expect(await calls.get(`/v2/get_esf_calculate_type?id=${id}`)).toEqual({ id, esfCalculateType: 'zone' });
      }
    });
  });

  describe('permissions', () => {
    it('a viewer can read but not write, and people from another country or without permission see nothing', async () => {
      const { id, version } = await calls.draft(second, rows());
      const viewer = new RateCalls(await world.as('id.viewer'));
      expect((await viewer.detail(id)).id).toBe(id);
      expect((await viewer.post('/v2/base_info/update', { id, version, name: 'x' })).status).toBe(403);
      const abroad = new RateCalls(await world.as('my.editor'));
      expect((await abroad.post('/v2/base_info/update', { id, version, name: 'x' })).status).toBe(404);
      expect((await abroad.post('/v2/base_info/create', { channelId: second })).status).toBe(404);
      expect((await abroad.make('/v2/base_info/create', { channelId: malaysia })).settings.currency).toBe('MYR');
      expect((await world.anonymous.call(`/rate_table/v2/basic-info/detail?id=${id}`)).status).toBe(401);
    });
  });

  it('ids, counts and strings beyond their bounds are refused without a server error', async () => {
    for (const path of [
      '/v2/basic-info/detail?id=0',
      '/v2/basic-info/detail?id=99999999999999999999',
      '/v2/base_info?count=0',
      '/v2/rate_channel/query?name=' + 'x'.repeat(400),
      '/v2/sealed/abc',
      '/rate_channel/history/-1',
      '/v2/get_calculate_type',
    ])
      expect([path, (await editor.call(`/rate_table${path}`)).status]).toEqual([path, 400]);
    expect((await editor.call(`/rate_table/v2/basic-info/detail?id=${2 ** 31 - 1}`)).status).toBe(404);
    expect((await editor.call('/rate_table/v2/get_calculate_type?channelId=999999')).status).toBe(404);
  });
});

describeOnEach('the product list (RATE-11, RATE-18)', kind => {
  interface Listed {
    list: RateChannelRow[];
    missing: { service: string; message: string } | null;
  }

  it('all products are listed, or, if the product service is down, only channels with a rate table and a notice', async () => {
    const config = { clientDir: undefined, baseUrl: undefined, secure: false, trustProxy: false, tracker: true };
    const world = await createWorld(kind);
    const service = await startProductService(world.database.pool);
    const app = await buildApp({
      config: { ...config, productService: service.url },
      database: world.database,
    });
    try {
      const { cookie } = await world.as('id.editor');
      const calls = new RateCalls(new Caller(app, cookie));
      await calls.make('/v2/base_info/create', { channelId: CHANNEL.second });
      const up = await calls.get<Listed>('/v2/rate_channel/query');
      expect(up.missing).toBeNull();
      expect(up.list.map(row => [row.channelId, row.productName, row.hasRateTable, row.drafts])).toEqual([
        [CHANNEL.first, 'J&T', false, 0],
        [CHANNEL.second, 'SiCepat', true, 1],
      ]);
      expect((await calls.get<Listed>('/v2/rate_channel/query?name=j%26t')).list).toHaveLength(1);
      expect((await calls.get<Listed>('/v2/rate_channel/query?hasRateTable=false')).list).toHaveLength(1);
      expect(await calls.get('/v2/channelIds')).toEqual({ channelIds: [CHANNEL.first, CHANNEL.second] });
      // A product of entity 1 is Local, any other is CrossBorder (CONST-2). A person with one category sees only its
      // channels (PERM-17).
      const { pool } = world.database;
      await pool.query(`UPDATE channels SET from_country = 'SG' WHERE channel_id = $1`, [CHANNEL.second]);
      const { list } = await calls.get<Listed>('/v2/rate_channel/query');
      expect(list.map(({ category, isMasking }) => [category, isMasking])).toEqual([
        [CATEGORY.local, false],
        [CATEGORY.crossBorder, false],
      ]);
      await pool.query(`UPDATE users SET category = ${CATEGORY.crossBorder} WHERE email LIKE 'id.editor@%'`);
      expect((await calls.get<Listed>('/v2/rate_channel/query')).list.map(row => row.channelId)).toEqual([
        CHANNEL.second,
      ]);
      expect(await calls.get('/v2/channelIds')).toEqual({ channelIds: [CHANNEL.second] });
      await service.close();
      const down = await calls.get<Listed>('/v2/rate_channel/query');
      expect(down.list.map(row => row.channelId)).toEqual([CHANNEL.second]);
      expect(down.missing?.message).toContain('dial tcp 127.0.0.1:');
      expect(await calls.get('/v2/channelIds')).toEqual({ channelIds: [CHANNEL.second] });
      expect(await calls.get('/v2/list_rate_channel_id')).toEqual({
        list: [{ channelId: CHANNEL.second, channelName: 'SiCepat' }],
      });
    } finally {
      await app.close();
      await service.close();
      await world.close();
    }
  });
});
