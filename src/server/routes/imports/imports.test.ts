import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { utils, write } from 'xlsx';
import { IMPORT_HEADERS } from '../../../../tests/support/importFile.ts';
import {
  areasCsv,
  callImport,
  importFile,
  uploadForm,
  importResults,
  mixedCsv,
} from '../../../../tests/support/importing.ts';
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
import type { ImportReceipt } from '../../../contract/imports/calls.ts';
import { auditLabel } from '../../../contract/auditLabel.ts';
import { openFile } from '../../../../tests/support/readBoth.ts';
import { unpackFlags } from '../../../domain/serviceable.ts';
import { cellText } from '../../../domain/sheet/columns.ts';

const { first, second } = CHANNEL;
const EXPORT = '/v2/sls/forward/sls-ops/serviceable_area/channelLocationService';
const yes = ['Yes', 'Yes', 'Yes', 'Yes'];
const no = ['No', 'No', 'No', 'No'];

describeOnEach('imports of serviceable locations', kind => {
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

  const count = async (table: string): Promise<number> =>
    (await world.database.pool.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n ?? -1;
  const { records, cursor, changesSince, logs, get } = importResults(() => editor);

  it('an import with an invalid cursor still finishes and does not delay the next one', async () => {
    const epoch = (await cursor()).split('.')[0] ?? '';
    const importSince = async (since: string): Promise<ImportReceipt> => {
      const answer = await callImport(editor, { fileUrlList: [await uploadForm(editor, mixedCsv())], since });
      return answer.body.data as ImportReceipt;
    };
    const wide = [`${epoch}.99999999999999999999.0`, `${epoch}.18446744073709551616.0`, `${epoch}.1.9999999999999999`];
    for (const since of wide) {
      const receipt = await importSince(since);
      // It is not known what to compare with, so the whole import is returned for review.
      expect([since, receipt.state, receipt.review?.total]).toEqual([since, 'review', 0]);
      expect(await editor.data(`/v2/ops/changes?entity=ID&since=${since}`)).toMatchObject({ reset: true });
    }
    expect((await importFile(editor, mixedCsv(), 'areas.csv')).state).toBe('applied');
  });

  it('the caller gets a reply even if running the import throws an error', async () => {
    const { pool } = world.database;
    await pool.query('ALTER TABLE channel_location_import_rows RENAME TO elsewhere');
    const answer = await callImport(editor, { fileUrlList: [await uploadForm(editor, mixedCsv())] }).finally(() =>
      pool.query('ALTER TABLE elsewhere RENAME TO channel_location_import_rows'),
    );
    expect([answer.status, answer.body.message]).toEqual([503, expect.stringContaining('could not run the import')]);
  }, 30_000);

  it('text that a database cannot store is refused, as are row numbers that no list can have', async () => {
    const fileUrlList = [await uploadForm(editor, mixedCsv())];
    for (const wrong of [{ leave: ['\ud800'] }, { since: '\ud800' }, { since: 'a\0' }]) {
      expect((await callImport(editor, { fileUrlList, ...wrong })).status).toBe(400);
    }
    const receipt = await importFile(editor, mixedCsv(), 'areas.csv');
    const rows = (query: string) => editor.call<{ list: unknown[] }>(`/v2/ops/imports/${receipt.id}/rows?${query}`);
    expect((await rows('offset=3000000000')).status).toBe(400);
    expect((await rows('offset=2147383647&size=100000')).body.data?.list).toEqual([]);
    expect((await rows('page=300000&count=100000')).body.data).toMatchObject({ list: [], page: 300_000, total: 3 });
  });

  it('applying a file updates records and versions, adds tombstones to the feed, and writes one log entry', async () => {
    const since = await cursor();
    const receipt = await importFile(editor, mixedCsv(), 'areas Jawa.csv');
    expect(receipt).toMatchObject({
      state: 'applied',
      failList: [],
      counts: { added: 1, changed: 1, removed: 1, unchanged: 1, absent: 0, left: 0 },
      repeated: false,
      email: emailOf('id.editor'),
      createdAt: 1_800_000_000,
      files: [{ name: 'areas Jawa.csv', hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string }],
    });
    const rows = await records(first);
    expect(rows.find(row => row.locationId === STREET)).toMatchObject({
      canCOD: true,
      version: 2,
      updatedBy: emailOf('id.editor'),
      updatedAt: 1_800_000_000,
    });
    expect(rows.some(row => row.locationId === STREET + 1)).toBe(false);
    expect(await records(second)).toMatchObject([
      { locationId: STREET, version: 1, state: 'Jawa Barat', city: 'Bandung', street: 'Jalan Satu', canPickup: true },
    ]);
    const changes = await changesSince(since);
    expect(changes).toHaveLength(3);
    const byKey = new Map(changes.map(change => [change.key, change]));
    expect(byKey.get(`${first}/${STREET}/0`)).toMatchObject({
      version: 2,
      row: { canCOD: true, street: 'Jalan Satu' },
    });
    expect(byKey.get(`${first}/${STREET + 1}/0`)).toMatchObject({ version: 2, row: null });
    expect(byKey.get(`${second}/${STREET}/0`)).toMatchObject({ version: 1, row: { channelName: 'SiCepat' } });

    const { list, total } = await logs();
    expect([total, list[0]?.email, list[0]?.operator_type]).toEqual([1, emailOf('id.editor'), 'Import']);
    const label = auditLabel(list[0]?.url ?? '', list[0]?.body ?? '');
    expect([label.label, label.fileNames, label.channelId]).toEqual(['Import Location', ['areas Jawa.csv'], null]);
    expect(JSON.parse(list[0]?.body ?? '')).toMatchObject({ importId: receipt.id, hash: expect.any(String) as string });
    expect(JSON.parse(list[0]?.after ?? '')).toMatchObject({ added: 1, changed: 1, removed: 1 });
    // Everyone who may read the records can download the file from the log.
    const url = receipt.files[0]?.url.slice('/api'.length) ?? '';
    expect((await (await world.as('id.viewer')).call(url)).raw.rawPayload.equals(mixedCsv())).toBe(true);
    expect((await (await world.as('my.editor')).call(url)).status).toBe(404);

    const kept = await editor.data<{
      list: { key: string; before: object | null; after: object | null }[];
      total: number;
    }>(`/v2/ops/imports/${receipt.id}/rows`);
    expect(kept.total).toBe(3);
    expect(kept.list.map(row => [row.key, row.before !== null, row.after !== null])).toEqual([
      [`${first}/${STREET}/0`, true, true],
      [`${first}/${STREET + 1}/0`, true, false],
      [`${second}/${STREET}/0`, false, true],
    ]);
    expect(kept.list[0]).toMatchObject({ before: { canCOD: false }, after: { canCOD: true } });
  });

  it('a file is compared anew each time, and one that changes nothing leaves log and feed unchanged', async () => {
    const one = await importFile(editor, mixedCsv());
    const since = await cursor();
    const two = await importFile(editor, mixedCsv(), 'other name.csv');
    expect(two).toMatchObject({ state: 'applied', repeated: false, files: [{ name: 'other name.csv' }] });
    expect([two.id === one.id, two.counts]).toEqual([
      false,
      { added: 0, changed: 0, removed: 0, unchanged: 3, absent: 1, left: 0 },
    ]);
    expect([await count('audit_logs'), (await changesSince(since)).length]).toEqual([1, 0]);
    await editor.data('/channelLocationService/update', {
      body: { channelId: first, type: 0, locationId: STREET, ...unpackFlags(0) },
    });
    const three = await importFile(editor, mixedCsv());
    expect([three.repeated, three.counts?.changed]).toEqual([false, 1]);
  });

  it('the receipt shows when the import finished rather than when it began', async () => {
    const time = { now: 1_800_000_000_000 };
    const own = await createWorld(kind, { now: () => (time.now += 1_000) });
    try {
      const caller = await own.as('id.editor');
      const receipt = await importFile(caller, mixedCsv());
      const { rows } = await own.database.pool.query<{ at: number }>(
        'SELECT max(updated_at)::int8 AS at FROM channel_locations',
      );
      expect(receipt.finishedAt).toBeGreaterThan(rows[0]?.at ?? Infinity);
    } finally {
      await own.close();
    }
  });

  it('a repeated call takes effect once (OB3), and its key is refused for different files', async () => {
    const url = await uploadForm(editor, mixedCsv());
    const key = { 'idempotency-key': 'import-1' };
    const answers = await Promise.all([1, 2, 3].map(() => callImport(editor, { fileUrlList: [url] }, key)));
    expect(new Set(answers.map(answer => answer.body.data?.id)).size).toBe(1);
    expect(answers.every(answer => answer.body.data?.state === 'applied')).toBe(true);
    const again = await callImport(editor, { fileUrlList: [url] }, key);
    expect(again.raw.headers['idempotent-replayed']).toBe('true');
    const other = await uploadForm(editor, areasCsv([[first, 'Standard', STREET, ...no, 1]]));
    expect((await callImport(editor, { fileUrlList: [other] }, key)).status).toBe(422);
    expect(await count('audit_logs')).toBe(1);
    const { items } = await editor.data<{ items: { taken: boolean }[] }>('/v2/ops/preflight', {
      body: { entity: 'ID', items: [{ id: 'import-1', collection: 'channelLocations', key: '1/1/0', version: null }] },
    });
    expect(items[0]?.taken).toBe(true);
  });

  it('if one row is invalid, the file is refused and returned with its errors (UPLOAD-14, UPLOAD-17)', async () => {
    const before = await records(first);
    const receipt = await importFile(
      editor,
      areasCsv([
        [first, 'Standard', STREET, ...yes, 1],
        [first, 'Standard', 5, 'Yes', 'Maybe', 'No', 'No', 1],
        [999, 'Standard', STREET, ...yes, 1],
      ]),
    );
    expect([receipt.state, receipt.failList.length]).toEqual(['refused', 1]);
    expect(receipt.failList[0]?.message).toContain('Invalid address data');
    expect(await records(first)).toEqual(before);
    expect(await count('changes')).toBe(0);
    const detail = await editor.call(receipt.failList[0]?.url.slice('/api'.length) ?? '');
    const sheet = await (await openFile(new Uint8Array(detail.raw.rawPayload))).readSheet(0);
    expect(cellText(sheet, 9, 0)).toBe('Errors');
    expect([1, 2, 3].map(row => cellText(sheet, 9, row))).toEqual([
      '',
      expect.stringMatching(/Location ID[\s\S]*Support COD Deliver/),
      expect.stringContaining('There is no channel with this ID in Indonesia'),
    ]);
    expect(cellText(sheet, 2, 2)).toBe('5');
  });

  it('the message is empty if the only problem is missing mandatory data (UPLOAD-16, G62)', async () => {
    const receipt = await importFile(editor, areasCsv([[first, 'Standard', STREET, '', 'Yes', 'Yes', '', '']]));
    expect(receipt.failList).toEqual([{ url: expect.stringContaining('errors.xlsx') as string, message: '' }]);
  });

  it('a file with headings but no rows is refused', async () => {
    const receipt = await importFile(editor, areasCsv([]), 'empty.csv');
    expect(receipt).toMatchObject({
      state: 'refused',
      failList: [{ message: expect.stringMatching(/^"empty\.csv" contains headings but no rows\./) as string }],
    });
  });

  it('a file of the wrong kind is refused with a reason', async () => {
    const receipt = await importFile(editor, Buffer.from('Name,Size\nx,1\n'));
    expect(receipt).toMatchObject({
      state: 'refused',
      failList: [{ message: expect.stringContaining('template') as string }],
    });
    const lacking = await importFile(
      editor,
      areasCsv([[first, 'Standard', STREET]], ['Channel ID', 'Applicable Type', 'Location ID']),
    );
    expect(lacking.failList[0]?.message).toContain('Support Deliver');
  });

  it('several files are checked together, and those of other people or entities are refused', async () => {
    const one = await uploadForm(editor, areasCsv([[first, 'Standard', STREET, ...yes, 1]]), 'one.csv');
    const two = await uploadForm(editor, areasCsv([[first, 'Standard', STREET, ...no, 1]]), 'two.csv');
    const both = (await callImport(editor, { fileUrlList: [one, two] })).body.data;
    expect([both?.state, both?.failList.length]).toEqual(['refused', 1]);
    const viewer = await world.as('id.viewer');
    expect((await callImport(viewer, { fileUrlList: [one] })).status).toBe(403);
    const admin = await world.as('admin');
    expect((await callImport(admin, { fileUrlList: [one] })).status).toBe(404);
    expect((await callImport(editor, { fileUrlList: ['https://elsewhere.example/file.xlsx'] })).status).toBe(400);
    expect((await viewer.call(`/v2/ops/imports/${both?.id}`)).status).toBe(200);
    expect((await (await world.as('my.editor')).call(`/v2/ops/imports/${both?.id}`)).status).toBe(404);
  });

  it('rows changed by others since the comparison require a review, and `leave` keeps their values', async () => {
    const since = await cursor();
    const admin = await world.as('admin');
    await admin.data('/channelLocationService/update', {
      body: {
        channelId: first,
        type: 0,
        locationId: STREET,
        canDeliver: false,
        canCOD: false,
        canPickup: true,
        canCODPickup: false,
      },
    });
    const url = await uploadForm(editor, mixedCsv());
    const held = (await callImport(editor, { fileUrlList: [url], since })).body.data;
    expect(held).toMatchObject({
      state: 'review',
      review: {
        total: 1,
        rows: [
          { key: `${first}/${STREET}/0`, change: 'changed', current: { updatedBy: emailOf('admin'), version: 2 } },
        ],
      },
    });
    expect(await count('audit_logs')).toBe(1);
    expect(await count('channel_location_import_rows')).toBe(0);
    const leave = [`${first}/${STREET}/0`];
    const done = (await callImport(editor, { fileUrlList: [url], since: held?.review?.since ?? '', leave })).body.data;
    expect(done).toMatchObject({ state: 'applied', counts: { changed: 0, removed: 1, added: 1, left: 1 } });
    expect((await records(first)).find(row => row.locationId === STREET)).toMatchObject({
      canPickup: true,
      version: 2,
    });
  });

  it('all rows that others have changed can be left unchanged, however many there are', async () => {
    const since = await cursor();
    const admin = await world.as('admin');
    await admin.data('/channelLocationService/update', {
      body: { channelId: first, type: 0, locationId: STREET, ...unpackFlags(4) },
    });
    const fileUrlList = [await uploadForm(editor, mixedCsv())];
    const done = (await callImport(editor, { fileUrlList, since, leaveTheirs: true })).body.data;
    expect(done).toMatchObject({ state: 'applied', counts: { changed: 0, removed: 1, added: 1, left: 1 } });
    expect((await records(first)).find(row => row.locationId === STREET)).toMatchObject({ version: 2 });
    // It is not known which rows others have changed, so nothing is imported.
    const lost = await callImport(editor, { fileUrlList, since: 'abc.1.1', leaveTheirs: true });
    expect(lost.body.data?.state).toBe('review');
    // Importing the omitted rows afterward does not count as a repetition.
    const after = (await callImport(editor, { fileUrlList })).body.data;
    expect(after).toMatchObject({ state: 'applied', repeated: false, counts: { changed: 1, unchanged: 2, absent: 1 } });
  });

  it('rows that the person was the last to change, such as by a previous import, do not require a review', async () => {
    const since = await cursor();
    await importFile(editor, mixedCsv());
    const turned = areasCsv([[first, 'Standard', STREET, ...no, 1]]);
    const second = await callImport(editor, { fileUrlList: [await uploadForm(editor, turned)], since });
    expect(second.body.data).toMatchObject({ state: 'applied', counts: { changed: 1 } });
  });

  it('the whole import requires a review if the feed no longer reaches back to the comparison', async () => {
    const url = await uploadForm(editor, mixedCsv());
    const lost = (await callImport(editor, { fileUrlList: [url], since: 'abc.1.1' })).body.data;
    expect(lost).toMatchObject({ state: 'review', review: { total: 0, rows: [] } });
    expect(lost?.message).toContain('Compare them again');
    const done = (await callImport(editor, { fileUrlList: [url], since: lost?.review?.since ?? '' })).body.data;
    expect(done?.state).toBe('applied');
  });

  it('if a record was deleted by an import, the reply names the person who deleted it (OB8)', async () => {
    await importFile(editor, mixedCsv());
    const stale = await editor.call<{ gone: object }>('/channelLocationService/update', {
      body: {
        channelId: first,
        type: 0,
        locationId: STREET + 1,
        canDeliver: true,
        canCOD: false,
        canPickup: false,
        canCODPickup: false,
        version: 1,
      },
    });
    expect([stale.status, stale.body.data?.gone]).toEqual([409, { by: emailOf('id.editor'), at: 1_800_000_000 }]);
  });

  it('the progress of an import is reported to the person’s event streams', async () => {
    const received: string[] = [];
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = world.app.server.address() as AddressInfo;
    const open = async (name: 'id.editor' | 'id.viewer') =>
      fetch(`http://127.0.0.1:${port}/api/v2/ops/events?entity=ID`, {
        headers: { cookie: (await world.as(name)).cookie ?? '' },
      });
    const [mine, others] = await Promise.all([open('id.editor'), open('id.viewer')]);
    const listen = async (answer: Response, take: (text: string) => void) => {
      const decoder = new TextDecoder();
      for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) take(decoder.decode(chunk));
    };
    const foreign: string[] = [];
    void listen(mine, text => received.push(text)).catch(() => undefined);
    void listen(others, text => foreign.push(text)).catch(() => undefined);
    const receipt = await importFile(editor, mixedCsv());
    await expect.poll(() => received.join('')).toContain(`"id":"${receipt.id}","state":"applied","done":3,"total":3`);
    expect(received.join('')).toContain('event: import');
    expect(foreign.join('')).not.toContain('event: import');
  });

  it('importing an export changes nothing', async () => {
    const { raw } = await editor.call(`${EXPORT}?channelId=${first}`);
    const receipt = await importFile(editor, raw.rawPayload, 'export.xlsx');
    expect(receipt).toMatchObject({ state: 'applied', counts: { added: 0, changed: 0, removed: 0, absent: 0 } });
    expect(receipt.counts?.unchanged).toBe((await records(first)).length);
    expect([await count('audit_logs'), await count('changes')]).toEqual([0, 0]);
  });

  it('older file formats can be imported, too', async () => {
    const sheet = utils.aoa_to_sheet([[...IMPORT_HEADERS], [first, 'Standard', STREET, ...yes, 1]]);
    const book = utils.book_new(sheet, 'Location');
    const bytes = Buffer.from(write(book, { type: 'buffer', bookType: 'biff8' }) as Uint8Array);
    const receipt = await importFile(editor, bytes, 'areas.xls');
    expect(receipt).toMatchObject({ state: 'applied', counts: { changed: 1 } });
  });

  it('an import runs in the background and reports its progress', async () => {
    const url = await uploadForm(editor, mixedCsv());
    const queued = (await callImport(editor, { fileUrlList: [url], background: true })).body.data as ImportReceipt;
    expect(['queued', 'checking', 'applying', 'applied']).toContain(queued.state);
    await expect.poll(async () => (await get(queued)).state, { timeout: 20_000 }).toBe('applied');
    expect(await get(queued)).toMatchObject({ total: 3, counts: { added: 1 } });
    // People can find the import in the log.
    const { list, total } = await logs();
    expect([total, (JSON.parse(list[0]?.body ?? '') as { importId: string }).importId]).toEqual([1, queued.id]);
  });

  it('an import that fails in the middle changes nothing, and repeating the call retries it', async () => {
    const before = await records(first);
    const url = await uploadForm(editor, mixedCsv());
    const key = { 'idempotency-key': 'import-2' };
    await world.database.pool.query('ALTER TABLE audit_logs RENAME TO audit_away');
    const failed = await callImport(editor, { fileUrlList: [url] }, key);
    await world.database.pool.query('ALTER TABLE audit_away RENAME TO audit_logs');
    expect(failed.status).toBe(503);
    expect(await records(first)).toEqual(before);
    expect(await count('changes')).toBe(0);
    expect((await callImport(editor, { fileUrlList: [url] }, key)).body.data?.state).toBe('applied');
  });
});
