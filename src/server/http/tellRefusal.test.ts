import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { areasCsv, callImport, importFile, uploadForm } from '../../../tests/support/importing.ts';
import {
  CHANNEL,
  createWorld,
  emailOf,
  resetRecords,
  STREET,
  type Caller,
  type World,
} from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import { nextKeyOf } from '../../contract/callKey.ts';
import { ApiError, conflict, keyUsed, okText } from '../base/envelope.ts';
import { isRefusal } from './tellRefusal.ts';

const KEY = { channelId: CHANNEL.first, type: 0, locationId: STREET } as const;
const ALL = { canDeliver: true, canCOD: true, canPickup: true, canCODPickup: true };
const WRITE = { ...KEY, ...ALL, version: 1 };
const CSV = areasCsv([[CHANNEL.first, 'Standard', STREET, 'Yes', 'No', 'Yes', 'Yes', 1]]);

/** What a way in needs: files and an import from before the right was lost. */
interface Before {
  url: string;
  importId: string;
}

interface Way {
  name: string;
  /** Sends the write with a key; returns the status of its reply. */
  send: (caller: Caller, key: string | null, before: Before) => Promise<number>;
  kind: 'write.refused' | 'import.failed';
  fields: Record<string, string>;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const keyed = (key: string | null): { headers: Record<string, string> } => ({
  headers: { 'x-ops-entity': 'ID', ...(key === null ? {} : { 'idempotency-key': key }) },
});
const post =
  (path: string, bodyOf: (before: Before) => unknown): Way['send'] =>
  async (caller, key, before) =>
    (await caller.call(path.replace('{id}', before.importId), { body: bodyOf(before), ...keyed(key) })).status;

const batched =
  (call: string): Way['send'] =>
  async (caller, key) => {
    const { body } = await caller.call<{ items: { status: number }[] }>('/v2/ops/writes', {
      body: { writes: [{ call, key, input: WRITE }] },
      headers: { 'x-ops-entity': 'ID' },
    });
    return body.data?.items[0]?.status ?? 0;
  };

const uploadFor =
  (call: string, more = ''): Way['send'] =>
  async ({ app, cookie }, key) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v2/ops/uploads',
      headers: {
        cookie: cookie ?? '',
        ...keyed(key).headers,
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': `filename ${base64('areas.xlsx')},business ${base64('ssc-ops')},call ${base64(call)}${more}`,
      },
    });
    return answer.statusCode;
  };

const sendForm: Way['send'] = async ({ app, cookie }, key) => {
  const payload = `--x\r\nContent-Disposition: form-data; name="file"; filename="areas.csv"\r\n\r\n${String(CSV)}\r\n--x--\r\n`;
  const headers = { cookie: cookie ?? '', ...keyed(key).headers, 'content-type': 'multipart/form-data; boundary=x' };
  return (await app.inject({ method: 'POST', url: '/api/sls/nonWorkingDays/holidays/import', headers, payload }))
    .statusCode;
};

const WAYS: readonly Way[] = [
  {
    name: 'a write',
    send: post('/channelLocationService/update', () => WRITE),
    kind: 'write.refused',
    fields: { operation: 'Edit Location', record: `location ${KEY.locationId} in channel ${KEY.channelId}` },
  },
  {
    name: 'a write in a batch',
    send: batched('channelLocation.update'),
    kind: 'write.refused',
    fields: { operation: 'Edit Location', record: `location ${KEY.locationId} in channel ${KEY.channelId}` },
  },
  {
    name: 'an action',
    send: post('/sls/channelConfig/maintenance/update', () => ({
      channelId: CHANNEL.first,
      maintenance: 1,
      version: 1,
    })),
    kind: 'write.refused',
    fields: { operation: 'Edit', record: `channel ${CHANNEL.first}` },
  },
  {
    name: 'a bulk change',
    send: post('/v2/ops/bulk/channelLocation', ({ url }) => ({ fileUrl: url, set: { canDeliver: true } })),
    kind: 'write.refused',
    fields: { operation: 'Bulk change of serviceable locations', record: 'serviceable locations' },
  },
  {
    name: 'a bulk deletion',
    send: post('/v2/ops/bulk/channelLocation', ({ url }) => ({ fileUrl: url, delete: true })),
    kind: 'write.refused',
    fields: { operation: 'Bulk deletion of serviceable locations', record: 'serviceable locations' },
  },
  {
    name: 'the upload of a bulk change',
    send: uploadFor('channelLocation.bulk'),
    kind: 'write.refused',
    fields: { operation: 'Bulk change of serviceable locations', record: 'serviceable locations' },
  },
  {
    name: 'the upload of a bulk deletion',
    send: uploadFor('channelLocation.bulk', `,deletes ${base64('true')}`),
    kind: 'write.refused',
    fields: { operation: 'Bulk deletion of serviceable locations', record: 'serviceable locations' },
  },
  {
    name: 'the undo of an import',
    send: post('/v2/ops/imports/{id}/revert', () => ({})),
    kind: 'write.refused',
    fields: { operation: 'Undo of an import: Location', record: 'location' },
  },
  {
    name: 'an import',
    send: post('/channelLocationService/import', ({ url }) => ({ fileUrlList: [url] })),
    kind: 'import.failed',
    fields: { file: 'areas.csv', list: 'Location' },
  },
  {
    name: 'the upload of an import',
    send: uploadFor('channelLocation.import'),
    kind: 'import.failed',
    fields: { file: 'areas.xlsx', list: 'Location' },
  },
  {
    name: 'an import by a form',
    send: sendForm,
    kind: 'import.failed',
    fields: { file: '', list: 'Non-working days' },
  },
];

