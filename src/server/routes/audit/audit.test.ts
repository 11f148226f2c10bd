import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { areasCsv, importFile } from '../../../../tests/support/importing.ts';
import { openFile } from '../../../../tests/support/readBoth.ts';
import {
  CHANNEL,
  createWorld,
  emailOf,
  emptyTables,
  resetRecords,
  STREET,
  type Caller,
  type World,
} from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { AuditRow } from '../../../contract/audit.ts';
import { auditLabel } from '../../../contract/auditLabel.ts';
import { auditFinds } from '../../../contract/auditQuick.ts';
import type { RecordChange } from '../../../contract/history.ts';
import type { ImportReceipt } from '../../../contract/imports/calls.ts';
import { FEATURE } from '../../../domain/permission.ts';
import { cellText } from '../../../domain/sheet/columns.ts';

const { first, second, malaysia } = CHANNEL;
const CODE = FEATURE.serviceableArea;
const NONE = { canDeliver: false, canCOD: false, canPickup: false, canCODPickup: false };
const KEY = `${first}/${STREET}/0`;
/** 2027-01-15 at 14:59:59 in Jakarta, and one second later. */
const NOON = 1_800_000_000;
const DAY = 86_400;

interface History {
  list: RecordChange[];
  total: number;
}

describeOnEach('the log and the history of a record', kind => {
  let world: World;
  let editor: Caller;
  let now = NOON;
  beforeAll(async () => {
    world = await createWorld(kind, { now: () => now * 1000 });
    editor = await world.as('id.editor');
  });
  beforeEach(async () => {
    now = NOON;
    await resetRecords(world.database.pool);
    await emptyTables(world.database.pool, ['imports', 'channel_location_import_rows', 'import_rows']);
  });
  afterAll(() => world.close());

  const edit = (caller: Caller, channelId: number, locationId: number, flags: Partial<typeof NONE>) =>
    caller.data('/channelLocationService/update', { body: { channelId, type: 0, locationId, ...NONE, ...flags } });
  const historyOf = (caller: Caller, key: string, more = '', collection = 'channelLocations') =>
    caller.call<History>(`/v2/ops/history?collection=${collection}&key=${encodeURIComponent(key)}${more}`);
  const history = async (key = KEY, more = '', collection?: string) => {
    const { status, body } = await historyOf(editor, key, more, collection);
    expect(status).toBe(200);
    return body.data as History;
  };
  const log = (filters: Record<string, string | number> = {}) =>
    editor.data<{ list: AuditRow[]; total: number }>(
      `/ops/audit-logs/business?${new URLSearchParams({ code: CODE, ...filters } as Record<string, string>)}`,
    );
  const records = async (filters: Record<string, string | number>) =>
    (await log(filters)).list.map(({ record, operator_type: operation }) => record ?? operation);

  describe('reading the history of a record', () => {
    it('the history lists edits, an import and its undo, newest first, with the values before and after', async () => {
      await edit(editor, first, STREET, { canDeliver: true, canCOD: true });
      await edit(editor, first, STREET + 1, { canCOD: true });
      now += 60;
      const receipt = await importFile(editor, areasCsv([[first, 'Standard', STREET, 'Yes', 'Yes', 'Yes', 'No', '']]));
      expect(receipt.state).toBe('applied');
      await editor.data<ImportReceipt>(`/v2/ops/imports/${receipt.id}/revert`, { body: {} });
      now += 60;
      await editor.data('/channelLocationService/delete/', {
        body: { channel_id: first, location_id: STREET, applicable_type: 0 },
      });
      const { list, total } = await history();
      expect(total).toBe(4);
      expect(list.map(({ version }) => version)).toEqual([5, 4, 3, 2]);
      const [gone, back, imported, edited] = list as [RecordChange, RecordChange, RecordChange, RecordChange];
      expect(edited).toMatchObject({
        email: emailOf('id.editor'),
        timestamp: NOON,
        url: '/api/channelLocationService/update',
        import: null,
        before: { canCOD: false },
        after: { canCOD: true, locationId: STREET, state: 'Jawa Barat' },
      });
      expect(imported).toMatchObject({
        timestamp: NOON + 60,
        before: { canPickup: false },
        after: { canPickup: true },
        import: { id: receipt.id, rows: 1, takesBack: false },
      });
      expect(imported.import?.files).toHaveLength(1);
      expect(back).toMatchObject({ after: { canPickup: false }, import: { takesBack: true } });
      expect(gone).toMatchObject({ after: null, before: { canCOD: true }, import: null });
    });

    it('the history can be read page by page', async () => {
      for (const canCOD of [true, false, true]) await edit(editor, first, STREET, { canCOD });
      expect((await history(KEY, '&page=2&count=2')).list.map(({ version }) => version)).toEqual([2]);
      expect((await history(KEY, '&page=1&count=2')).total).toBe(3);
      expect((await history(KEY, '&page=9&count=2')).list).toEqual([]);
    });

    it('the history of a resource that uses the common import table includes its import', async () => {
      const postcode = { channelId: first, type: 0, zipcode: '40115', ...NONE };
      await editor.data('/channelPostcodeService/add', { body: postcode });
      await editor.data('/channelPostcodeService/update', { body: { ...postcode, canPickup: true } });
      const { list } = await history(`${first}/40115/0`, '', 'channelPostcodes');
      expect(list.map(({ before, after }) => [before?.['canPickup'], after?.['canPickup']])).toEqual([
        [false, true],
        [undefined, false],
      ]);
    });

    it.each([
      '10021/0/1000001',
      '10021/1000001/40000',
      '10021/1000001/99999999999',
      '10021/1000001/0/1',
      '1.5/2/0',
      'x',
    ])('the key "%s", which no record has, has no history and no log', async key => {
      expect(await history(key)).toMatchObject({ list: [], total: 0 });
      const code = 'channel_management.serviceable_area';
      const log = await editor.call<History>(`/ops/audit-logs/business?code=${code}&record=${encodeURIComponent(key)}`);
      expect([log.status, log.body.data?.total]).toEqual([200, 0]);
    });

    it('a record’s history is hidden from other countries and from people who may not read its feature', async () => {
      const malay = await world.as('my.editor');
      const key = `${malaysia}/${STREET + 1_000_000}/0`;
      await edit(malay, malaysia, STREET + 1_000_000, { canCOD: true });
      expect((await historyOf(malay, key)).body.data?.total).toBe(1);
      // The editor of Indonesia requests the history in Indonesia, and then in a country in which they do not work.
      expect((await history(key)).total).toBe(0);
      const foreign = await editor.call(`/v2/ops/history?collection=channelLocations&key=${encodeURIComponent(key)}`, {
        headers: { 'x-ops-entity': 'MY' },
      });
      expect(foreign.status).toBe(403);
      expect((await historyOf(editor, String(STREET), '', 'locations')).status).toBe(403);
      // Channels require the permission for their settings.
      expect((await historyOf(editor, String(first), '', 'channels')).status).toBe(200);
      expect((await historyOf(world.anonymous, KEY)).status).toBe(401);
      expect((await historyOf(await world.as('outsider'), KEY)).status).toBe(403);
      expect((await historyOf(editor, KEY, '', 'nothing')).status).toBe(400);
    });

    it('the history of an unknown key is empty', async () => {
      for (const key of ['x', '1/2', '1/2/3/4', `${first}/${STREET}/9`, "' OR 1=1 --"])
        expect(await history(key)).toMatchObject({ list: [], total: 0 });
    });

    it('reading the history uses an index', async () => {
      const client = await world.database.pool.connect();
      try {
        // Otherwise, PostgreSQL would scan the whole table, because it has so few rows.
        await client.query('SET enable_seqscan = off');
        const { rows } = await client.query<Record<string, string>>(
          `EXPLAIN SELECT 1 FROM audit_logs WHERE record_key IS NOT NULL AND subject = '1' AND record_key = '2/1/0'`,
        );
        expect(rows.map(row => Object.values(row)[0]).join('\n')).toContain('audit_subject');
      } finally {
        await client.query('RESET enable_seqscan');
        client.release();
      }
    });

    it('the history includes entries that were written before the log recorded keys', async () => {
      const { pool } = world.database;
      const postcode = { channelId: first, type: 1, zipcode: '40115', ...NONE };
      await edit(editor, first, STREET, { canCOD: true });
      await editor.data('/channelPostcodeService/add', { body: postcode });
      await importFile(editor, areasCsv([[first, 'Standard', STREET, 'Yes', 'Yes', 'Yes', 'No', '']]));
      const named = async () =>
        (await pool.query('SELECT collection, record_key, subject, import_id FROM audit_logs ORDER BY id')).rows;
      const before = await named();
      expect(before.map(row => (row as { record_key: string | null }).record_key)).toEqual([
        KEY,
        `${first}/40115/1`,
        null,
      ]);
      await pool.query('UPDATE audit_logs SET collection = NULL, record_key = NULL, subject = NULL, import_id = NULL');
      const migration = await readFile('src/server/db/migrations/0011_record_history.sql', 'utf8');
      const statements = migration.split('--> statement-breakpoint').filter(text => /^(--.*\n|\s)*UPDATE/.test(text));
      expect(statements).toHaveLength(7);
      for (const statement of statements) await pool.query(statement);
      expect(await named()).toEqual(before);
    });

    it('the history shows the labels of the log, even for entries older than stored labels', async () => {
      const { pool } = world.database;
      const add = (url: string, stored: string, body: object) =>
        pool.query(
          `INSERT INTO audit_logs (entity, feature, url, body, email, at, operator_type, import_id)
           VALUES ('ID', $1, $2, $3, 'a@b', 0, $4, $5)`,
          [CODE, url, JSON.stringify(body), stored, 'importId' in body ? 'i' : null],
        );
      const status = '/api/sls/nonWorkingDays/status/update';
      const file = { fileUrlList: ['/f/,"reverts":"x.csv'], importId: 'i' };
      await add('/api/channelLocationService/import', 'Import', file);
      await add('/api/channelLocationService/import', 'Import', { ...file, reverts: 'j' });
      await add('/api/channelLocationService/delete/', 'Delete', { ...file, reverts: 'j' });
      await add('/api/channelLocationService/delete/', 'Delete', { ...file, reverts: 'j', again: true });
      await add('/api/channelLocationService/delete/', 'Delete', { channel_id: first });
      await add(status, 'Edit', { channelId: first, status: 1, version: 2 });
      await add(status, 'Edit', { channelId: first, status: 0, version: 2 });
      await add(status, 'Edit', { ...file, set: { status: 1 } });
      await add(status, 'Edit', { ...file, reverts: 'j' });
      for (const statement of (await readFile('src/server/db/migrations/0020_log_words.sql', 'utf8')).split(
        '--> statement-breakpoint',
      )) {
        await pool.query(statement);
      }
      const { rows } = await pool.query<AuditRow>('SELECT url, body, operator_type FROM audit_logs ORDER BY id');
      const words = ['Import', 'Edit', 'Create', 'Delete', 'Delete', 'Delete', 'Edit', 'Delete', 'Edit'];
      expect(rows.map(({ url, body }) => auditLabel(url, body).kind)).toEqual(words);
      expect(rows.map(row => row.operator_type)).toEqual(words);
    });
  });

  describe('reading the log', () => {
    const fill = async () => {
      await edit(editor, first, STREET, { canDeliver: true, canCOD: true });
      const admin = await world.as('admin');
      now += DAY;
      await edit(admin, first, STREET + 1, { canDeliver: true, canPickup: true });
      now += DAY;
      await editor.data('/channelLocationService/add', {
        body: { channelId: second, type: 0, locationId: STREET, ...NONE },
      });
      await importFile(editor, areasCsv([[first, 'Standard', STREET + 1, 'Yes', 'Yes', 'Yes', 'Yes', '']]));
    };
    const [A, B, C] = [KEY, `${first}/${STREET + 1}/0`, `${second}/${STREET}/0`];

    it('the log names the record of each entry, and has filters for operator, operation, field and day', async () => {
      await fill();
      expect(await records({})).toEqual(['Import', C, B, A]);
      expect(await records({ email: 'admin' })).toEqual([B]);
      expect(await records({ email: emailOf('id.editor') })).toEqual(['Import', C, A]);
      expect(await records({ email: '%' })).toEqual([]);
      expect(await records({ operation: 'Create' })).toEqual([C]);
      expect(await records({ record: STREET })).toEqual([C, A]);
      expect(await records({ record: STREET, channel: first })).toEqual([A]);
      expect(await records({ record: A })).toEqual([A]);
      expect(await records({ field: 'canCOD' })).toEqual([A]);
      expect(await records({ field: 'canPickup' })).toEqual([B]);
      expect(await records({ field: 'nothing' })).toEqual([]);
      expect(await records({ from: '2027-01-16', to: '2027-01-16' })).toEqual([B]);
      expect(await records({ to: '2027-01-15' })).toEqual([A]);
      expect(await records({ from: '2027-01-17', operation: 'Import' })).toEqual(['Import']);
      expect((await log({ record: STREET, count: 1 })).total).toBe(2);
    });

    it('the log is searched by words in ids and names, as the console searches cached records', async () => {
      await fill();
      const all = (await log({ count: 100 })).list;
      expect(await records({ quick: 'admin' })).toEqual([B]);
      expect(await records({ quick: String(STREET) })).toEqual([C, A]);
      expect(await records({ quick: `${STREET} ${first}` })).toEqual([A]);
      expect(await records({ quick: 'JAWA barat' })).toEqual([C, B, A]);
      expect(await records({ quick: 'areas.csv' })).toEqual(['Import']);
      expect(await records({ quick: 'admin', operation: 'Create' })).toEqual([]);
      expect(await records({ quick: 'admin', field: 'canPickup' })).toEqual([B]);
      expect((await log({ quick: 'jawa', count: 1 })).total).toBe(3);
      for (const quick of [
        'j',
        'cancod',
        '%',
        '_',
        '0',
        'csv id.ed',
        '/',
        emailOf('id.editor'),
        ...String(all[0]?.after).split(/[^\p{L}\p{N}]+/u),
      ]) {
        const found = all.filter(row => auditFinds(row, CODE, quick)).map(({ id }) => id);
        const { list } = await log({ quick, count: 100 });
        expect(list.map(({ id }) => id)).toEqual(expect.arrayContaining(found));
        // The entry of an import does not contain the channel, so only the server can find it by channel.
        const own = list.filter(row => found.includes(row.id) || row.operator_type !== 'Import');
        expect([quick, own.map(({ id }) => id)]).toEqual([quick, found]);
      }
    });

    it('the log can be searched by former and current names, with or without accents', async () => {
      await fill();
      const { pool } = world.database;
      await pool.query(
        `UPDATE audit_logs SET before = before || '{"city": "Đà Nẵng"}', after = after || '{"city": "São José"}'
          WHERE operator_type = 'Edit' AND subject = $1`,
        [String(STREET)],
      );
      const all = (await log({ count: 100 })).list;
      for (const quick of ['da nang', 'ĐÀ', 'sao jose', 'são', 'josé nang', 'danang']) {
        const found = all.filter(row => auditFinds(row, CODE, quick)).map(({ record }) => record);
        expect([quick, found]).toEqual([quick, quick === 'danang' ? [] : [A]]);
        expect([quick, await records({ quick })]).toEqual([quick, found]);
      }
    });

    it('the log lists the imports that changed a record along with the record’s own entries', async () => {
      await fill();
      expect(await records({ record: STREET + 1 })).toEqual(['Import', B]);
      expect(await records({ record: B })).toEqual(['Import', B]);
      expect(await records({ record: STREET + 1, channel: second })).toEqual([]);
    });

    it('the log can be sorted by time, operator and operation', async () => {
      await fill();
      expect(await records({ sort: 'time' })).toEqual([A, B, C, 'Import']);
      expect(await records({ sort: '-time' })).toEqual(['Import', C, B, A]);
      expect((await records({ sort: 'email' }))[0]).toBe(B);
      expect(await records({ sort: 'operation' })).toEqual([C, A, B, 'Import']);
      expect((await editor.call(`/ops/audit-logs/business?code=${CODE}&sort=body`)).status).toBe(400);
    });

    it('invalid dates and unknown operations are refused as filters of the log', async () => {
      for (const wrong of [
        'from=2027-02-30',
        'to=yesterday',
        'operation=Look',
        'field=a%27b',
        `record=${'x'.repeat(201)}`,
      ])
        expect((await editor.call(`/ops/audit-logs/business?code=${CODE}&${wrong}`)).status).toBe(400);
    });

    it('the log contains no entries of another country', async () => {
      await fill();
      const malay = await world.as('my.editor');
      await edit(malay, malaysia, STREET + 1_000_000, { canCOD: true });
      expect(await records({ record: STREET + 1_000_000 })).toEqual([]);
      expect(await records({ record: `${malaysia}/${STREET + 1_000_000}/0` })).toEqual([]);
      const foreign = await editor.call(`/ops/audit-logs/business?code=${CODE}&record=${STREET}`, {
        headers: { 'x-ops-entity': 'MY' },
      });
      expect(foreign.status).toBe(403);
    });

    it('people who may read the log can export it in readable form, with its filters applied', async () => {
      await fill();
      const answer = await editor.call(`/v2/ops/audit-logs/export?code=${CODE}&operation=Edit`);
      expect(answer.status).toBe(200);
      expect(answer.raw.headers['content-disposition']).toContain('Operation history ID 2027-01-17.xlsx');
      const sheet = await (await openFile(new Uint8Array(answer.raw.rawPayload))).readSheet(0);
      const rows = Array.from({ length: sheet.rows }, (_, row) =>
        Array.from({ length: 7 }, (_unused, column) => cellText(sheet, column, row)),
      );
      expect(rows).toEqual([
        ['Operation Time', 'Operator Email', 'Operation Type', 'Channel ID', '3PL ID', 'Record', 'Changes'],
        [
          '2027-01-16 15:00:00',
          emailOf('admin'),
          'Edit Location',
          String(first),
          '',
          String(STREET + 1),
          'Support Pickup: No -> Yes',
        ],
        [
          '2027-01-15 15:00:00',
          emailOf('id.editor'),
          'Edit Location',
          String(first),
          '',
          String(STREET),
          'Support COD Deliver: No -> Yes',
        ],
      ]);
      expect((await world.anonymous.call(`/v2/ops/audit-logs/export?code=${CODE}`)).status).toBe(401);
      expect((await editor.call(`/v2/ops/audit-logs/export?code=${FEATURE.locationTree}`)).status).toBe(403);
    });
  });
});
