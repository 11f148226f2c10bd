import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Caller, createWorld, emailOf, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { EntityAdminRow, ModuleRow, RoleRow, UserRow } from '../../../contract/admin.ts';
import type { AuditRow } from '../../../contract/audit.ts';
import { HEADER } from '../../../contract/call.ts';
import type { MenuNode, SessionInfo } from '../../../contract/session.ts';
import { ADMINISTRATION, FEATURE } from '../../../domain/permission.ts';

const CODE = FEATURE.serviceCode;
const NEW_PASSWORD = 'four quiet words here';

interface WithLink {
  user: UserRow;
  passwordLink: string | null;
}

describeOnEach('administration', kind => {
  let world: World;
  let admin: Caller;
  let entities: EntityAdminRow[];
  beforeAll(async () => {
    world = await createWorld(kind);
    admin = await world.as('admin');
    entities = (await admin.data<{ list: EntityAdminRow[] }>('/opa/entities')).list;
  });
  afterAll(() => world.close());

  const entity = (country: string): number => entities.find(row => row.country === country)?.id ?? 0;
  const rolesOf = async (country: string) =>
    (await admin.data<{ list: RoleRow[] }>(`/opa/entities/${entity(country)}/roles`)).list;
  const account = (email: string, more: Partial<Record<string, unknown>> = {}) => ({
    email,
    name: email.split('@')[0],
    privilege: 2,
    entityIds: [entity('ID')],
    roleIds: [],
    ...more,
  });
  /** Creates a user, sets a password through the user's link, and signs the user in. */
  const signedIn = async (email: string, more: Partial<Record<string, unknown>> = {}): Promise<Caller> => {
    const made = await admin.data<WithLink>('/opa/users', { body: account(email, more) });
    const token = new URLSearchParams((made.passwordLink ?? '').split('?')[1]).get('token');
    await world.anonymous.data('/v2/ops/password', { body: { token, password: NEW_PASSWORD } });
    const caller = new Caller(world.app);
    const answer = await caller.call('/login', { body: { email, password: NEW_PASSWORD } });
    expect(answer.status).toBe(200);
    caller.cookie = String(answer.raw.headers['set-cookie']).split(';')[0] ?? null;
    return caller;
  };

  it('every administration call requires an administrator', async () => {
    const editor = await world.as('id.editor');
    for (const [path, options] of [
      ['/opa/users', {}],
      ['/opa/entities', {}],
      ['/opa/modules', {}],
      ['/v2/ops/whitelist/entries', {}],
      ['/opa/users', { body: account('x@test.example') }],
      [`/opa/users/${emailOf('id.viewer')}`, { method: 'DELETE' as const }],
      ['/opa/modules', { body: { name: 'Mine' } }],
      ['/v2/ops/whitelist/add', { body: { emails: ['x@test.example'] } }],
    ] as const) {
      const { status } = await editor.call(path, options);
      expect({ path, status }).toEqual({ path, status: 403 });
    }
  });

  it('a person who is not an administrator is refused before the input is validated', async () => {
    const editor = await world.as('id.editor');
    for (const path of ['/opa/users', '/opa/modules', '/v2/ops/roles', '/v2/ops/users/menu', '/v2/ops/whitelist/add'])
      expect([path, (await editor.call(path, { body: {} })).status]).toEqual([path, 403]);
  });

  it('entity options come from the user’s entities (PERM-17), and role names are free per entity (PERM-19)', async () => {
    const chief = await signedIn('br.options@test.example', { privilege: 1, entityIds: [entity('BR'), entity('MY')] });
    const offered = async (caller: Caller) => ({
      session: (await caller.data<SessionInfo>('/v2/ops/session')).entities.map(({ country }) => country),
      administered: (await caller.data<{ list: EntityAdminRow[] }>('/opa/entities')).list.map(({ country }) => country),
    });
    expect(await offered(chief)).toEqual({ session: ['MY', 'BR'], administered: ['MY', 'BR'] });
    expect((await offered(admin)).session).toHaveLength(8);
    for (const name of ['Ночная смена', 'เจ้าหน้าที่', '夜班 (1)']) {
      const made = await chief.data<RoleRow>('/v2/ops/roles', { body: { entityId: entity('BR'), name, codes: [] } });
      expect(made.name).toBe(name);
      const again = await chief.call('/v2/ops/roles', { body: { entityId: entity('BR'), name, codes: [] } });
      expect([again.status, again.body.message]).toEqual([409, expect.stringContaining(name)]);
      expect((await chief.call('/v2/ops/roles', { body: { entityId: entity('MY'), name, codes: [] } })).status).toBe(
        200,
      );
    }
  });

  it('an update of a module without fields changes nothing and is not logged', async () => {
    const made = await admin.data<ModuleRow>('/opa/modules', { body: { name: 'Untouched' } });
    const put = await admin.data<ModuleRow>(`/opa/modules/${made.id}`, { method: 'PUT', body: {} });
    expect(put).toEqual(made);
    const { list } = await admin.data<{ list: AuditRow[] }>(`/ops/audit-logs/business?code=${ADMINISTRATION}&count=1`);
    expect(list[0]).toMatchObject({ url: '/api/opa/modules', operator_type: 'Create' });
    await admin.data(`/opa/modules/${made.id}`, { method: 'DELETE' });
  });

  describe('administering users', () => {
    it('users can be searched by text, listed page by page, and found by id or e-mail (USER-1, G24)', async () => {
      const page = await admin.data<{ list: UserRow[]; total: number }>(
        '/opa/users?q=EDITOR&offset=0&size=1&sort=-email',
      );
      expect([page.list.map(({ email }) => email), page.total]).toEqual([[emailOf('my.editor')], 2]);
      const [user] = page.list;
      for (const name of [user?.id, user?.email])
        expect(await admin.data(`/opa/users/${name}`)).toMatchObject({ email: emailOf('my.editor'), entities: ['MY'] });
      const byId = await admin.data<{ list: UserRow[] }>(`/opa/users?q=${user?.id}`);
      expect(byId.list.map(({ id }) => id)).toContain(user?.id);
    });

    it('a search ignores case, accents and the width of letters, as in every list', async () => {
      await admin.data('/opa/users', { body: { ...account('accents@test.example'), name: 'Nguyễn Đặng Ünal' } });
      for (const typed of ['NGUYEN dang', 'ünal', 'unal', '  Đặng  Unal ', 'ａｃｃｅｎｔｓ@']) {
        const { list } = await admin.data<{ list: UserRow[] }>(`/opa/users?q=${encodeURIComponent(typed)}`);
        expect([typed, list.map(({ email }) => email)]).toEqual([typed, ['accents@test.example']]);
      }
      const found = await admin.data<{ list: { email: string }[] }>(
        `/v2/ops/whitelist/entries?q=${encodeURIComponent('ＡＣＣＥＮＴＳ@')}`,
      );
      expect(found.list.map(({ email }) => email)).toEqual(['accents@test.example']);
    });

    it('users set their first password with a link that works only once', async () => {
      const made = await admin.data<WithLink>('/opa/users', { body: account('first@test.example') });
      const token = new URLSearchParams((made.passwordLink ?? '').split('?')[1]).get('token');
      expect(
        (await world.anonymous.call('/login', { body: { email: 'first@test.example', password: '' } })).status,
      ).toBe(400);
      const set = (password: string) => world.anonymous.call('/v2/ops/password', { body: { token, password } });
      expect((await set('short')).body.message).toMatch(/at least 12/);
      // A refused password does not use up the link.
      expect((await set('First@Test.example 1')).body.message).toMatch(/own e-mail or name/);
      expect((await set(NEW_PASSWORD)).status).toBe(200);
      expect((await set(NEW_PASSWORD)).status).toBe(410);
      const { rows } = await world.database.pool.query<{ found: boolean }>(
        'SELECT EXISTS (SELECT 1 FROM audit_logs WHERE body LIKE $1 OR after::text LIKE $1) AS found',
        [`%${token}%`],
      );
      expect(rows[0]?.found).toBe(false);
      const log = await world.database.pool.query<{ email: string; entity: string; body: string }>(
        `SELECT email, entity, body FROM audit_logs WHERE url = '/api/v2/ops/password' AND email = 'first@test.example'`,
      );
      expect(log.rows).toEqual([
        {
          email: 'first@test.example',
          entity: 'ID',
          body: JSON.stringify({ email: 'first@test.example', password: 'set with a one-time link' }),
        },
      ]);
    });

    it('a deleted user keeps their e-mail, log entries and permissions but loses their sessions', async () => {
      const caller = await signedIn('gone@test.example');
      const disabled = await admin.data<UserRow>('/opa/users/gone@test.example', { method: 'DELETE' });
      expect(disabled).toMatchObject({ status: 1, sessions: 0 });
      expect((await caller.call('/v2/ops/session')).status).toBe(401);
      const again = await admin.call('/opa/users', { body: account('GONE@test.example') });
      expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('already has an account')]);
      const restored = { method: 'PUT', body: { status: 0 } } as const;
      expect(await admin.data('/opa/users/gone@test.example', restored)).toMatchObject({ status: 0 });
    });

    it('the list says when and from where a user was last seen, also after their session has ended', async () => {
      const seen = async () => {
        const { list } = await admin.data<{ list: UserRow[] }>('/opa/users?q=seen%40test.example&sort=-seenAt');
        return list[0];
      };
      await admin.data('/opa/users', { body: account('unseen@test.example') });
      expect(await seen()).toMatchObject({ seenAt: null, seenAddress: '', seenAgent: '' });
      const caller = await signedIn('was.seen@test.example');
      const first = await seen();
      expect(first).toMatchObject({ email: 'was.seen@test.example', sessions: 1, seenAddress: '127.0.0.1' });
      expect(first?.seenAt).toBeGreaterThan(0);
      await caller.call('/opa/logout', { headers: { 'x-ops-contract': '1' } });
      expect(await seen()).toMatchObject({ sessions: 0, seenAt: first?.seenAt, seenAddress: '127.0.0.1' });
    });

    it('an administrator can end a user’s sessions', async () => {
      const caller = await signedIn('busy@test.example');
      expect(await admin.data('/v2/ops/users/end-sessions', { body: { id: 'busy@test.example' } })).toMatchObject({
        sessions: 0,
      });
      expect((await caller.call('/v2/ops/session')).status).toBe(401);
    });

    it('a change to a user is refused if someone else has changed the row in the meantime', async () => {
      const { user } = await admin.data<WithLink>('/opa/users', { body: account('twice@test.example') });
      const put = (name: string) =>
        admin.call(`/opa/users/${user.id}`, { method: 'PUT', body: { name, version: user.version } });
      expect((await put('First')).status).toBe(200);
      expect((await put('Second')).status).toBe(409);
    });

    it('users are imported all or nothing, with a preview of what the import would do (USER-3)', async () => {
      const row = (email: string, more = {}) => ({
        email,
        name: 'Ana',
        privilege: 2,
        entities: ['ID'],
        roles: ['viewer'],
        ...more,
      });
      const users = [row('a.import@test.example'), row('b.import@test.example', { roles: ['pilot'] })];
      const put = (body: unknown) =>
        admin.call<{ rows: { result: string; message: string }[]; applied: boolean }>('/opa/import/users', {
          method: 'PUT',
          body,
        });
      const preview = await put({ preview: true, users });
      expect(preview.body.data?.rows.map(({ result }) => result)).toEqual(['added', 'refused']);
      expect(preview.body.data?.rows[1]?.message).toContain('"pilot"');
      expect((await put({ users })).status).toBe(400);
      expect((await admin.data<{ total: number }>('/opa/users?q=.import@')).total).toBe(0);
      const done = await put({ users: users.slice(0, 1) });
      expect(done.body.data).toMatchObject({
        applied: true,
        rows: [{ result: 'added', passwordLink: expect.any(String) }],
      });
      expect((await put({ users: users.slice(0, 1) })).body.data?.rows[0]?.result).toBe('unchanged');
      // Changes the name to A, then to B, then to A again; each import reports its change (PB1).
      const named = async (name: string) => {
        const result = (await put({ users: [row('a.import@test.example', { name })] })).body.data?.rows[0]?.result;
        const { list } = await admin.data<{ list: UserRow[] }>('/opa/users?q=a.import@');
        return [result, list[0]?.name];
      };
      expect(await named('Bea')).toEqual(['changed', 'Bea']);
      expect(await named('Ana')).toEqual(['changed', 'Ana']);
      expect(await named('A\u0301na'.normalize('NFD'))).toEqual(['changed', 'Ána']);
      expect(await named('Ána')).toEqual(['unchanged', 'Ána']);
    });
  });

  describe('an import of users', () => {
    it('without the columns Category and Roles, a file leaves both unchanged for existing users, and the result lists the changes', async () => {
      const [viewer] = (await rolesOf('ID')).filter(({ name }) => name === 'viewer');
      await admin.data('/opa/users', {
        body: account('kept.import@test.example', { category: 2, roleIds: [viewer?.id] }),
      });
      const put = (more: object) =>
        admin.data<{ rows: { result: string; message: string }[] }>('/opa/import/users', {
          method: 'PUT',
          body: {
            users: [{ email: 'kept.import@test.example', name: 'Kept', privilege: 2, entities: ['ID'], ...more }],
          },
        });
      expect((await put({})).rows).toMatchObject([{ result: 'changed', message: 'Name: kept.import to Kept' }]);
      expect(await admin.data('/opa/users/kept.import@test.example')).toMatchObject({
        category: 2,
        roles: [{ name: 'viewer' }],
      });
      expect((await put({ category: 0, roles: [] })).rows).toMatchObject([
        { result: 'changed', message: 'Category: Local to All; Roles: viewer (ID) to none' },
      ]);
    });
  });

  it('an import grants a role in each entity of the row, or as the list of users shows it, only in the entity in parentheses', async () => {
    const granted = async (roles: readonly string[]) => {
      const users = [
        { email: 'paren.import@test.example', name: 'Paren', privilege: 2, entities: ['ID', 'MY'], roles },
      ];
      const { body } = await admin.call<{ rows: { message: string }[] }>('/opa/import/users', {
        method: 'PUT',
        body: { users },
      });
      if (body.message !== '') return body.message;
      const user = await admin.data<UserRow>('/opa/users/paren.import@test.example');
      return user.roles.map(({ name, entity }) => `${name} ${entity}`).sort();
    };
    expect(await granted(['viewer'])).toEqual(['viewer ID', 'viewer MY']);
    expect(await granted(['viewer (MY)'])).toEqual(['viewer MY']);
    expect(await granted(['Viewer(id)', 'viewer (MY)'])).toEqual(['viewer ID', 'viewer MY']);
    expect(await granted(['viewer (TH)'])).toContain('There is no role "viewer (TH)" in ID, MY');
  });

  it('an e-mail and a name are stored without invisible characters, so that no address looks like another', async () => {
    const { user } = await admin.data<WithLink>('/opa/users', {
      body: account('Zero\u200bwidth@test.example', { name: 'A\u0301na\u202e' }),
    });
    expect(user).toMatchObject({ email: 'zerowidth@test.example', name: '\u00c1na' });
    const again = await admin.call('/opa/users', { body: account('zerowidth\u2060@test.example') });
    expect(again.status).toBe(409);
  });

  it('an address with compatible characters is that of its plain form, wherever it is written', async () => {
    const plain = 'wide.one@test.example';
    const wide = '\uff57ide.\uff4fne\uff20test.example';
    const { user } = await admin.data<WithLink>('/opa/users', { body: account(wide, { name: 'Wide' }) });
    expect(user.email).toBe(plain);
    expect((await admin.call('/opa/users', { body: account(plain) })).status).toBe(409);
    expect(await admin.data(`/opa/users/${encodeURIComponent(wide)}`)).toMatchObject({ id: user.id });
    const row = { email: wide, name: 'Wide Two', privilege: 2, entities: ['ID'] };
    const imported = (users: object[], preview: boolean) =>
      admin.data<{ rows: object[] }>('/opa/import/users', { method: 'PUT', body: { preview, users } });
    expect((await imported([row], false)).rows).toMatchObject([{ email: plain, result: 'changed' }]);
    expect((await imported([row, { ...row, email: plain }], true)).rows).toMatchObject([
      { email: plain, result: 'unchanged' },
      { result: 'refused', message: expect.stringContaining('more than once') },
    ]);
    const listed = async () =>
      (await world.database.pool.query("SELECT email FROM whitelist WHERE email LIKE '%ide.%'")).rows;
    expect(await listed()).toEqual([{ email: plain }]);
    await admin.data('/v2/ops/whitelist/remove', { body: { emails: [wide] } });
    expect(await listed()).toEqual([]);
    await admin.data('/v2/ops/whitelist/add', { body: { emails: [wide] } });
    expect(await listed()).toEqual([{ email: plain }]);
  });

  it('a new address with a letter of another alphabet is refused, and the message names the letter', async () => {
    const cyrillic = 'w\u0430lk.one@test.example';
    const message = expect.stringContaining('contains "\u0430", which is not a Latin letter');
    const create = await admin.call('/opa/users', { body: account(cyrillic) });
    const list = await admin.call('/v2/ops/whitelist/add', { body: { emails: [cyrillic] } });
    expect([create, list]).toMatchObject([
      { status: 400, body: { message } },
      { status: 400, body: { message } },
    ]);
    const users = [{ email: cyrillic, name: 'W', privilege: 2, entities: ['ID'] }];
    const imported = await admin.data('/opa/import/users', { method: 'PUT', body: { preview: true, users } });
    expect(imported).toMatchObject({ rows: [{ result: 'refused', message }] });
  });

  it('an account whose address was stored before there was a canonical form can still sign in and be changed', async () => {
    const { pool } = world.database;
    const old = '\uff4fld.one@test.example';
    await signedIn('old.one@test.example');
    const other = await admin.data<WithLink>('/opa/users', { body: account('old.two@test.example', { name: 'Old' }) });
    await pool.query(
      `UPDATE users SET email = $2, password_hash = (SELECT password_hash FROM users WHERE email = 'old.one@test.example')
        WHERE id = $1`,
      [other.user.id, old],
    );
    await pool.query('INSERT INTO whitelist (email) VALUES ($1)', [old]);
    for (const email of [old, 'old.one@test.example'])
      expect(await world.anonymous.data('/login', { body: { email, password: NEW_PASSWORD } })).toMatchObject({
        email,
      });
    const disabled = await admin.data(`/opa/users/${encodeURIComponent(old)}`, { method: 'DELETE' });
    expect(disabled).toMatchObject({ id: other.user.id, email: old, status: 1 });
  });

  describe('the log of administration', () => {
    it('a change is in the log of the entity that it concerns, wherever its administrator works', async () => {
      const there = { headers: { 'x-ops-entity': 'TW' } };
      const urls = async (own: object) =>
        (await admin.data<{ list: AuditRow[] }>(`/ops/audit-logs/business?code=${ADMINISTRATION}&count=200`, own)).list
          .filter(({ after, body }) => `${after}${body}`.includes('Concerned'))
          .map(({ url }) => url);
      const role = await admin.data<RoleRow>('/v2/ops/roles', {
        body: { entityId: entity('TW'), name: 'Concerned', codes: [] },
      });
      const body = account('tw.concerned@test.example', { name: 'Concerned', entityIds: [entity('TW')] });
      await admin.data('/opa/users', { body });
      await admin.data('/v2/ops/roles/delete', { body: { id: role.id } });
      expect((await urls(there)).toSorted()).toEqual(['/api/opa/users', '/api/v2/ops/roles']);
      expect(await urls({})).toEqual([]);
    });
  });

  describe('a role', () => {
    it('the preview counts only people who use the console with the role, and names the pages that they lose', async () => {
      const role = await admin.data<RoleRow>('/v2/ops/roles', {
        body: { entityId: entity('PH'), name: 'Counted', codes: [`${CODE}.read`] },
      });
      const page = await admin.data<ModuleRow>('/opa/modules', {
        body: { name: 'Codes of carriers', path: '/carrier/serviceCodes', permission: CODE },
      });
      const own = { entityIds: [entity('PH')], roleIds: [role.id] };
      for (const [email, more] of [
        ['ph.works@test.example', {}],
        ['ph.root@test.example', { privilege: 0 }],
        ['ph.outside@test.example', { whitelisted: false }],
        ['ph.gone@test.example', {}],
      ] as const)
        await admin.data('/opa/users', { body: account(email, { ...own, ...more }) });
      await admin.data('/opa/users/ph.gone@test.example', { method: 'DELETE' });
      const { lost } = await admin.data<{ lost: unknown[] }>('/v2/ops/roles/update', {
        body: { id: role.id, codes: [], preview: true },
      });
      expect(lost).toEqual([{ email: 'ph.works@test.example', codes: [`${CODE}.read`], pages: ['Codes of carriers'] }]);
      await admin.data('/opa/users/ph.root@test.example', { method: 'PUT', body: { privilege: 2 } });
      await admin.data(`/opa/modules/${page.id}`, { method: 'DELETE' });
    });

    it('a role contains each permission only once', async () => {
      const role = await admin.data<RoleRow>('/v2/ops/roles', {
        body: { entityId: entity('PH'), name: 'Repeated', codes: [`${CODE}.write`, `${CODE}.read`, `${CODE}.write`] },
      });
      expect(role.codes).toEqual([`${CODE}.read`, `${CODE}.write`]);
    });

    it('the country admin role gets every permission back if it was reduced', async () => {
      const make = () => admin.data<RoleRow>(`/opa/entities/${entity('SG')}/countryAdminRole`, { body: {} });
      const made = await make();
      await admin.data('/v2/ops/roles/update', { body: { id: made.id, codes: [`${CODE}.read`] } });
      expect(await make()).toMatchObject({ id: made.id, codes: made.codes });
      const { version } = await make();
      expect((await make()).version).toBe(version);
    });
  });

  it('if two System Admins demote each other at the same time, one succeeds, even if others remain', async () => {
    const pair = [
      await signedIn('first.pair@test.example', { privilege: 0 }),
      await signedIn('second.pair@test.example', { privilege: 0 }),
    ];
    const demote = (by: Caller | undefined, email: string) =>
      by?.call(`/opa/users/${email}`, { method: 'PUT', body: { privilege: 2 } });
    const answers = await Promise.all([
      demote(pair[0], 'second.pair@test.example'),
      demote(pair[1], 'first.pair@test.example'),
    ]);
    expect(answers.map(answer => answer?.status).toSorted()).toEqual([200, 403]);
    for (const email of ['first.pair@test.example', 'second.pair@test.example'])
      await admin.data(`/opa/users/${email}`, { method: 'PUT', body: { privilege: 2 } });
  });

  it('a module is moved to a place with one call, which is one entry in the log', async () => {
    const make = (name: string, parentId = 0) => admin.data<ModuleRow>('/opa/modules', { body: { name, parentId } });
    const [from, to] = [await make('From'), await make('To')];
    const [one, two, moving] = [await make('A', to.id), await make('B', to.id), await make('C', from.id)];
    const move = (body: unknown) => admin.call('/v2/ops/modules/move', { body });
    const order = async () =>
      (await admin.data<{ list: ModuleRow[] }>('/opa/modules')).list
        .filter(({ parentId }) => parentId === to.id)
        .map(({ name }) => name);
    expect((await move({ id: moving.id, parentId: to.id, before: two.id })).status).toBe(200);
    expect(await order()).toEqual(['A', 'C', 'B']);
    const { list } = await admin.data<{ list: AuditRow[] }>(`/ops/audit-logs/business?code=${ADMINISTRATION}&count=2`);
    expect(list.map(({ url }) => url)).toEqual(['/api/v2/ops/modules/move', '/api/opa/modules']);
    expect((await move({ id: moving.id, parentId: to.id })).status).toBe(200);
    expect(await order()).toEqual(['A', 'B', 'C']);
    expect((await move({ id: to.id, parentId: moving.id })).status).toBe(400);
    expect((await move({ id: one.id, parentId: to.id, before: from.id })).status).toBe(400);
    expect((await move({ id: one.id, parentId: to.id, before: one.id })).status).toBe(400);
    expect((await move({ id: 999_999, parentId: 0 })).status).toBe(404);
    const editor = await world.as('id.editor');
    expect((await editor.call('/v2/ops/modules/move', { body: { id: one.id, parentId: 0 } })).status).toBe(403);
    for (const { id } of [moving, one, two, from, to]) await admin.data(`/opa/modules/${id}`, { method: 'DELETE' });
  });

  it('two modules cannot be moved below each other at the same time', async () => {
    const [one, other] = [
      await admin.data<ModuleRow>('/opa/modules', { body: { name: 'One' } }),
      await admin.data<ModuleRow>('/opa/modules', { body: { name: 'Other' } }),
    ];
    const below = (own: ModuleRow, parent: ModuleRow) =>
      admin.call(`/opa/modules/${own.id}`, { method: 'PUT', body: { parentId: parent.id } });
    const answers = await Promise.all([below(one, other), below(other, one)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  describe('what an Entity Admin may do', () => {
    it('an Entity Admin cannot grant permissions that they lack, and the error names code and entity', async () => {
      const [thaiRole, malayRole] = [
        await admin.data<RoleRow>('/v2/ops/roles', {
          body: { entityId: entity('TH'), name: 'Codes', codes: [`${CODE}.read`, `${CODE}.write`] },
        }),
        (await rolesOf('MY'))[0] as RoleRow,
      ];
      const caller = await signedIn('th.admin@test.example', {
        privilege: 1,
        entityIds: [entity('TH')],
        roleIds: [thaiRole.id],
      });
      const create = (body: unknown) => caller.call('/v2/ops/roles', { body });
      const wide = await create({ entityId: entity('TH'), name: 'Wide', codes: [`${FEATURE.locationTree}.read`] });
      expect([wide.status, wide.body.message]).toEqual([403, expect.stringContaining(`${FEATURE.locationTree}.read`)]);
      const abroad = await caller.call('/opa/users', {
        body: account('y@test.example', { entityIds: [entity('MY')], roleIds: [malayRole.id] }),
      });
      expect([abroad.status, abroad.body.message]).toEqual([403, expect.stringContaining('Malaysia')]);
      expect((await create({ entityId: entity('TH'), name: 'Readers', codes: [`${CODE}.read`] })).status).toBe(200);
      const own = await caller.data<{ list: UserRow[] }>('/opa/users');
      expect(own.list.map(({ email }) => email)).toEqual(['th.admin@test.example']);
      const king = await caller.call('/opa/users', {
        body: account('king@test.example', { privilege: 0, entityIds: [entity('TH')] }),
      });
      expect(king.status).toBe(403);
    });

    it('an Entity Admin manages the shops of their entities without a role, and nothing else', async () => {
      const chief = await signedIn('th.shops@test.example', { privilege: 1, entityIds: [entity('TH')] });
      const group = { body: { groupId: 5, name: 'Five', status: 0 } };
      const create = '/client_mode/shop_group/create';
      expect((await chief.call(create, group)).status).toBe(200);
      const foreign = await chief.call(create, { ...group, headers: { [HEADER.entity]: 'MY' } });
      expect(foreign.status).toBe(403);
      const rules = await chief.call('/rate_table/shipping_fee_rule/list');
      expect([rules.status, rules.body.message]).toEqual([403, expect.stringContaining(FEATURE.shippingFeeRule)]);
      const log = await chief.data<{ list: unknown[] }>(`/ops/audit-logs/business?code=${FEATURE.shop}`);
      expect(log.list.length).toBe(1);
      const role = (name: string, code: string) =>
        chief.call('/v2/ops/roles', { body: { entityId: entity('TH'), name, codes: [code] } });
      expect((await role('Shops', `${FEATURE.shop}.write`)).status).toBe(200);
      expect((await role('Rules', `${FEATURE.shippingFeeRule}.write`)).status).toBe(403);
      const held = await admin.data<RoleRow>('/v2/ops/roles', {
        body: { entityId: entity('TH'), name: 'Of an admin', codes: [`${FEATURE.shop}.write`] },
      });
      await admin.data('/opa/users/th.shops@test.example', { method: 'PUT', body: { roleIds: [held.id] } });
      const { lost } = await admin.data<{ lost: unknown[] }>('/v2/ops/roles/update', {
        body: { id: held.id, codes: [], preview: true },
      });
      expect(lost).toEqual([]);
    });

    it('an Entity Admin may remove a permission that they lack from a role, and is told that they cannot add it again', async () => {
      const local = await signedIn('th.local@test.example', { privilege: 1, entityIds: [entity('TH')] });
      const code = `${FEATURE.rate}.write`;
      const role = await admin.data<RoleRow>('/v2/ops/roles', {
        body: { entityId: entity('TH'), name: 'Strong', codes: [code] },
      });
      const update = (codes: string[], preview: boolean) =>
        local.call<{ unreturnable: string[]; role: RoleRow }>('/v2/ops/roles/update', {
          body: { id: role.id, codes, preview },
        });
      expect((await update([], true)).body.data?.unreturnable).toEqual([code]);
      expect((await update([], false)).body.data?.role.codes).toEqual([]);
      const back = await update([code], false);
      expect([back.status, back.body.message]).toEqual([403, expect.stringContaining(code)]);
    });

    it('a role that a trigger rule or a group uses cannot be deleted, and the error names the rule or group', async () => {
      const role = await admin.data<RoleRow>('/v2/ops/roles', {
        body: { entityId: entity('TH'), name: 'Used', codes: [] },
      });
      const remove = () => admin.call('/v2/ops/roles/delete', { body: { id: role.id } });
      await world.database.pool.query(`INSERT INTO scim_groups (name, role_ids) VALUES ('Staff', $1)`, [[role.id]]);
      expect(await remove()).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('group "Staff"') },
      });
      await world.database.pool.query(
        `INSERT INTO notify_templates (name, event, variants, updated_by, updated_at) VALUES ('T', 'job.failed', '{}', '', 1)`,
      );
      await world.database.pool.query(
        `INSERT INTO notify_rules (name, event, countries, conditions, people, role_ids, causer, ways, webhook_url, template_id, every_minutes, critical, status, owner, webhook_secret, updated_by, updated_at)
         SELECT 'Night', 'job.failed', '{ID}', '[]', '{}', $1, false, '{bell}', '', id, 0, false, 0, '', '', '', 1 FROM notify_templates`,
        [[role.id]],
      );
      expect((await remove()).body.message).toContain('trigger rule "Night"');
      await world.database.pool.query('DELETE FROM notify_rules');
      await world.database.pool.query('DELETE FROM scim_groups');
      expect((await remove()).status).toBe(200);
    });
  });

  describe('an account with more permissions than its administrator', () => {
    it('an administrator cannot take over or restore an account with more permissions than their own', async () => {
      const narrow = await admin.data<RoleRow>('/v2/ops/roles', {
        body: { entityId: entity('SG'), name: 'Narrow', codes: [`${CODE}.read`] },
      });
      const wide = await admin.data<RoleRow>('/v2/ops/roles', {
        body: { entityId: entity('SG'), name: 'Wide', codes: [`${CODE}.write`] },
      });
      const own = { entityIds: [entity('SG')], roleIds: [narrow.id] };
      const caller = await signedIn('sg.admin@test.example', { ...own, privilege: 1 });
      await admin.data('/opa/users', { body: account('sg.strong@test.example', { ...own, roleIds: [wide.id] }) });
      await admin.data('/opa/users', { body: account('sg.weak@test.example', own) });
      const link = (id: string) => caller.call('/v2/ops/users/password-link', { body: { id } });
      const put = (body: unknown) => caller.call('/opa/users/sg.strong@test.example', { method: 'PUT', body });
      expect((await link('sg.strong@test.example')).body.message).toContain(`${CODE}.write in Singapore`);
      expect((await link('sg.weak@test.example')).status).toBe(200);
      expect((await put({ privilege: 1 })).status).toBe(403);
      expect((await caller.call('/opa/users/sg.strong@test.example', { method: 'DELETE' })).status).toBe(200);
      expect((await put({ status: 0 })).status).toBe(403);
      const { list } = await caller.data<{ list: { email: string }[] }>('/v2/ops/whitelist/entries');
      expect(list.map(({ email }) => email)).toEqual([
        'sg.admin@test.example',
        'sg.strong@test.example',
        'sg.weak@test.example',
      ]);
    });
  });

  it('a password link becomes invalid if its account gains permissions, directly or through a role', async () => {
    const role = await admin.data<RoleRow>('/v2/ops/roles', {
      body: { entityId: entity('BR'), name: 'Growing', codes: [`${CODE}.read`] },
    });
    const use = async (change: (id: string) => Promise<unknown>, email: string) => {
      const made = await admin.data<WithLink>('/opa/users', {
        body: account(email, { entityIds: [entity('BR')], roleIds: [role.id] }),
      });
      await change(email);
      const token = new URLSearchParams((made.passwordLink ?? '').split('?')[1]).get('token');
      return (await world.anonymous.call('/v2/ops/password', { body: { token, password: NEW_PASSWORD } })).status;
    };
    const put = (body: unknown) => (id: string) => admin.data(`/opa/users/${id}`, { method: 'PUT', body });
    expect(await use(put({ name: 'Renamed' }), 'br.a@test.example')).toBe(200);
    expect(await use(put({ privilege: 1 }), 'br.b@test.example')).toBe(410);
    const grow = () =>
      admin.data('/v2/ops/roles/update', { body: { id: role.id, codes: [`${CODE}.read`, `${CODE}.write`] } });
    expect(await use(grow, 'br.c@test.example')).toBe(410);
  });

  it('setting an entity’s administrators is refused if it would affect another entity', async () => {
    const both = { entityIds: [entity('VN'), entity('BR')], privilege: 1 };
    await admin.data('/opa/users', { body: account('two.lands@test.example', both) });
    const put = (countryAdmins: string[]) =>
      admin.call(`/opa/entities/${entity('VN')}`, { method: 'PUT', body: { countryAdmins } });
    const removed = await put([]);
    expect([removed.status, removed.body.message]).toEqual([409, expect.stringContaining('BR')]);
    await admin.data('/opa/users/two.lands@test.example', { method: 'PUT', body: { privilege: 2 } });
    expect((await put(['two.lands@test.example'])).status).toBe(409);
    expect((await put([])).status).toBe(200);
  });

  it('a disabled account cannot become the administrator of an entity, because no list would show it', async () => {
    const { user } = await admin.data<WithLink>('/opa/users', {
      body: account('sg.gone@test.example', { entityIds: [entity('SG')] }),
    });
    await admin.data(`/opa/users/${user.id}`, { method: 'DELETE' });
    const body = { countryAdmins: [user.email] };
    const answer = await admin.call(`/opa/entities/${entity('SG')}`, { method: 'PUT', body });
    expect(answer).toMatchObject({
      status: 409,
      body: { message: `${user.email} is disabled and cannot administer an entity. Restore the account first.` },
    });
    expect(await admin.data(`/opa/users/${user.id}`)).toMatchObject({ privilege: 2 });
  });

  it('the country admin role is not created next to a role whose name looks the same', async () => {
    const body = { entityId: entity('BR'), name: 'country ADMIN', codes: [] };
    const { id } = await admin.data<RoleRow>('/v2/ops/roles', { body });
    const path = `/opa/entities/${entity('BR')}/countryAdminRole`;
    expect(await admin.call(path, { body: {} })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('"country ADMIN"') },
    });
    await admin.data('/v2/ops/roles/delete', { body: { id } });
    expect(await admin.data(path, { body: {} })).toMatchObject({ name: 'Country Admin' });
  });

  it('an entity lists its roles by name (ENT-2)', async () => {
    const row = await admin.data<EntityAdminRow>(`/opa/entities/${entity('ID')}`);
    expect(row.roles.map(({ name }) => name)).toEqual(expect.arrayContaining(['editor', 'viewer']));
  });

  it('the last active entity cannot be disabled', async () => {
    const others = entities.filter(({ country }) => country !== 'ID');
    const put = (id: number, status: 0 | 1) => admin.call(`/opa/entities/${id}`, { method: 'PUT', body: { status } });
    for (const { id } of others) expect((await put(id, 1)).status).toBe(200);
    expect((await put(entity('ID'), 1)).status).toBe(409);
    for (const { id } of others) expect((await put(id, 0)).status).toBe(200);
  });

  describe('keeping the last System Admin', () => {
    it('the last System Admin on the whitelist can be neither removed from it nor demoted', async () => {
      const alone = await admin.call(`/opa/users/${emailOf('admin')}`, { method: 'PUT', body: { whitelisted: false } });
      expect([alone.status, alone.body.message]).toEqual([400, expect.stringContaining('yourself')]);
      const second = await signedIn('second.admin@test.example', { privilege: 0 });
      await world.database.pool.query('DELETE FROM whitelist WHERE email = $1', ['second.admin@test.example']);
      const demoted = await admin.call(`/opa/users/${emailOf('admin')}`, { method: 'PUT', body: { privilege: 2 } });
      expect(demoted.status).toBe(403);
      await admin.data('/v2/ops/whitelist/add', { body: { emails: ['second.admin@test.example'] } });
      const removed = await second.call('/v2/ops/whitelist/remove', { body: { emails: [emailOf('admin')] } });
      expect(removed.status).toBe(200);
      await second.data('/v2/ops/whitelist/add', { body: { emails: [emailOf('admin')] } });
      await admin.data('/opa/users/second.admin@test.example', { method: 'PUT', body: { privilege: 2 } });
    });

    it('if two System Admins demote each other at the same time, only one of them succeeds', async () => {
      const other = await signedIn('other.admin@test.example', { privilege: 0 });
      const demote = (caller: Caller, email: string) =>
        caller.call(`/opa/users/${email}`, { method: 'PUT', body: { privilege: 2 } });
      const both = await Promise.all([demote(admin, 'other.admin@test.example'), demote(other, emailOf('admin'))]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)]);
      expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
      const { rows } = await world.database.pool.query<{ email: string }>(
        'SELECT email FROM users WHERE privilege = 0 AND status = 0',
      );
      expect(rows).toHaveLength(1);
      await world.database.pool.query('UPDATE users SET privilege = 0 WHERE email = $1', [emailOf('admin')]);
      await world.database.pool.query('UPDATE users SET privilege = 2 WHERE email = $1', ['other.admin@test.example']);
    });

    it('the last System Admin can neither give up their privilege nor disable themselves', async () => {
      for (const options of [{ method: 'PUT', body: { privilege: 2 } }, { method: 'DELETE' }] as const) {
        const answer = await admin.call(`/opa/users/${emailOf('admin')}`, options);
        expect([answer.status, answer.body.message]).toEqual([403, expect.stringContaining('your own')]);
      }
    });
  });

  describe('administering roles', () => {
    it('role names are stored in canonical form, so a different spelling does not create a second role', async () => {
      const make = (name: string) =>
        admin.call<RoleRow>('/v2/ops/roles', { body: { entityId: entity('VN'), name, codes: [] } });
      const first = await make(' Vận\u00a0chuyển\u202e\r\n'.normalize('NFD'));
      expect(first.body.data?.name).toBe('Vận chuyển'.normalize('NFC'));
      expect((await make('Vận chuyển'.normalize('NFC'))).status).toBe(409);
    });

    it('roles can be previewed, changed and deleted, and a change affects sessions immediately (USER-5)', async () => {
      const role = await admin.data<RoleRow>('/v2/ops/roles', {
        body: { entityId: entity('ID'), name: 'Passing', codes: [`${CODE}.read`] },
      });
      const caller = await signedIn('passing@test.example', { roleIds: [role.id] });
      const codes = async () => (await caller.data<SessionInfo>('/v2/ops/session')).permissionCodes;
      expect(await codes()).toEqual([`${CODE}.read`]);
      const change = { id: role.id, codes: [`${CODE}.write`] };
      const preview = await admin.data('/v2/ops/roles/update', { body: { ...change, preview: true } });
      expect(preview).toMatchObject({
        lost: [{ email: 'passing@test.example', codes: [`${CODE}.read`] }],
        gained: [{ email: 'passing@test.example', codes: [`${CODE}.write`] }],
      });
      expect(await codes()).toEqual([`${CODE}.read`]);
      await admin.data('/v2/ops/roles/update', { body: change });
      expect(await codes()).toEqual([`${CODE}.write`]);
      expect((await admin.call('/v2/ops/roles/delete', { body: { id: role.id } })).status).toBe(409);
      await admin.data('/opa/users/passing@test.example', { method: 'PUT', body: { roleIds: [] } });
      expect((await admin.call('/v2/ops/roles/delete', { body: { id: role.id } })).status).toBe(200);
    });

    it('each entity has exactly one country admin role, which has every code', async () => {
      const make = () => admin.data<RoleRow>(`/opa/entities/${entity('SG')}/countryAdminRole`, { method: 'POST' });
      const [first, second] = [await make(), await make()];
      expect(first.id).toBe(second.id);
      expect(first.codes).toContain(`${CODE}.write`);
    });

    it('the explanation of a user’s permissions names the roles that grant them', async () => {
      const { list } = await admin.data<{ list: { code: string; allowed: boolean; why: string }[] }>(
        `/v2/ops/users/explain?id=${emailOf('id.viewer')}&country=ID`,
      );
      const of = (code: string) => list.find(row => row.code === code);
      expect(of(`${CODE}.read`)).toMatchObject({ allowed: true, why: 'From viewer, ID.' });
      expect(of(`${CODE}.write`)).toMatchObject({ allowed: false });
      const abroad = await admin.data<{ list: { why: string }[] }>(
        `/v2/ops/users/explain?id=${emailOf('id.viewer')}&country=MY`,
      );
      expect(new Set(abroad.list.map(({ why }) => why))).toEqual(new Set(['Does not work in Malaysia.']));
      const outside = await admin.data<{ list: { allowed: boolean; why: string }[] }>(
        `/v2/ops/users/explain?id=${emailOf('outsider')}&country=ID`,
      );
      expect(new Set(outside.list.map(({ why }) => why))).toEqual(new Set(['Not on the whitelist.']));
    });
  });

  it('changing the administrators of an entity changes their accounts (USER-4, ENT-2)', async () => {
    await admin.data('/opa/users', { body: account('vn.boss@test.example', { entityIds: [entity('VN')] }) });
    const put = (body: unknown) => admin.data<EntityAdminRow>(`/opa/entities/${entity('VN')}`, { method: 'PUT', body });
    expect(await put({ countryAdmins: ['VN.Boss@test.example'] })).toMatchObject({
      countryAdmins: ['vn.boss@test.example'],
    });
    expect(await admin.data('/opa/users/vn.boss@test.example')).toMatchObject({ privilege: 1 });
    expect(await put({ countryAdmins: [] })).toMatchObject({ countryAdmins: [] });
    expect(await admin.data('/opa/users/vn.boss@test.example')).toMatchObject({ privilege: 2 });
    const twice = await admin.call('/opa/entities', { body: { name: 'Again', country: 'VN' } });
    expect(twice.status).toBe(409);
  });

  it('an administrator can view a user’s menu, and the log records who did so', async () => {
    const see = (caller: Caller, id: string, country = 'ID') =>
      caller.call<{ list: MenuNode[] }>('/v2/ops/users/menu', { body: { id, country } });
    const viewer = await world.as('id.viewer');
    const own = await viewer.data<{ list: MenuNode[] }>('/opa/menu');
    const seen = await see(admin, emailOf('id.viewer'));
    expect(seen.body.data).toEqual(own);
    const { list } = await admin.data<{ list: AuditRow[] }>(`/ops/audit-logs/business?code=${ADMINISTRATION}&count=1`);
    expect(list[0]).toMatchObject({
      url: '/api/v2/ops/users/menu',
      email: emailOf('admin'),
      operator_type: 'View',
    });
    expect(JSON.parse(list[0]?.body ?? '')).toEqual({ email: emailOf('id.viewer'), country: 'ID' });
    const told = await world.database.pool.query(`SELECT 1 FROM notify_events WHERE fields::text LIKE '%User Menu%'`);
    expect(told.rowCount).toBe(0);
    expect((await see(admin, emailOf('id.viewer'), 'MY')).body.message).toContain('does not work in Malaysia');
    expect((await see(viewer, emailOf('id.viewer'))).status).toBe(403);
    expect((await see(admin, 'nobody@test.example')).status).toBe(404);
  });

  describe('administering menu modules', () => {
    it('modules can be created, moved (never below themselves), and deleted if empty (USER-6 to USER-8)', async () => {
      const make = (body: unknown) => admin.data<ModuleRow>('/opa/modules', { body });
      const group = await make({ name: 'Group' });
      const page = await make({
        name: 'Page',
        parentId: group.id,
        path: '/carrier/serviceCodes',
        displayWhitelist: ' A@x.example, a@x.example',
      });
      expect(page.displayWhitelist).toBe('a@x.example');
      const put = (id: number, body: unknown) => admin.call<ModuleRow>(`/opa/modules/${id}`, { method: 'PUT', body });
      expect((await put(group.id, { parentId: page.id })).status).toBe(400);
      expect((await put(page.id, { path: 'https://elsewhere.example' })).status).toBe(400);
      expect((await put(page.id, { path: '//elsewhere.example' })).status).toBe(400);
      expect((await put(page.id, { path: '/carrier/serviceCode' })).body.message).toBe(
        'path: the console has no page /carrier/serviceCode. Open the page that you mean and copy its address',
      );
      expect((await put(page.id, { permission: 'channel_management.service_codes' })).body.message).toMatch(
        /^permission: there is no code channel_management\.service_codes\. Use the code of a feature/,
      );
      expect((await admin.call('/opa/modules', { body: { name: 'Typo', path: '/nowhere' } })).status).toBe(400);
      // An entry from an earlier release can be moved unchanged, and corrected step by step.
      await world.database.pool.query(`UPDATE modules SET path = '/former', permission = 'former' WHERE id = $1`, [
        page.id,
      ]);
      expect((await put(page.id, { sort: 5 })).status).toBe(200);
      expect((await put(page.id, { path: '/opsawb/any/page' })).status).toBe(200);
      expect((await put(page.id, { path: '/carrier/serviceCodes', permission: '' })).status).toBe(200);
      expect((await admin.call(`/opa/modules/${group.id}`, { method: 'DELETE' })).status).toBe(409);
      expect((await put(page.id, { status: 1 })).body.data).toMatchObject({ status: 1, version: 5 });
      const { list, count } = await admin.data<{ list: ModuleRow[]; count: number }>('/opa/modules');
      expect([list.some(({ id }) => id === page.id), count]).toEqual([true, 100_000]);
      await admin.data(`/opa/modules/${page.id}`, { method: 'DELETE' });
      await admin.data(`/opa/modules/${group.id}`, { method: 'DELETE' });
      expect((await admin.call(`/opa/modules/${group.id}`)).status).toBe(404);
    });
  });

  it('the whitelist decides who may use the console, and nobody can remove themselves from it (G77)', async () => {
    const viewer = await world.signIn('id.viewer');
    const emails = [emailOf('id.viewer')];
    expect(await admin.data('/v2/ops/whitelist/remove', { body: { emails } })).toEqual({ removed: 1 });
    expect((await viewer.call('/opa/menu')).status).toBe(403);
    expect(await admin.data('/v2/ops/whitelist/add', { body: { emails } })).toEqual({ added: 1 });
    expect((await viewer.call('/opa/menu')).status).toBe(200);
    expect((await admin.call('/v2/ops/whitelist/remove', { body: { emails: [emailOf('admin')] } })).status).toBe(400);
  });

  it('a preview is not logged', async () => {
    const count = async () =>
      (await world.database.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM audit_logs')).rows[0]
        ?.count;
    const before = await count();
    const users = [{ email: 'p@test.example', name: 'P', privilege: 2, entities: ['ID'] }];
    await admin.data('/opa/import/users', { method: 'PUT', body: { preview: true, users } });
    expect(await count()).toBe(before);
  });

  it('a form that was opened before somebody changed country admins or the whitelist elsewhere is refused', async () => {
    const email = 'moved.elsewhere@test.example';
    const { user } = await admin.data<WithLink>('/opa/users', { body: account(email) });
    const opened = await admin.data<EntityAdminRow>(`/opa/entities/${entity('ID')}`);
    const save = (row: EntityAdminRow) => {
      const { name, status, countryAdmins, version } = row;
      return admin.call(`/opa/entities/${row.id}`, { method: 'PUT', body: { name, status, countryAdmins, version } });
    };
    const update = (body: object) => admin.data<UserRow>(`/opa/users/${email}`, { method: 'PUT', body });
    expect((await update({ privilege: 1 })).privilege).toBe(1);
    expect((await save(opened)).status).toBe(409);
    const again = await admin.data<EntityAdminRow>(`/opa/entities/${entity('ID')}`);
    expect(again.countryAdmins).toContain(email);
    expect((await save(again)).status).toBe(200);
    // A change of anything else of the account is none of the entity's.
    await update({ name: 'Renamed' });
    expect(await admin.data<EntityAdminRow>(`/opa/entities/${entity('ID')}`)).toEqual(again);
    await update({ privilege: 2 });
    expect((await save(again)).status).toBe(409);
    expect((await admin.data<UserRow>(`/opa/users/${user.id}`)).privilege).toBe(2);

    const shown = await admin.data<UserRow>(`/opa/users/${user.id}`);
    const { name, version, entityIds } = shown;
    const values = { name, privilege: 2, entityIds, roleIds: [], version };
    await admin.data('/v2/ops/whitelist/remove', { body: { emails: [email] } });
    const refused = await admin.call(`/opa/users/${email}`, { method: 'PUT', body: { ...values, whitelisted: true } });
    expect(refused.status).toBe(409);
    const removed = await admin.data<UserRow>(`/opa/users/${user.id}`);
    expect(removed.whitelisted).toBe(false);
    await admin.data('/v2/ops/whitelist/add', { body: { emails: [email] } });
    const late = { ...values, version: removed.version, whitelisted: false };
    expect((await admin.call(`/opa/users/${email}`, { method: 'PUT', body: late })).status).toBe(409);
  });

  it('an update that changes nothing raises no version and is not logged', async () => {
    const { user } = await admin.data<WithLink>('/opa/users', { body: account('same@test.example') });
    const role = await admin.data<RoleRow>('/v2/ops/roles', {
      body: { entityId: entity('ID'), name: 'Same', codes: [`${CODE}.read`, `${CODE}.write`] },
    });
    const modules = (await admin.data<{ list: ModuleRow[] }>('/opa/modules')).list;
    const [module] = modules.filter(({ parentId }) => parentId === 0);
    const [, after] = modules.filter(({ parentId }) => parentId === 0);
    const own = (await admin.data<{ list: EntityAdminRow[] }>('/opa/entities')).list[0];
    const logs = async () =>
      (await world.database.pool.query<{ id: number }>('SELECT max(id) AS id FROM audit_logs')).rows[0]?.id;
    const before = await logs();
    const put = (path: string, body: object) => admin.data<unknown>(path, { method: 'PUT', body });
    const { version, name, privilege, category, entityIds, whitelisted } = user;
    const values = { name, privilege, category, entityIds, roleIds: [], whitelisted, version };
    expect(await put('/opa/users/same@test.example', values)).toMatchObject({ version });
    expect(await put(`/opa/modules/${module?.id}`, { ...module })).toMatchObject({ version: module?.version });
    const place = { id: module?.id, parentId: 0, before: after?.id };
    expect(await admin.data('/v2/ops/modules/move', { body: place })).toMatchObject({ version: module?.version });
    const { countryAdmins, status } = own as EntityAdminRow;
    expect(await put(`/opa/entities/${own?.id}`, { name: own?.name, status, countryAdmins })).toMatchObject({
      version: own?.version,
    });
    const codes = role.codes.toReversed();
    const edited = await admin.data('/v2/ops/roles/update', { body: { id: role.id, name: 'Same', codes } });
    expect(edited).toMatchObject({ role: { version: role.version } });
    expect(await admin.data('/v2/ops/whitelist/add', { body: { emails: [user.email] } })).toEqual({ added: 0 });
    const nobody = { emails: ['nobody@test.example'] };
    expect(await admin.data('/v2/ops/whitelist/remove', { body: nobody })).toEqual({ removed: 0 });
    const users = [{ email: user.email, name, privilege, entities: ['ID'] }];
    expect(await put('/opa/import/users', { users })).toMatchObject({ rows: [{ result: 'unchanged' }] });
    expect(await logs()).toBe(before);
    const disabled = await admin.data<UserRow>('/opa/users/same@test.example', { method: 'DELETE' });
    const again = await admin.data<UserRow>('/opa/users/same@test.example', { method: 'DELETE' });
    expect(again.version).toBe(disabled.version);
  });

  it('an administrative change is logged with the values before and after it', async () => {
    await admin.data('/opa/users', { body: account('logged@test.example') });
    const { rows } = await world.database.pool.query<{ after: string; email: string }>(
      "SELECT after, email FROM audit_logs WHERE url = '/api/opa/users' ORDER BY id DESC LIMIT 1",
    );
    expect(rows[0]?.email).toBe(emailOf('admin'));
    expect(JSON.stringify(rows[0]?.after)).toContain('logged@test.example');
  });
});

it('a password that a person sets is hashed at the product’s cost, not at that of the other tests', async () => {
  const world = await createWorld('embedded', { passwordCost: undefined });
  try {
    const admin = await world.as('admin');
    const body = { email: 'own@test.example', name: 'Own', privilege: 1, entityIds: [1], roleIds: [] };
    const { passwordLink } = await admin.data<WithLink>('/opa/users', { body });
    const token = new URLSearchParams((passwordLink ?? '').split('?')[1]).get('token');
    await world.anonymous.data('/v2/ops/password', { body: { token, password: NEW_PASSWORD } });
    const { rows } = await world.database.pool.query('SELECT password_hash AS hash FROM users WHERE email = $1', [
      body.email,
    ]);
    expect(rows).toEqual([{ hash: expect.stringMatching(/^scrypt\$32768\$8\$3\$/) as string }]);
  } finally {
    await world.close();
  }
});
