import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHANNEL, createWorld, STREET, type Answer, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import { EVERY_CALL } from '../../contract/everyCall.ts';

const FLAGS = { canDeliver: true, canCOD: false, canPickup: false, canCODPickup: false };
const update = { channelId: CHANNEL.first, type: 0, locationId: STREET, ...FLAGS };
const AUDIT = '/ops/audit-logs/business?code=channel_management.serviceable_area';
const LIST = '/channelLocationService';

const said = (answer: Answer) => [answer.status, answer.body.retcode];

describeOnEach('permission checks of the server', kind => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(() => world.close());

  const paths = [LIST, '/opa/menu', '/sls/channels', AUDIT, '/v2/ops/changes?entity=ID', '/v2/ops/events?entity=ID'];

  it.each(paths)('%s is refused without a session (ERR-2)', async path => {
    const answer = await world.anonymous.call(path);
    expect(answer.body).toEqual({ retcode: 401, message: 'You are not logged in.', detail: '', data: null });
  });

  it.each(paths)('%s is denied to a person who is not on the whitelist (SHELL-3, G77)', async path => {
    const outsider = await world.as('outsider');
    const answer = await outsider.call(path);
    expect(said(answer)).toEqual([403, 4031]);
    // The console relies on this to keep unsent work until the person is on the whitelist again.
    expect(answer.body).toMatchObject({ data: { whitelisted: false } });
  });

  it('a person who is not on the whitelist can still read who they are and whether they are whitelisted', async () => {
    const outsider = await world.as('outsider');
    expect(await outsider.data('/v2/ops/whitelist')).toEqual({ allowed: false });
    expect(await outsider.data('/v2/ops/session')).toMatchObject({ whitelisted: false });
  });

  it('writes are refused without the .write permission (PERM-14, G14)', async () => {
    const viewer = await world.as('id.viewer');
    const key = { channel_id: CHANNEL.first, location_id: STREET, applicable_type: 0 };
    for (const [verb, body] of [
      ['update', update],
      ['add', { ...update, type: 1 }],
      ['delete', key],
    ] as const) {
      const answer = await viewer.call(`/channelLocationService/${verb}`, { body });
      expect(answer.body.message).toContain('channel_management.serviceable_area.write in Indonesia');
      expect(said(answer)).toEqual([403, 403]);
    }
    expect((await viewer.data<{ total: number }>(LIST)).total).toBe(5);
  });

  it('a call checks the permission before it validates the input', async () => {
    const viewer = await world.as('id.viewer');
    const calls = EVERY_CALL.filter(
      ({ id, permission }) => id.endsWith('.bulk') || /\.(?:write|maintenance)$/.test(permission),
    );
    expect(calls.length).toBeGreaterThan(80);
    for (const { method, path: template } of calls) {
      const path = template.replace(/\{\w+\}/g, '1');
      for (const body of [{}, { channelId: 'x', canDeliver: 7 }]) {
        expect([path, ...said(await viewer.call(path, { method, body }))]).toEqual([path, 403, 403]);
      }
    }
    const writes = [{ call: 'channelPostcode.add', key: 'k', input: {} }];
    const together = await viewer.data<{ items: { status: number }[] }>('/v2/ops/writes', { body: { writes } });
    expect(together.items[0]?.status).toBe(403);
    // A person who may write in any entity is told the problem, because only the input says which entity is meant.
    const editor = await world.as('id.editor');
    expect(said(await editor.call('/channelPostcodeService/add', { body: {} }))).toEqual([400, 400]);
    const { pool } = world.database;
    await pool.query(`UPDATE roles SET codes = '{}' WHERE name = 'viewer'`);
    expect(said(await viewer.call(`${LIST}?count=none`))).toEqual([403, 403]);
    await pool.query(`UPDATE roles SET codes = '{channel_management.serviceable_area.read}' WHERE name = 'viewer'`);
    expect(said(await viewer.call(`${LIST}?count=none`))).toEqual([400, 400]);
  });

  it('writes in another entity are refused according to the channel’s country, whatever the header says', async () => {
    const editor = await world.as('my.editor');
    for (const headers of [{}, { 'x-ops-entity': 'MY' }]) {
      expect(said(await editor.call('/channelLocationService/update', { body: update, headers }))).toEqual([400, 400]);
    }
    // If the request itself specifies the country, refusing it reveals nothing.
    const named = { body: update, headers: { 'x-ops-entity': 'ID' } };
    expect(said(await editor.call('/channelLocationService/update', named))).toEqual([403, 403]);
    const { rows } = await world.database.pool.query('SELECT 1 FROM channel_locations WHERE version > 1');
    expect(rows).toEqual([]);
  });

  it('reads of an entity to which the person does not belong are refused', async () => {
    const editor = await world.as('my.editor');
    const headers = { 'x-ops-entity': 'ID' };
    expect(said(await editor.call(LIST, { headers }))).toEqual([403, 403]);
    expect(said(await editor.call('/v2/ops/changes?entity=ID'))).toEqual([403, 403]);
    expect(said(await editor.call('/v2/ops/segments?collection=locations&entity=ID'))).toEqual([403, 403]);
    expect(said(await editor.call('/v2/ops/events?entity=ID'))).toEqual([403, 403]);
    expect(said(await editor.call('/sls/channels?country=ID'))).toEqual([403, 403]);
    expect(said(await editor.call('/locations/country/children?parentId=0&country=ID'))).toEqual([403, 403]);
    expect(said(await editor.call(LIST, { headers: { 'x-ops-entity': 'XX' } }))).toEqual([400, 400]);
    // A channel of another entity is not in the person's own list either.
    expect((await editor.data<{ total: number }>(`${LIST}?channelId=${CHANNEL.first}`)).total).toBe(0);
  });

  it('a segment of an entity to which the person does not belong is refused', async () => {
    const admin = await world.as('admin');
    const set = await admin.data<{ segments: { id: string }[] }>('/v2/ops/segments?collection=locations&entity=ID');
    const editor = await world.as('my.editor');
    expect(said(await editor.call(`/v2/ops/segments/${set.segments[0]?.id}`))).toEqual([404, 404]);
  });

  it('every call is refused without its permission, including log and export (PERM-1, PERM-15)', async () => {
    const { pool } = world.database;
    const viewer = await world.as('id.viewer');
    await pool.query(`UPDATE roles SET codes = '{}' WHERE name = 'viewer'`);
    expect(said(await viewer.call(AUDIT))).toEqual([403, 403]);
    expect(said(await viewer.call(LIST))).toEqual([403, 403]);
    expect(said(await viewer.call('/v2/sls/forward/sls-ops/serviceable_area/channelLocationService'))).toEqual([
      403, 403,
    ]);
    await pool.query(`UPDATE roles SET codes = '{channel_management.serviceable_area.read}' WHERE name = 'viewer'`);
    expect((await viewer.call(AUDIT)).status).toBe(200);
  });

  it('a System Admin may do everything and may read any entity (PERM-3)', async () => {
    const admin = await world.as('admin');
    expect((await admin.call('/channelLocationService/update', { body: update })).status).toBe(200);
    const inMalaysia = { headers: { 'x-ops-entity': 'MY' } };
    expect((await admin.data<{ total: number }>(LIST, inMalaysia)).total).toBe(1);
  });
});
