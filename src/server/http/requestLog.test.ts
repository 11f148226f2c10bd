import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, emailOf, type World } from '../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../tests/support/testDatabase.ts';
import { errorOf, requestLog } from './requestLog.ts';

describeOnEach('the request log', kind => {
  const lines: string[] = [];
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind, { logger: requestLog('info', { write: line => lines.push(line) }) });
  });
  afterAll(() => world.close());

  it('each request is logged with its path but without its filter values', async () => {
    const caller = await world.as('id.viewer');
    await caller.call('/channelLocationService?channelId=1&q=Secret-Street');
    await caller.call('/nothing/here?name=Secret-Street');
    await caller.call('/channelLocationService?channelId=Secret-Street');
    const headers = { authorization: 'Bearer opst_Secret-Street' };
    await caller.call('/v2/ops/session', { headers });
    await caller.call('/oidc/callback?code=Secret-Street&state=Secret-Street');
    const text = lines.join('');
    expect(text).toContain('"url":"/api/channelLocationService"');
    expect(text).toContain('"url":"/api/nothing/here"');
    expect(text).toContain('"url":"/api/oidc/callback"');
    expect(text).not.toContain('Secret-Street');
  });

  it('the log contains no passwords, cookies, tokens or typed text, whether or not calls succeed', async () => {
    const admin = await world.signIn('admin');
    const [, session = ''] = /=([^;]+)/.exec(admin.cookie ?? '') ?? [];
    expect(session.length).toBeGreaterThan(20);
    const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
      world.app.inject({ method: 'POST', url: `/api${path}`, payload, headers });
    expect((await post('/login', { email: emailOf('admin'), password: 'Secret-Password' })).statusCode).toBe(401);
    const scim = { authorization: 'Bearer Secret-Token', referer: 'http://localhost/x?q=Secret-Referer' };
    const refused = await world.app.inject({
      method: 'GET',
      url: '/api/scim/v2/Users?filter=userName%20eq%20%22Secret-Filter%22',
      headers: scim,
    });
    expect(refused.statusCode).toBe(401);
    await world.app.inject({ method: 'GET', url: '/password?token=Secret-Link' });
    // Names in a path: an account's address, the name of an uploaded file, a template.
    await admin.call('/opa/users/Secret-Person@test.example');
    await admin.call('/opa/users/Secret-Person@test.example', { method: 'PUT', body: { name: 'X' } });
    await admin.call('/v2/ops/files/1/Secret-File.xlsx');
    await admin.call('/templates/Secret-Template.xlsx');
    await admin.call('/opa/modules/7');
    await post('/v2/ops/password', { token: 'Secret-Link-of-a-colleague', password: 'Secret-Word of many' });
    // If the database rejects a row, the error quotes the whole row.
    await world.database.pool.query('ALTER TABLE roles ADD CONSTRAINT no_more CHECK (false) NOT VALID');
    const body = { entityId: 1, name: 'Secret-Role', codes: [] };
    expect((await admin.call('/v2/ops/roles', { body })).status).toBe(500);
    const text = lines.join('');
    expect(text).toContain('no_more');
    expect(text).toContain('"url":"/api/scim/v2/Users"');
    expect(text).toContain('"url":"/api/opa/users/:email"');
    expect(text).toContain('"url":"/api/opa/modules/7"');
    expect(text).not.toMatch(/Secret-/);
    expect(text).not.toContain(session);
  });
});

it('a database error is logged with its location but without the values that it quotes', () => {
  const error = Object.assign(new Error('invalid input syntax for type integer: "Secret"'), {
    code: '22P02',
    severity: 'ERROR',
    detail: 'Failing row contains (Secret).',
    where: "unnamed portal parameter $1 = 'Secret'",
    query: 'SELECT 1',
    params: ['Secret'],
    table: 'roles',
  });
  const told = errorOf(error);
  expect(told).toMatchObject({ type: 'Error', code: '22P02', table: 'roles' });
  expect(JSON.stringify(told)).toContain('invalid input syntax for type integer');
  expect(JSON.stringify(told)).not.toContain('Secret');
  expect(errorOf(new TypeError('x is not a function'))).toMatchObject({
    type: 'TypeError',
    message: 'x is not a function',
    stack: expect.stringContaining('requestLog.test'),
  });
});