describeOnEach('the events of refused writes', kind => {
  let world: World;
  let editor: Caller;
  let before: Before;
  const email = emailOf('id.editor');
  const run = (sql: string) => world.database.pool.query(sql, [email]);
  const forget = async (): Promise<void> => void (await world.database.pool.query('DELETE FROM notify_events'));
  const events = async () =>
    (
      await world.database.pool.query<{ kind: string; fields: { reason: string } }>(
        'SELECT kind, country, person, fields FROM notify_events ORDER BY id',
      )
    ).rows;
  beforeAll(async () => {
    world = await createWorld(kind, {});
    editor = await world.as('id.editor');
    await resetRecords(world.database.pool);
    const { id } = await importFile(editor, CSV);
    before = { importId: id, url: await uploadForm(editor, CSV) };
  });
  beforeEach(forget);
  afterAll(() => world.close());

  const ROLES =
    'SELECT u.id, r.id FROM users u, roles r JOIN entities e ON e.id = r.entity_id WHERE u.email = $1 AND e.country = ';
  const LOST = [
    {
      what: 'the permission',
      take: 'DELETE FROM user_roles WHERE user_id = (SELECT id FROM users WHERE email = $1)',
      give: `INSERT INTO user_roles (user_id, role_id) ${ROLES} 'ID' AND r.name = 'editor'`,
    },
    {
      what: 'the country',
      take: 'DELETE FROM user_entities WHERE user_id = (SELECT id FROM users WHERE email = $1)',
      give: `INSERT INTO user_entities (user_id, entity_id)
             SELECT u.id, e.id FROM users u, entities e WHERE u.email = $1 AND e.country = 'ID'`,
    },
  ] as const;

  // Without the country, the batch is refused as a whole. The device then sends each of its writes by itself.
  const cases = LOST.flatMap(lost => WAYS.map(way => ({ ...lost, ...way }))).filter(
    ({ what, name }) => what !== 'the country' || name !== 'a write in a batch',
  );
  it.each(cases)(
    'if $what is gone, $name triggers one event, however often it is sent',
    async ({ take, give, name, send, kind: event, fields }) => {
      const key = name.replaceAll(' ', '-');
      await run(take);
      const statuses = [await send(editor, key, before), await send(editor, key, before)];
      await run(give);
      const found = await events();
      expect(statuses).toEqual([403, 403]);
      const reason = String(found[0]?.fields.reason);
      expect(found).toEqual([{ kind: event, country: 'ID', person: email, fields: { ...fields, reason } }]);
      expect(found[0]?.fields.reason).not.toBe('');
    },
  );

  const unqueued = WAYS.filter(({ name }) => name !== 'a write in a batch');
  it.each(unqueued)(
    '$name without a key triggers no event, because its sender waits for the reply',
    async ({ send }) => {
      await run(LOST[0].take);
      const status = await send(editor, null, before);
      await run(LOST[0].give);
      expect([status, await events()]).toEqual([403, []]);
    },
  );

  it('an invalid write, a call that this server does not know and a missing file trigger events too', async () => {
    const bad = { ...WRITE, type: 7 };
    await editor.call('/channelLocationService/update', { body: bad, ...keyed('invalid') });
    await editor.call('/v2/ops/writes', { body: { writes: [{ call: 'later.update', key: 'newer', input: {} }] } });
    await callImport(editor, { fileUrlList: [`/api/v2/ops/files/${'0'.repeat(32)}/a.xlsx`] }, keyed('file').headers);
    expect((await events()).map(({ kind: event }) => event)).toEqual([
      'write.refused',
      'write.refused',
      'import.failed',
    ]);
  });

  it('an invalid write whose key contains characters that cannot be stored triggers an event without them', async () => {
    const body = { ...ALL, channelId: CHANNEL.first, type: 0, zipcode: '1\0\ud800', version: 1 };
    const { status } = await editor.call('/channelPostcodeService/update', { body, ...keyed('unstorable') });
    const record = `postcode 1\ufffd\ufffd in channel ${CHANNEL.first}`;
    expect([status, await events()]).toMatchObject([400, [{ kind: 'write.refused', fields: { record } }]]);
  });

  it('a bulk change that is refused after it was queued triggers one event', async () => {
    const url = await uploadForm(editor, Buffer.from('no,such,heading\n'), 'keys.csv');
    const body = { fileUrl: url, set: { canDeliver: true } };
    const first = await editor.call('/v2/ops/bulk/channelLocation', { body, ...keyed('bulk') });
    await editor.call('/v2/ops/bulk/channelLocation', { body, ...keyed('bulk') });
    expect(first.body.data).toMatchObject({ state: 'refused' });
    const told = () => events().then(found => found.map(({ kind: event }) => event));
    await expect.poll(told).toEqual(['write.refused']);
  });

  it('trying a refused import or bulk change again triggers an event only for another reason', async () => {
    const [first, second, third, other] = [1, 2, 3, 4].map(
      nth => `${String(nth).repeat(8)}-1111-4222-8333-444444444444`,
    ) as [string, string, string, string];
    const keysOf = (key: string) => [key, nextKeyOf(key, second), nextKeyOf(key, third)];
    const url = await uploadForm(editor, Buffer.from('no,such,heading\n'), 'keys.csv');
    const file = await uploadForm(editor, Buffer.from('no,such,heading\n'), 'areas.csv');
    const jobs = async () => (await world.database.pool.query("SELECT 1 FROM jobs WHERE kind = 'import'")).rows;
    for (const key of keysOf(first)) {
      const body = { fileUrl: url, set: { canDeliver: true } };
      const { data } = (await editor.call<{ state: string }>('/v2/ops/bulk/channelLocation', { body, ...keyed(key) }))
        .body;
      expect(data?.state).toBe('refused');
    }
    for (const key of keysOf(other)) {
      const { data } = (await callImport(editor, { fileUrlList: [file] }, keyed(key).headers)).body;
      expect(data?.state).toBe('refused');
    }
    await expect.poll(jobs).toEqual([]);
    expect((await events()).map(({ kind: event }) => event)).toEqual(['write.refused', 'import.failed']);
    await run(LOST[0].take);
    for (const key of keysOf(other)) await callImport(editor, { fileUrlList: [file] }, keyed(`${key}`).headers);
    await run(LOST[0].give);
    expect((await events()).map(({ kind: event }) => event)).toEqual([
      'write.refused',
      'import.failed',
      'import.failed',
    ]);
  });

  it('an import of a file that could not be read before is refused without running, and triggers one event', async () => {
    const url = await uploadForm(editor, areasCsv([[CHANNEL.first, 'Standard', STREET, 'Yes', 'No', 'No', 'Yes', 2]]));
    const { pool } = world.database;
    await pool.query(
      `INSERT INTO unreadable_files (hash, over, at)
       SELECT hash, 'memory', extract(epoch FROM now())::int FROM files WHERE $1 LIKE '%' || id || '%'`,
      [url],
    );
    const answer = await callImport(editor, { fileUrlList: [url] }, keyed('unreadable').headers);
    expect(answer.body.data?.state).toBe('refused');
    expect((await events()).map(({ kind: event }) => event)).toEqual(['import.failed']);
  });
});

const none = okText(null);
it.each([
  ['an invalid input', new ApiError(400, ''), true],
  ['a lost permission', new ApiError(403, ''), true],
  ['a missing record', new ApiError(404, ''), true],
  ['a conflict of state', new ApiError(409, ''), true],
  ['a conflict with a row', conflict('', null), false],
  ['a key that was used', keyUsed(none), false],
  ['a session that ended', new ApiError(401, ''), false],
  ['a person off the whitelist', new ApiError(403, '', { retcode: 4031, data: { whitelisted: false } }), false],
  ['a server under load', new ApiError(429, ''), false],
  ['a failing server', new ApiError(503, ''), false],
])('%s ends a queued write as refused: %s', (_, error, expected) => {
  expect(isRefusal(error)).toBe(expected);
});
