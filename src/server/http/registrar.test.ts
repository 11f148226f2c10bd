import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHANNEL, createWorld, type Caller, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import { HEADER } from '../../contract/call.ts';
import { ALL_CALLS } from '../../contract/registry.ts';

interface List {
  list: { locationId: number }[];
  page: number;
  count: number;
  total: number;
}

describeOnEach('calls registered from the contract', kind => {
  let world: World;
  let editor: Caller;
  beforeAll(async () => {
    world = await createWorld(kind);
    editor = await world.as('id.editor');
  });
  afterAll(() => world.close());

  it('every reply is in an envelope (REQ-10) and is marked as not cacheable', async () => {
    const answer = await editor.call('/v2/ops/whitelist');
    expect(answer.body).toEqual({ retcode: 0, message: '', detail: '', data: { allowed: true } });
    expect(answer.raw.headers['cache-control']).toBe('no-store');
  });

  it('MR4: a call made for one person is refused with another person’s cookie', async () => {
    const { userId } = await editor.data<{ userId: number }>('/v2/ops/session');
    const as = (person: number) => editor.call('/v2/ops/whitelist', { headers: { [HEADER.person]: String(person) } });
    expect((await as(userId)).status).toBe(200);
    expect((await as(userId + 1)).status).toBe(401);
  });

  it('every call in the contract is served at all of its paths', async () => {
    for (const call of ALL_CALLS) {
      const path = call.path.replace(/\{\w+\}/g, '1');
      const answer = await world.anonymous.call(path, { method: call.method });
      expect([call.id, answer.body.message]).not.toEqual([call.id, 'API not found.']);
    }
  });

  it.each([
    '/channelLocationService',
    '/channelLocationService/',
    '/v2/sls/forward/channelLocationService',
    '/v2/sls/forward/channelLocationService/',
  ])('the path %s is accepted (G22, G92)', async path => {
    const { total } = await editor.data<List>(`${path}?channelId=${CHANNEL.first}`);
    expect(total).toBe(5);
  });

  it('both pairs of paging parameters are accepted, and paging is returned (G19, REQ-3, REQ-11)', async () => {
    const base = `/channelLocationService?channelId=${CHANNEL.first}`;
    const byPage = await editor.data<List>(`${base}&page=2&count=2`);
    const byOffset = await editor.data<List>(`${base}&offset=2&size=2`);
    expect(byPage).toEqual(byOffset);
    expect(byPage).toMatchObject({ page: 2, count: 2, total: 5 });
    expect(byPage.list).toHaveLength(2);
    const standard = await editor.data<List>(base);
    expect(standard).toMatchObject({ page: 1, count: 10 });
  });

  it('parameter names may have any spelling (G22), and empty values are dropped (REQ-8, REQ-9)', async () => {
    const { total } = await editor.data<List>(
      `/channelLocationService?channel_id=${CHANNEL.first}&applicable_type=0&state=%20jawa barat%20&city=&_t=5&displayUnsupported=0`,
    );
    expect(total).toBe(3);
    expect((await editor.data<List>('/channelLocationService?applicableType=1')).total).toBe(0);
  });

  it.each([
    ['channelId=abc', 'channelId: must be a number'],
    ['channelId=-1', 'channelId: must be greater than 0'],
    ['type=7', 'type: must be one of 0, 1'],
    ['displayUnsupported=perhaps', 'displayUnsupported: must be true or false'],
    ['page=0', 'page: must be at least 1'],
    ['count=1.5', 'count: must be a whole number'],
    ['page=1&page=2', 'page: was given more than once'],
    ['channelId[]=5', 'channelId: was given as channelId[...], which is not supported'],
    ['channel_id[a]=5', 'channelId: was given as channelId[...], which is not supported'],
    ['type=0&applicable_type=1', 'type: was given more than once'],
    ['street=a%00b', 'street: contains a character that cannot be stored'],
  ])('%s is refused, and the error names the field (ERR-3)', async (query, message) => {
    const answer = await editor.call(`/channelLocationService?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ retcode: 400, message, detail: '', data: null });
  });

  it.each([
    ['{"channelId":', 400, 'The body is not valid JSON.'],
    ['[]', 400, 'The body must be a JSON object.'],
    ['{}', 400, 'channelId: is required'],
    [
      JSON.stringify({ channelId: 1, locationId: 1, type: 0, canDeliver: 'yes' }),
      400,
      'canDeliver: must be true or false',
    ],
    [JSON.stringify({ channelId: 1, channel_id: 2 }), 400, 'channelId: was given more than once'],
    [JSON.stringify({ text: 'x'.repeat(2_000_000) }), 413, 'Request body is too large.'],
  ])('a call with the invalid body %# is refused', async (body, status, message) => {
    const answer = await editor.call('/channelLocationService/update', { body });
    expect([answer.status, answer.body.message, answer.body.retcode]).toEqual([status, message, status]);
  });

  it('a call that names another country than its own is refused instead of applied to its own (G22)', async () => {
    const message = `country: is "MY", but this call is for ID. Name the country in the header ${HEADER.entity}, or leave it out`;
    const { list } = await editor.data<{ list: Record<string, unknown>[] }>(
      `/channelLocationService?channelId=${CHANNEL.first}`,
    );
    const [row = {}] = list;
    expect(row['country']).toBe('ID');
    const change = { ...row, canDeliver: row['canDeliver'] !== true };
    const foreign = await editor.call('/channelLocationService/update', { body: { ...change, country: 'MY' } });
    expect([foreign.status, foreign.body.message]).toEqual([400, message]);
    const batch = {
      writes: [{ call: 'channelLocation.update', key: 'other-country', input: { ...change, Country: 'MY' } }],
    };
    const sent = await editor.call('/v2/ops/writes', { body: batch });
    expect(JSON.stringify(sent.body)).toContain(JSON.stringify(message).slice(1, -1));
    const now = await editor.data<{ list: unknown[] }>(`/channelLocationService?channelId=${CHANNEL.first}`);
    expect(now.list).toEqual(list);
    for (const path of ['/channelLocationService', '/lcs/branch/export']) {
      const read = await editor.call(`${path}?country=MY`);
      expect([path, read.status, read.body.message]).toEqual([path, 400, message]);
    }
    const own = await editor.call('/channelLocationService/update', { body: { ...change, country: 'id' } });
    expect(own.status).toBe(200);
  });

  it('a body that is not JSON is refused', async () => {
    const answer = await editor.call('/login', { body: 'a=1', headers: { 'content-type': 'text/plain' } });
    expect([answer.status, answer.body.retcode]).toEqual([415, 415]);
  });

  it('a very deeply nested body is refused instead of causing a server error', async () => {
    const body = `{"channelId":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const answer = await (await world.as('id.editor')).call('/channelLocationService/update', { body });
    expect([answer.status, answer.body.message]).toEqual([400, 'The body is nested too deeply.']);
  });

  it('unknown paths and methods get an envelope (ERR-5)', async () => {
    for (const answer of [await editor.call('/nope'), await editor.call('/opa/menu', { body: {} })]) {
      expect(answer.body).toEqual({ retcode: 404, message: 'API not found.', detail: '', data: null });
    }
  });

  it('internal errors are never revealed (ERR-7)', async () => {
    const { pool } = world.database;
    const caller = await world.as('admin');
    await pool.query('ALTER TABLE audit_logs RENAME COLUMN operator_type TO hidden');
    const answer = await caller.call('/ops/audit-logs/business?code=channel_management.serviceable_area');
    await pool.query('ALTER TABLE audit_logs RENAME COLUMN hidden TO operator_type');
    expect([answer.status, answer.body.message, answer.body.detail]).toEqual([500, 'Server error.', '']);
    expect(answer.raw.body).not.toMatch(/operator_type|column/);
  });

  it('every reply has security headers', async () => {
    const { raw } = await world.anonymous.call('/v2/ops/session');
    expect(raw.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(raw.headers['x-content-type-options']).toBe('nosniff');
  });
});
