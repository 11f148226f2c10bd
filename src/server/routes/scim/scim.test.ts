import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type Caller, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';

interface Resource {
  id: string;
  active: boolean;
  userName: string;
  emails?: { value: string }[];
  displayName: string;
  detail: string;
  scimType?: string;
  status: string;
  totalResults: number;
  Resources: Resource[];
  members: { value: string }[];
}

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

describeOnEach('SCIM', kind => {
  let world: World;
  let admin: Caller;
  let token: string;
  beforeAll(async () => {
    world = await createWorld(kind);
    admin = await world.as('admin');
    token = (await admin.call<{ token: string }>('/v2/ops/scim/token', { body: { on: true } })).body.data?.token ?? '';
  });
  afterAll(() => world.close());

  const scim = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    bearer = token,
  ) => {
    const answer = await world.anonymous.app.inject({
      method,
      url: `/api/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return {
      status: answer.statusCode,
      body: (answer.body === '' ? {} : JSON.parse(answer.body)) as Resource,
      type: answer.headers['content-type'],
    };
  };
  const patch = (path: string, ...Operations: unknown[]) => scim('PATCH', path, { schemas: [PATCH], Operations });
  const idOf = async (userName: string) =>
    (await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`)).body.Resources[0]?.id ?? '';
  const rolesOf = async (email: string) => {
    const { rows } = await world.database.pool.query<{ name: string }>(
      `SELECT r.name || ' ' || e.country AS name FROM user_roles ur JOIN users u ON u.id = ur.user_id JOIN roles r ON r.id = ur.role_id
         JOIN entities e ON e.id = r.entity_id WHERE u.email = $1 ORDER BY 1`,
      [email],
    );
    return rows.map(({ name }) => name);
  };

  it('SCIM requires a token of its own, which is stored as a hash, and returns errors in SCIM format', async () => {
    const wrong = await scim('GET', '/Users', undefined, 'wrong');
    expect(wrong).toMatchObject({
      status: 401,
      type: expect.stringContaining('application/scim+json'),
      body: { status: '401' },
    });
    const { rows } = await world.database.pool.query<{ value: string }>(
      `SELECT value FROM meta WHERE key = 'scim.token'`,
    );
    expect(rows[0]?.value).not.toContain(token);
    expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true } });
    expect((await scim('GET', '/ResourceTypes')).body.totalResults).toBe(2);
    expect((await scim('GET', '/Schemas')).body.totalResults).toBe(2);
    expect(await scim('GET', '/Users/999999')).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('999999') },
    });
    expect(await scim('GET', '/Users?filter=title%20co%20%22x%22')).toMatchObject({
      status: 400,
      body: { scimType: 'invalidFilter' },
    });
  });

  it.each([
    ['GET', '/Me'],
    ['POST', '/Bulk'],
    ['POST', '/Users/.search'],
    ['PUT', '/Users'],
  ] as const)(
    'the unknown SCIM endpoint %s %s returns a SCIM error, which reveals nothing without the token',
    async (method, path) => {
      const body = method === 'GET' ? undefined : {};
      expect(await scim(method, path, body)).toMatchObject({
        status: 404,
        type: expect.stringContaining('application/scim+json'),
        body: { status: '404', detail: expect.stringContaining(`There is no ${method} ${path} here.`) },
      });
      expect(await scim(method, path, body, 'wrong')).toMatchObject({ status: 401, body: { status: '401' } });
    },
  );

  it('a character that cannot be stored is refused, and the name of a group is stored composed and without invisible characters', async () => {
    const nul = 'a\0b';
    const editor = await idOf('id.editor@test.example');
    for (const answer of [
      await scim('POST', '/Users', { userName: `${nul}@test.example` }),
      await scim('POST', '/Users', { userName: 'nul@test.example', displayName: nul }),
      await scim('POST', '/Users', { userName: 'nul@test.example', externalId: nul }),
      await scim('GET', `/Users?filter=${encodeURIComponent('userName eq "\\u0000"')}`),
      await scim('GET', '/Users?filter=%00'),
      await scim('POST', '/Groups', { displayName: nul }),
      await patch(`/Users/${editor}`, { op: 'replace', path: 'displayName', value: nul }),
    ])
      expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('cannot be stored') } });
    const group = await scim('POST', '/Groups', { displayName: 'Te\u0301am\u200b  One' });
    expect(group.body.displayName).toBe('T\u00e9am One');
    await scim('DELETE', `/Groups/${group.body.id}`);
  });

  it('an address that does not exist is reported in SCIM format, whatever the method', async () => {
    for (const method of ['GET', 'POST'] as const) {
      const { status, body, type } = await scim(method, '/Me', method === 'GET' ? undefined : {});
      expect([status, type]).toEqual([404, expect.stringContaining('application/scim+json')]);
      expect(body).toMatchObject({ status: '404', detail: expect.stringContaining(`There is no ${method} /Me here`) });
    }
  });

  it('a DELETE without a body may have a content type', async () => {
    const made = await scim('POST', '/Groups', { displayName: 'Empty body' });
    const answer = await world.anonymous.app.inject({
      method: 'DELETE',
      url: `/api/scim/v2/Groups/${made.body.id}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    });
    expect(answer.statusCode).toBe(204);
  });

  it.each(['application/scim+json', 'application/json'])('a body (%s) with a name twice is refused', async type => {
    const answer = await world.anonymous.app.inject({
      method: 'POST',
      url: '/api/scim/v2/Groups',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      payload: '{"displayName":"One","displayName":"Two"}',
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ detail: expect.stringContaining('has "displayName" twice') });
  });

  it('attribute names may have a schema prefix, even in filters and for groups', async () => {
    const whole = (name: string) => `urn:ietf:params:scim:schemas:core:2.0:${name}`;
    const filter = encodeURIComponent(`${whole('User:userName')} eq "id.editor@test.example"`);
    expect((await scim('GET', `/Users?filter=${filter}`)).body).toMatchObject({ totalResults: 1 });
    const made = await scim('POST', '/Groups', { displayName: 'Whole' });
    const editor = await idOf('id.editor@test.example');
    await patch(`/Groups/${made.body.id}`, { op: 'add', path: whole('Group:members'), value: [{ value: editor }] });
    const shown = await patch(`/Groups/${made.body.id}`, {
      op: 'replace',
      path: whole('Group:displayName'),
      value: 'W',
    });
    expect(shown.body).toMatchObject({ displayName: 'W', members: [{ value: editor }] });
    await scim('DELETE', `/Groups/${made.body.id}`);
  });

  it('users can be created, found, replaced and listed page by page', async () => {
    const made = await scim('POST', '/Users', {
      schemas: [
        'urn:ietf:params:scim:schemas:core:2.0:User',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
      ],
      userName: 'Mei@Test.example',
      externalId: '00u1',
      active: true,
      name: { givenName: 'Mei', familyName: 'Lin' },
      emails: [{ primary: true, type: 'work', value: 'mei@test.example' }],
    });
    expect(made).toMatchObject({
      status: 201,
      body: { userName: 'mei@test.example', externalId: '00u1', displayName: 'Mei Lin', active: true },
    });
    expect((await scim('GET', '/Users?filter=externalId%20eq%20%2200u1%22')).body).toMatchObject({ totalResults: 1 });
    expect(await idOf('MEI@test.example')).toBe(made.body.id);
    expect(await scim('POST', '/Users', { userName: 'mei@test.example' })).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    });
    expect((await scim('POST', '/Users', { userName: '\uff4dei@test.example' })).status).toBe(409);
    expect(await scim('POST', '/Users', { userName: 'm\u0435i@test.example' })).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue', detail: expect.stringContaining('which is not a Latin letter') },
    });
    expect(await scim('POST', '/Users', { userName: 'no address' })).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    });
    const replaced = await scim('PUT', `/Users/${made.body.id}`, {
      userName: 'mei@test.example',
      displayName: 'Mei-Ling Lin',
      active: true,
    });
    expect(replaced).toMatchObject({ status: 200, body: { displayName: 'Mei-Ling Lin' } });
    expect(await scim('PUT', `/Users/${made.body.id}`, { userName: 'other@test.example' })).toMatchObject({
      status: 400,
      body: { scimType: 'mutability' },
    });
    const page = (await scim('GET', '/Users?startIndex=2&count=2')).body;
    expect([page.totalResults, page.Resources.length]).toEqual([6, 2]);
    expect((await scim('GET', '/Users?count=0')).body).toMatchObject({ totalResults: 6, Resources: [] });
  });

  it('the displayed name is composed of its parts, also if only one is sent, unless it was sent as a whole', async () => {
    const made = await scim('POST', '/Users', { userName: 'siti@test.example', name: { givenName: 'Siti' } });
    expect(made.body).toMatchObject({ displayName: 'Siti', name: { formatted: 'Siti', givenName: 'Siti' } });
    const { id } = made.body;
    const replace = (path: string, value: string) => ({ op: 'replace', path, value });
    const both = { name: { givenName: 'Siti', familyName: 'van der Berg' }, displayName: 'Siti van der Berg' };
    expect((await patch(`/Users/${id}`, replace('name.familyName', 'van der Berg'))).body).toMatchObject(both);
    expect((await patch(`/Users/${id}`, replace('name.familyName', 'Smith'))).body.displayName).toBe('Siti Smith');
    await patch(`/Users/${id}`, replace('displayName', 'Siti (Operations)'));
    expect((await patch(`/Users/${id}`, replace('name.familyName', 'Aminah'))).body).toMatchObject({
      displayName: 'Siti (Operations)',
      name: { givenName: 'Siti', familyName: 'Aminah' },
    });
    const again = await scim('PUT', `/Users/${id}`, {
      userName: 'siti@test.example',
      name: { givenName: 'Siti', familyName: 'Aminah' },
    });
    expect(again.body.displayName).toBe('Siti Aminah');
  });

  const own = 'fay@test.example';
  const other = 'fay.lin@test.example';
  const mutability = { status: 400, body: { scimType: 'mutability' } };
  it.each([
    ['the own address', { op: 'replace', path: 'emails', value: [{ value: 'Fay@Test.example', type: 'work' }] }, 200],
    ['the own address by a filter', { op: 'Add', path: 'emails[type eq "work"].value', value: own }, 200],
    ['the type of the address', { op: 'replace', path: 'emails[type eq "work"].primary', value: true }, 200],
    ['an attribute that is not stored', { op: 'replace', path: 'title', value: 'Clerk' }, 200],
    ['another address', { op: 'replace', path: 'emails', value: [{ value: own }, { value: other }] }, 400],
    ['another address by a filter', { op: 'replace', path: 'emails[type eq "work"].value', value: other }, 400],
    ['another address without a path', { op: 'replace', value: { emails: [{ value: other }] } }, 400],
    ['another address as a named field', { op: 'replace', value: { 'emails[type eq "work"].value': other } }, 400],
    ['the own address as a named field', { op: 'replace', value: { 'emails[type eq "work"].value': own } }, 200],
    ['no address', { op: 'remove', path: 'emails[type eq "work"]' }, 400],
    ['groups', { op: 'add', path: 'groups', value: [{ value: '1' }] }, 400],
    ['another address while it disables', { op: 'replace', value: { active: false, emails: [{ value: other }] } }, 200],
  ])('a PATCH never pretends to change a read-only attribute (RFC 7644, 3.5.2): %s', async (_, operation, status) => {
    const made = await scim('POST', '/Users', { userName: own, emails: [{ value: other }] });
    const answer = await patch(`/Users/${made.body.id}`, operation);
    const stored = (await scim('GET', `/Users/${made.body.id}`)).body;
    await world.database.pool.query('DELETE FROM users WHERE email = $1', [own]);
    // In a POST, the values of read-only attributes are ignored; the reply shows what is stored.
    expect(made).toMatchObject({ status: 201, body: { emails: [{ value: own }] } });
    expect(answer).toMatchObject(status === 400 ? mutability : { status: 200, body: stored });
    expect(stored.emails).toMatchObject([{ value: own }]);
  });

  it('a user or group that is sent again unchanged raises no version and is not logged', async () => {
    const user = { userName: 'again@test.example', externalId: '00u9', displayName: 'Again', active: true };
    const made = await scim('POST', '/Users', user);
    const group = { displayName: 'Twice', externalId: 'g9', members: [{ value: made.body.id }] };
    const kept = await scim('POST', '/Groups', group);
    const logs = async () =>
      (await world.database.pool.query<{ id: number }>('SELECT max(id) AS id FROM audit_logs')).rows[0]?.id;
    const before = await logs();
    const version = expect.objectContaining({ version: 'W/"1"' }) as unknown;
    expect((await scim('PUT', `/Users/${made.body.id}`, user)).body).toMatchObject({ meta: version });
    expect((await scim('PUT', `/Groups/${kept.body.id}`, group)).body).toEqual(kept.body);
    expect(await logs()).toBe(before);
    await scim('DELETE', `/Groups/${kept.body.id}`);
  });

  it.each([
    ['sent as a string with a path', { op: 'Replace', path: 'active', value: 'False' }],
    ['sent without a path', { op: 'replace', value: { active: false } }],
    [
      'sent with the full attribute name',
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: false },
    ],
    [
      'sent with the full attribute name and without a path',
      { op: 'replace', value: { 'urn:ietf:params:scim:schemas:core:2.0:User:active': 'False' } },
    ],
  ])('PATCH active=false %s disables the user, ends their sessions and keeps the log', async (_how, operation) => {
    const viewer = await world.signIn('id.viewer');
    const email = 'id.viewer@test.example';
    const id = await idOf(email);
    const logged = async () =>
      Number((await world.database.pool.query<{ n: number }>('SELECT count(*) AS n FROM audit_logs')).rows[0]?.n);
    const before = await logged();
    expect((await viewer.call('/sls/channels')).status).toBe(200);
    expect(await patch(`/Users/${id}`, operation)).toMatchObject({ status: 200, body: { active: false } });
    expect((await viewer.call('/sls/channels')).status).toBe(401);
    const { rows } = await world.database.pool.query<{ sessions: number }>(
      'SELECT count(*) AS sessions FROM sessions WHERE user_id = $1',
      [id],
    );
    expect(rows[0]?.sessions).toBe(0);
    expect(await logged()).toBe(before + 1);
    expect(await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: 'True' })).toMatchObject({
      body: { active: true },
    });
  });

  it('a value that is neither true nor false is refused, and the last System Admin is never disabled', async () => {
    const id = await idOf('admin@test.example');
    expect(await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: 'perhaps' })).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    });
    expect(await patch(`/Users/${id}`, { op: 'replace', path: 'active', value: 'False' })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('last System Admin') },
    });
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(409);
    expect((await admin.call('/sls/channels')).status).toBe(200);
  });

  it('single values may be wrapped in objects, null is the same as not sent or removed, and a filter ignores case and form', async () => {
    const made = await scim('POST', '/Users', { userName: 'JOSE\u0301@ex.example', active: null });
    expect([made.status, made.body.userName, made.body.active]).toEqual([201, 'jos\u00e9@ex.example', true]);
    const path = `/Users/${made.body.id}`;
    const values: [unknown, boolean][] = [
      [[{ $ref: null, value: 'False' }], false],
      [{ value: true }, true],
    ];
    for (const [value, active] of values)
      expect((await patch(path, { op: 'Replace', path: 'active', value })).body.active).toBe(active);
    // In a PATCH, null removes an attribute. Ignoring it would leave the account as it was without saying so.
    for (const operation of [
      { op: 'replace', path: 'active', value: null },
      { op: 'replace', value: { Active: null, displayName: 'J' } },
      { op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:User:userName', value: null },
      { op: 'remove', path: 'active' },
    ])
      expect(await patch(path, operation)).toMatchObject({ status: 400, body: { scimType: 'mutability' } });
    const named = await patch(path, { op: 'Replace', path: 'displayName', value: [{ $ref: null, value: 'Jos' }] });
    expect(named.body.displayName).toBe('Jos');
    const found = async (kind: string, filter: string) =>
      (await scim('GET', `/${kind}?filter=${encodeURIComponent(filter)}`)).body.totalResults;
    expect(await found('Users', 'userName eq "Jose\u0301@EX.example"')).toBe(1);
    expect(await found('Users', 'emails[type eq "work"].value eq "jos\u00e9@ex.example"')).toBe(1);
    const group = await scim('POST', '/Groups', { displayName: '\u00c9quipe', members: null });
    expect([group.status, group.body.members]).toEqual([201, []]);
    expect(await found('Groups', 'DISPLAYNAME eq "e\u0301QUIPE"')).toBe(1);
    await scim('DELETE', `/Groups/${group.body.id}`);
    await scim('DELETE', path);
  });

  it('lists can be filtered by several conditions with and, or, not and parentheses', async () => {
    const found = async (kind: 'Users' | 'Groups', filter: string): Promise<string[]> =>
      (await scim('GET', `/${kind}?filter=${encodeURIComponent(filter)}`)).body.Resources.map(
        ({ userName, displayName }) => userName ?? displayName,
      );
    const [one, two] = ['filter.one@ex.example', 'filter.two@ex.example'];
    const first = await scim('POST', '/Users', { userName: one, externalId: 'f1', displayName: 'Filter' });
    const second = await scim('POST', '/Users', { userName: two, active: false, displayName: 'filter' });
    const group = await scim('POST', '/Groups', { displayName: 'Filtered', members: [{ value: first.body.id }] });
    const ones = 'displayName eq "FILTER"';
    expect(await found('Users', ones)).toEqual([one, two]);
    expect(await found('Users', `${ones} and active eq true`)).toEqual([one]);
    expect(await found('Users', `${ones} and (active eq "False")`)).toEqual([two]);
    // A user without an externalId has another one than any.
    expect(await found('Users', `${ones} and not (externalId eq "f1")`)).toEqual([two]);
    expect(await found('Users', `userName eq "${two}" or externalId eq "f1" and active eq true`)).toEqual([one, two]);
    expect(await found('Users', `(userName eq "${two}" or externalId eq "f1") and active eq true`)).toEqual([one]);
    // Entra checks a membership in this way.
    const { id } = group.body;
    expect(await found('Groups', `id eq "${id}" and members eq "${first.body.id}"`)).toEqual(['Filtered']);
    expect(await found('Groups', `id eq "${id}" and members eq "${second.body.id}"`)).toEqual([]);
    for (const [filter, said] of [
      ['userName co "x" and active eq true', 'The operator co'],
      ['userName eq "x" and title eq "y"', 'cannot be filtered by title'],
      ['(userName eq "x"', 'open parenthesis'],
      [`userName eq "${'x'.repeat(1000)}"`, 'at most 1000 characters'],
    ] as const)
      expect(await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).toMatchObject({
        status: 400,
        body: { scimType: 'invalidFilter', detail: expect.stringContaining(said) },
      });
    await scim('DELETE', `/Groups/${id}`);
  });

  it('the last System Admin cannot be disabled in any way that SCIM offers, even if two are disabled at once', async () => {
    const { pool } = world.database;
    const [first, second] = ['admin@test.example', 'my.editor@test.example'];
    const ids = [await idOf(first), await idOf(second)];
    const active = async () =>
      (await pool.query<{ email: string }>('SELECT email FROM users WHERE privilege = 0 AND status = 0')).rowCount;
    for (const [method, body] of [
      ['DELETE', undefined],
      ['PUT', { userName: first, active: 'False' }],
      ['PATCH', { Operations: [{ op: 'Replace', value: { active: false } }] }],
      [
        'PATCH',
        { Operations: [{ op: 'add', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: 'false' }] },
      ],
    ] as const) {
      const refused = await scim(method, `/Users/${ids[0]}`, body);
      expect([method, refused.status, refused.body.detail]).toEqual([
        method,
        409,
        expect.stringContaining('last System Admin'),
      ]);
    }
    await pool.query('UPDATE users SET privilege = 0 WHERE email = $1', [second]);
    const both = await Promise.all([
      patch(`/Users/${ids[0]}`, { op: 'replace', path: 'active', value: 'False' }),
      scim('DELETE', `/Users/${ids[1]}`),
    ]);
    expect(both.filter(({ status }) => status === 409)).toHaveLength(1);
    expect(await active()).toBe(1);
    await pool.query('UPDATE users SET privilege = 0, status = 0 WHERE email = $1', [first]);
    await pool.query('UPDATE users SET privilege = 2, status = 0 WHERE email = $1', [second]);
    admin = await world.signIn('admin');
  });

  it('the members of a group get the roles that are mapped to it, and lose them only when they leave', async () => {
    const [mei, editor] = [await idOf('mei@test.example'), await idOf('id.editor@test.example')];
    const group = (
      await scim('POST', '/Groups', { displayName: 'Ops ID', externalId: 'g1', members: [{ value: mei }] })
    ).body;
    expect(await rolesOf('mei@test.example')).toEqual([]);
    const { rows } = await world.database.pool.query<{ id: number }>(
      `SELECT r.id FROM roles r JOIN entities e ON e.id = r.entity_id WHERE e.country = 'ID' AND r.name IN ('editor', 'viewer') ORDER BY r.name`,
    );
    const roleIds = rows.map(row => row.id);
    // A role that is listed twice is stored once.
    const twice = { id: Number(group.id), roleIds: [...roleIds, ...roleIds] };
    expect((await admin.call('/v2/ops/scim/groups', { body: twice })).status).toBe(200);
    const { groups } = await admin.data<{ groups: { id: number; roleIds: number[] }[] }>('/v2/ops/scim');
    expect(groups.find(({ id }) => id === Number(group.id))?.roleIds).toEqual(roleIds);
    expect(await rolesOf('mei@test.example')).toEqual(['editor ID', 'viewer ID']);
    // A form that was opened before would take back what somebody else has mapped.
    const late = (was: number[]) =>
      admin.call('/v2/ops/scim/groups', { body: { id: Number(group.id), roleIds: [], was } });
    const refused = await late([]);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('changed by someone else')]);
    expect(await rolesOf('mei@test.example')).toEqual(['editor ID', 'viewer ID']);
    expect((await late(roleIds.toReversed())).status).toBe(200);
    expect(await rolesOf('mei@test.example')).toEqual([]);
    await admin.data('/v2/ops/scim/groups', { body: { id: Number(group.id), roleIds, was: [] } });
    await patch(`/Groups/${group.id}`, { op: 'Add', path: 'members', value: [{ value: editor }] });
    expect(await rolesOf('id.editor@test.example')).toEqual(['editor ID', 'viewer ID']);
    expect((await scim('GET', `/Groups/${group.id}`)).body.members.map(({ value }) => value).toSorted()).toEqual(
      [mei, editor].toSorted(),
    );
    await patch(`/Groups/${group.id}`, { op: 'remove', path: `members[value eq "${mei}"]` });
    expect(await rolesOf('mei@test.example')).toEqual([]);
    expect(
      await scim('PATCH', `/Groups/${group.id}`, {
        Operations: [{ op: 'Replace', value: { displayName: 'Ops Indonesia' } }],
      }),
    ).toMatchObject({
      body: { displayName: 'Ops Indonesia' },
    });
    expect(
      await patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: '999999' }] }),
    ).toMatchObject({ status: 400 });
    expect((await scim('DELETE', `/Groups/${group.id}`)).status).toBe(204);
    expect((await scim('GET', '/Groups?filter=displayName%20eq%20%22Ops%20Indonesia%22')).body.totalResults).toBe(0);
  });

  it('a person who leaves a group keeps the group’s role if it was also granted manually', async () => {
    const { pool } = world.database;
    const mei = await idOf('mei@test.example');
    const editor = await idOf('id.editor@test.example');
    await pool.query(
      `INSERT INTO user_roles (user_id, role_id) SELECT u.id, r.id FROM users u, roles r JOIN entities e ON e.id = r.entity_id
        WHERE u.email = 'id.editor@test.example' AND e.country = 'ID' AND r.name = 'editor' ON CONFLICT DO NOTHING`,
    );
    await pool.query(
      `INSERT INTO user_entities (user_id, entity_id) SELECT u.id, e.id FROM users u, entities e
        WHERE u.email = 'id.editor@test.example' AND e.country IN ('ID', 'MY') ON CONFLICT DO NOTHING`,
    );
    const { rows } = await pool.query<{ id: number }>(
      `SELECT r.id FROM roles r JOIN entities e ON e.id = r.entity_id WHERE (e.country, r.name) IN (('ID', 'editor'), ('MY', 'editor')) ORDER BY e.country`,
    );
    const group = (await scim('POST', '/Groups', { displayName: 'Both', members: [{ value: mei }, { value: editor }] }))
      .body;
    const roleIds = rows.map(row => row.id);
    await admin.data('/v2/ops/scim/groups', { body: { id: Number(group.id), roleIds } });
    expect(await rolesOf('id.editor@test.example')).toEqual(['editor ID', 'editor MY']);
    expect(await rolesOf('mei@test.example')).toEqual(['editor ID', 'editor MY']);
    await scim('DELETE', `/Groups/${group.id}`);
    expect(await rolesOf('id.editor@test.example')).toEqual(['editor ID']);
    expect(await rolesOf('mei@test.example')).toEqual([]);
    const entities = await pool.query<{ country: string }>(
      `SELECT e.country FROM user_entities o JOIN entities e ON e.id = o.entity_id JOIN users u ON u.id = o.user_id WHERE u.email = 'id.editor@test.example' ORDER BY 1`,
    );
    expect(entities.rows.map(({ country }) => country)).toEqual(['ID', 'MY']);
  });

  it('names are converted to a form that the console accepts, and unstorable text is refused', async () => {
    const id = await idOf('mei@test.example');
    const named = async (value: string) =>
      (await patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value })).body.displayName;
    expect(await named('Mei\nLing\u0007')).toBe('Mei Ling');
    const part = (name: string, value: string) => ({ op: 'Replace', path: `name.${name}`, value });
    expect(
      (await patch(`/Users/${id}`, part('givenName', 'Siti'), part('familyName', 'Aminah'))).body.displayName,
    ).toBe('Siti Aminah');
    expect(await named('ä'.repeat(180))).toBe('ä'.repeat(100));
    expect(await named(`a${'😀'.repeat(60)}`)).toBe(`a${'😀'.repeat(49)}`);
    for (const value of ['a\u0000b', 'a\ud800b'])
      expect(await patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value })).toMatchObject({
        status: 400,
        body: { scimType: 'invalidValue' },
      });
    expect((await scim('GET', `/Users?filter=userName%20eq%20%22a%00b%22`)).status).toBe(400);
    expect((await scim('GET', `/Users?filter=${encodeURIComponent(String.raw`userName eq "a\u0000b"`)}`)).status).toBe(
      400,
    );
    expect((await scim('POST', '/Groups', { displayName: 'a\u0000' })).status).toBe(400);
  });

  it('an account that is stored in an older form of its address is found by every spelling, and gets no twin', async () => {
    const { pool } = world.database;
    const [old, plain] = ['\uff57ide.old@test.example', 'wide.old@test.example'];
    const made = await scim('POST', '/Users', { userName: plain });
    await pool.query('UPDATE users SET email = $2 WHERE id = $1', [Number(made.body.id), old]);
    for (const spelling of [old, plain, '\uff37ide.OLD@test.example', 'wide.\uff4fld@test.example'])
      expect([spelling, await idOf(spelling)]).toEqual([spelling, made.body.id]);
    for (const userName of [old, plain])
      expect(await scim('POST', '/Users', { userName })).toMatchObject({
        status: 409,
        body: { scimType: 'uniqueness' },
      });
    const users = [{ email: plain, name: 'Wide Old', privilege: 2, entities: ['ID'] }];
    const preview = await admin.data('/opa/import/users', { method: 'PUT', body: { preview: true, users } });
    expect(preview).toMatchObject({ rows: [{ email: old, result: 'changed' }] });
    const again = { email: plain, name: 'Twin', privilege: 2, entityIds: [], roleIds: [] };
    expect((await admin.call('/opa/users', { body: again })).status).toBe(409);
    // The whitelist names the account as it is stored, otherwise the person would not be on it.
    await pool.query('DELETE FROM whitelist WHERE email IN ($1, $2)', [old, plain]);
    await admin.data('/v2/ops/whitelist/add', { body: { emails: [plain] } });
    expect((await admin.data<{ whitelisted: boolean }>(`/opa/users/${made.body.id}`)).whitelisted).toBe(true);
  });

  it('names that differ only in case, spaces or width are one group, in every way of adding, renaming or finding it', async () => {
    const [group, other] = [
      (await scim('POST', '/Groups', { displayName: 'Field Ops' })).body,
      (await scim('POST', '/Groups', { displayName: 'Other Ops' })).body,
    ];
    for (const displayName of ['Field Ops', 'field OPS', 'Field  Ops', '\uff26ield Ops']) {
      const refused = { status: 409, body: { scimType: 'uniqueness', detail: expect.stringContaining('"Field Ops"') } };
      expect(await scim('POST', '/Groups', { displayName })).toMatchObject(refused);
      expect(await scim('PUT', `/Groups/${other.id}`, { displayName })).toMatchObject(refused);
      expect(
        await patch(`/Groups/${other.id}`, { op: 'Replace', path: 'displayName', value: displayName }),
      ).toMatchObject(refused);
      const found = await scim('GET', `/Groups?filter=${encodeURIComponent(`displayName eq "${displayName}"`)}`);
      expect(found.body.Resources.map(({ id }) => id)).toEqual([group.id]);
    }
    expect(await patch(`/Groups/${group.id}`, { op: 'replace', value: { displayName: 'FIELD Ops' } })).toMatchObject({
      status: 200,
      body: { displayName: 'FIELD Ops' },
    });
    for (const { id } of [group, other]) await scim('DELETE', `/Groups/${id}`);
  });

  it('the externalId of a group can be removed, but not its name', async () => {
    const { id } = (await scim('POST', '/Groups', { displayName: 'Linked', externalId: 'link-1' })).body;
    expect(await patch(`/Groups/${id}`, { op: 'remove', path: 'displayName' })).toMatchObject({
      status: 400,
      body: { scimType: 'mutability' },
    });
    for (const operation of [
      { op: 'replace', path: 'displayName', value: null },
      { op: 'replace', value: { displayName: null, externalId: 'link-2' } },
    ])
      expect(await patch(`/Groups/${id}`, operation)).toMatchObject({ status: 400, body: { scimType: 'mutability' } });
    expect(await patch(`/Groups/${id}`, { op: 'remove' })).toMatchObject({
      status: 400,
      body: { scimType: 'noTarget' },
    });
    const unlinked = await patch(`/Groups/${id}`, { op: 'Remove', path: 'externalId' });
    expect(unlinked.status).toBe(200);
    expect(unlinked.body).not.toHaveProperty('externalId');
    await scim('DELETE', `/Groups/${id}`);
  });

  it('a group cannot be a member of a group, so its id is never mistaken for a user’s', async () => {
    const made = await scim('POST', '/Groups', { displayName: 'Outer' });
    for (const member of [
      { value: '1', type: 'Group' },
      { value: '1', $ref: '/api/scim/v2/Groups/1' },
    ])
      expect(await patch(`/Groups/${made.body.id}`, { op: 'add', path: 'members', value: [member] })).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining('not other groups') },
      });
    await scim('DELETE', `/Groups/${made.body.id}`);
  });

  it('only a System Admin can revoke the token', async () => {
    const editor = await world.as('id.editor');
    expect((await editor.call('/v2/ops/scim/token', { body: { on: false } })).status).toBe(403);
    expect((await admin.call('/v2/ops/scim/token', { body: { on: false } })).status).toBe(200);
    expect((await scim('GET', '/Users')).status).toBe(401);
  });
});
