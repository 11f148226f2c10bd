import { afterAll, beforeAll, expect, it } from 'vitest';
import { areasCsv, callImport, uploadForm } from '../../../../tests/support/importing.ts';
import {
  Caller,
  CHANNEL,
  createWorld,
  emailOf,
  PASSWORD,
  STREET,
  type PersonName,
  type World,
} from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import { isForScripts, type ApiToken, type OwnSession, type SignIn } from '../../../contract/access.ts';
import type { AuditRow } from '../../../contract/audit.ts';
import type { CallDefinition } from '../../../contract/call.ts';
import { EVERY_CALL } from '../../../contract/everyCall.ts';
import type { RecordChange } from '../../../contract/history.ts';
import type { SessionInfo } from '../../../contract/session.ts';
import { FEATURE } from '../../../domain/permission.ts';
import { TOKEN_REQUESTS, WRONG_TOKENS } from '../../auth/tokens.ts';

const READ = `${FEATURE.serviceableArea}.read`;
const WRITE = `${FEATURE.serviceableArea}.write`;
const LIST = `/channelLocationService?channelId=${CHANNEL.first}&type=0`;

interface Access {
  sessions: OwnSession[];
  tokens: ApiToken[];
  rights: { entity: string; codes: string[] }[];
}

/** The path of a call, with a value for each of its parameters. */
const pathOf = ({ path }: CallDefinition): string => path.replace(/\{\w+\}/g, '1');

describeOnEach("a person's own access", kind => {
  let world: World;
  let now = Date.UTC(2026, 0, 5, 8);
  beforeAll(async () => {
    world = await createWorld(kind, { now: () => now });
  });
  afterAll(() => world.close());

  const signIn = async (name: PersonName, agent: string): Promise<Caller> => {
    const caller = new Caller(world.app);
    const answer = await caller.call('/login', {
      body: { email: emailOf(name), password: PASSWORD },
      headers: { 'user-agent': agent },
    });
    caller.cookie = String(answer.raw.headers['set-cookie']).split(';')[0] ?? null;
    return caller;
  };
  const access = (caller: Caller) => caller.data<Access>('/v2/ops/access');
  const make = async (caller: Caller, input: object): Promise<{ token: string; created: ApiToken }> =>
    caller.data('/v2/ops/access/tokens/create', {
      body: { name: `script ${Math.random()}`, codes: [READ], entities: ['ID'], days: 30, ...input },
    });
  const script = (token: string) => ({
    call: <T = unknown>(path: string, options: { body?: unknown; method?: 'GET' | 'POST' | 'PUT' | 'DELETE' } = {}) =>
      new Caller(world.app).call<T>(path, { ...options, headers: { authorization: `Bearer ${token}` } }),
  });

  it('sessions are listed, the current one is marked, and either one or all others can be ended', async () => {
    const here = await signIn('id.viewer', 'Here/1');
    now += 60_000;
    const there = await signIn('id.viewer', 'There/1');
    const third = await signIn('id.viewer', 'Third/1');
    const { sessions } = await access(here);
    expect(sessions.map(({ agent, current, address }) => [agent, current, address])).toEqual([
      ['Here/1', true, '127.0.0.1'],
      ['Third/1', false, '127.0.0.1'],
      ['There/1', false, '127.0.0.1'],
    ]);
    const id = sessions.find(({ agent }) => agent === 'There/1')?.id;
    expect(await here.data('/v2/ops/access/sessions/end', { body: { id } })).toEqual({ ended: 1 });
    expect((await there.call('/v2/ops/session')).status).toBe(401);
    expect((await third.call('/v2/ops/session')).status).toBe(200);
    expect((await here.call('/v2/ops/access/sessions/end', { body: { id } })).status).toBe(404);
    await signIn('id.viewer', 'Fourth/1');
    expect(await here.data('/v2/ops/access/sessions/end', { body: {} })).toEqual({ ended: 2 });
    expect((await third.call('/v2/ops/session')).status).toBe(401);
    expect((await access(here)).sessions).toHaveLength(1);
  });

  it('other people’s sessions and tokens are never shown and cannot be ended', async () => {
    const mine = await signIn('id.viewer', 'Mine/1');
    const other = await signIn('id.editor', 'Other/1');
    const [session] = (await access(other)).sessions;
    const { created } = await make(other, {});
    expect((await mine.call('/v2/ops/access/sessions/end', { body: { id: session?.id } })).status).toBe(404);
    expect((await mine.call('/v2/ops/access/tokens/revoke', { body: { id: created.id } })).status).toBe(404);
    const seen = await access(mine);
    expect(seen.sessions.some(({ agent }) => agent === 'Other/1')).toBe(false);
    expect(seen.tokens.some(({ id }) => id === created.id)).toBe(false);
    expect((await other.call('/v2/ops/session')).status).toBe(200);
  });

  it('the sign-in history shows reason, time and address, and counts repetitions', async () => {
    const attempt = (password: string) =>
      world.anonymous.call('/login', {
        body: { email: emailOf('my.editor'), password },
        headers: { 'user-agent': 'History/1' },
      });
    await attempt('wrong');
    now += 60_000;
    await attempt('wrong too');
    await world.database.pool.query('UPDATE users SET status = 1 WHERE email = $1', [emailOf('my.editor')]);
    await attempt(PASSWORD);
    await world.database.pool.query('UPDATE users SET status = 0 WHERE email = $1', [emailOf('my.editor')]);
    for (let more = 0; more < 9; more++) await attempt('wrong');
    now += 16 * 60_000;
    const person = await signIn('my.editor', 'History/1');
    const { list } = await person.data<{ list: SignIn[] }>('/v2/ops/access/sign-ins');
    expect(list.map(({ outcome, count, address, way }) => [outcome, count, address, way]).toSorted()).toEqual(
      [
        ['in', 1, '127.0.0.1', 'password'],
        ['tooMany', 2, '127.0.0.1', 'password'],
        ['disabled', 1, '127.0.0.1', 'password'],
        ['wrongPassword', 9, '127.0.0.1', 'password'],
      ].toSorted(),
    );
    const wrong = list.find(({ outcome }) => outcome === 'wrongPassword');
    expect((wrong?.lastAt ?? 0) - (wrong?.at ?? 0)).toBe(60);
    expect(JSON.stringify(list)).not.toContain('wrong too');
    const other = await signIn('id.viewer', 'History/2');
    const own = await other.data<{ list: SignIn[] }>('/v2/ops/access/sign-ins');
    expect(own.list.some(({ agent }) => agent === 'History/1')).toBe(false);
  });

  it('a token is shown once, stored as a hash, and never logged', async () => {
    const person = await signIn('id.editor', 'Maker/1');
    const { token, created } = await make(person, { name: 'Nightly', codes: [READ, WRITE] });
    expect(token).toMatch(/^opst_[\w-]{43}$/);
    expect(created).toMatchObject({ name: 'Nightly', codes: [READ, WRITE], entities: ['ID'], seenAt: null });
    await script(token).call(LIST);
    const { tokens } = await access(person);
    expect(tokens.find(({ id }) => id === created.id)).toMatchObject({
      seenAt: Math.floor(now / 1000),
      seenAddress: '127.0.0.1',
    });
    for (const table of ['api_tokens', 'audit_logs', 'sign_ins', 'idempotency_keys', 'sessions']) {
      const { rows } = await world.database.pool.query(`SELECT * FROM ${table}`);
      expect(JSON.stringify(rows)).not.toContain(token);
    }
    const logged = await world.database.pool.query<{ body: string; email: string }>(
      `SELECT body, email FROM audit_logs WHERE url LIKE '%tokens/create' ORDER BY id DESC LIMIT 1`,
    );
    expect(logged.rows[0]?.email).toBe(emailOf('id.editor'));
    expect(JSON.parse(logged.rows[0]?.body ?? '')).toMatchObject({ name: 'Nightly', entities: 'ID' });
    const again = await person.call('/v2/ops/access/tokens/create', {
      body: { name: 'Nightly', codes: [READ], entities: ['ID'], days: 1 },
    });
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('"Nightly"')]);
  });

  it('a token cannot have a permission that the person lacks, and the error names the permission', async () => {
    const person = await signIn('id.viewer', 'Viewer/1');
    const refused = async (input: object) => {
      const answer = await person.call('/v2/ops/access/tokens/create', {
        body: { name: 'x', codes: [READ], entities: ['ID'], days: 1, ...input },
      });
      return [answer.status, answer.body.message];
    };
    expect(await refused({ codes: [READ, WRITE] })).toEqual([403, expect.stringContaining(WRITE)]);
    expect(await refused({ entities: ['ID', 'MY'] })).toEqual([403, expect.stringContaining('Malaysia')]);
    for (const input of [{ days: 0 }, { days: 366 }, { codes: [] }, { entities: [] }, { name: ' ' }])
      expect((await refused(input))[0]).toBe(400);
    expect((await access(person)).tokens.some(({ name }) => name === 'x')).toBe(false);
  });

  it('a token’s rights are limited to those of its person, and change when the person’s do', async () => {
    const person = await signIn('id.editor', 'Rights/1');
    const reader = script((await make(person, { codes: [READ] })).token);
    const writer = script((await make(person, { codes: [READ, WRITE] })).token);
    const ALL = { canDeliver: true, canCOD: true, canPickup: true, canCODPickup: true };
    const update = { channelId: CHANNEL.first, type: 0, locationId: STREET, ...ALL };
    const write = (who: typeof reader) =>
      who.call('/channelLocationService/update', { body: { ...update, version: 1 } });
    expect((await reader.call(LIST)).status).toBe(200);
    const refused = await write(reader);
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining(WRITE)]);
    expect((await write(writer)).status).toBe(200);
    const info = await reader.call<SessionInfo>('/v2/ops/session');
    expect(info.body.data).toMatchObject({ privilege: 2, codesByEntity: { ID: [READ] } });

    const { rows } = await world.database.pool.query<{ codes: string[] }>(
      `SELECT r.codes FROM roles r JOIN entities e ON e.id = r.entity_id WHERE r.name = 'editor' AND e.country = 'ID'`,
    );
    const set = (codes: string[]) =>
      world.database.pool.query(
        `UPDATE roles SET codes = $1 WHERE name = 'editor' AND entity_id = (SELECT id FROM entities WHERE country = 'ID')`,
        [codes],
      );
    await set((rows[0]?.codes ?? []).filter(code => !code.startsWith(FEATURE.serviceableArea)));
    expect((await write(writer)).status).toBe(403);
    await set(rows[0]?.codes ?? []);
    // The version in the input has been stale since the first write.
    expect((await write(writer)).status).toBe(409);
  });

  it('the log and the history name the token with which a write was made, including an import', async () => {
    const person = await signIn('id.editor', 'Logged/1');
    const { token } = await make(person, { name: 'Night sync', codes: [READ, WRITE] });
    const logged = async () =>
      (await person.data<{ list: AuditRow[] }>(`/ops/audit-logs/business?code=${FEATURE.serviceableArea}&count=2`))
        .list;
    const key = { channelId: CHANNEL.first, type: 0, locationId: STREET };
    const FLAGS = { canDeliver: true, canCOD: false, canPickup: true, canCODPickup: false };
    await script(token).call('/channelLocationService/update', { body: { ...key, ...FLAGS } });
    expect((await logged())[0]).toMatchObject({ email: emailOf('id.editor'), token: 'Night sync' });
    await person.data('/channelLocationService/update', { body: { ...key, ...FLAGS, canCOD: true } });
    expect((await logged())[0]).toMatchObject({ email: emailOf('id.editor'), token: null });

    const file = areasCsv([[CHANNEL.first, 'Standard', STREET, 'No', 'No', 'No', 'Yes', '']]);
    const night = { authorization: `Bearer ${token}` };
    const url = await uploadForm(new Caller(world.app), file, 'areas.csv', night);
    const imported = await callImport(new Caller(world.app), { fileUrlList: [url] }, night);
    expect(imported.body.data).toMatchObject({ state: 'applied' });
    expect((await logged())[0]).toMatchObject({ operator_type: 'Import', token: 'Night sync' });
    const history = `/v2/ops/history?collection=channelLocations&key=${CHANNEL.first}/${STREET}/0`;
    const { list } = await person.data<{ list: RecordChange[] }>(history);
    expect(list.slice(0, 3).map(change => change.token)).toEqual(['Night sync', null, 'Night sync']);
  });

  it('an administrator’s token has no administrator rights and is limited to its countries', async () => {
    const admin = await signIn('admin', 'Admin/1');
    const own = script((await make(admin, { codes: [READ], entities: ['ID'] })).token);
    expect((await own.call('/opa/users')).status).toBe(403);
    expect((await own.call('/v2/ops/system')).status).toBe(403);
    expect((await own.call('/opa/menu?entity=MY')).status).toBe(403);
    expect((await own.call('/opa/menu')).status).toBe(200);
    const malaysia = `/channelLocationService?channelId=${CHANNEL.malaysia}&type=0&entity=MY`;
    expect((await own.call(malaysia)).status).toBe(403);
    expect((await admin.data<{ total: number }>(malaysia)).total).toBe(1);
  });

  it('calls that only people may make do not accept tokens', async () => {
    const person = await signIn('admin', 'Calls/1');
    const own = script((await make(person, {})).token);
    const closed = EVERY_CALL.filter(call => call.permission !== 'public' && !isForScripts(call));
    expect(closed.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['access.createToken', 'session.logout', 'users.create', 'views.add']),
    );
    for (const call of closed) {
      const answer = await own.call(pathOf(call), {
        method: call.method,
        ...(call.method === 'GET' ? {} : { body: {} }),
      });
      expect([call.id, answer.status, answer.body.message]).toEqual([
        call.id,
        403,
        'An API token may not do this. Sign in to Ops Portal to do it.',
      ]);
    }
    const stream = await own.call('/v2/ops/events?entity=ID');
    expect(stream.status).toBe(403);
    // The same applies to writes that are sent together with others.
    const writes = closed.filter(({ write }) => write !== undefined).map(({ id }) => id);
    expect(writes).toEqual(expect.arrayContaining(['views.add', 'views.delete']));
    const view = { screen: 'x', path: '/x', name: 'Mine', shared: false, query: '', looks: '' };
    const together = await own.call<{ items: { status: number; reply: { message: string } }[] }>('/v2/ops/writes', {
      body: {
        writes: writes.map(call => ({
          call,
          key: crypto.randomUUID(),
          input: { ...view, id: crypto.randomUUID() },
        })),
      },
    });
    const refused = [403, 'An API token may not do this. Sign in to Ops Portal to do it.'];
    expect(together.body.data?.items.map(({ status, reply }) => [status, reply.message])).toEqual(
      writes.map(() => refused),
    );
  });

  it('a revoked or expired token, or a disabled person’s, is refused, and the cookie is not used instead', async () => {
    const person = await signIn('my.editor', 'End/1');
    const first = await make(person, { entities: ['MY'], days: 1 });
    const second = await make(person, { entities: ['MY'], days: 1 });
    const status = async (token: string, cookie?: string) =>
      (
        await world.anonymous.call('/v2/ops/session', {
          headers: { authorization: `Bearer ${token}`, ...(cookie ? { cookie } : {}) },
        })
      ).status;
    expect(await status(first.token)).toBe(200);
    await person.data('/v2/ops/access/tokens/revoke', { body: { id: first.created.id } });
    expect(await status(first.token)).toBe(401);
    expect(await status(first.token, person.cookie ?? '')).toBe(401);
    expect(await status('opst_wrong', person.cookie ?? '')).toBe(401);
    // A bearer token that was not issued here, such as a proxy's, is ignored.
    expect(await status('eyJhbGciOi', person.cookie ?? '')).toBe(200);
    expect(await status('eyJhbGciOi')).toBe(401);
    expect(await status(second.token)).toBe(200);
    await world.database.pool.query('UPDATE users SET status = 1 WHERE email = $1', [emailOf('my.editor')]);
    expect(await status(second.token)).toBe(401);
    await world.database.pool.query('UPDATE users SET status = 0 WHERE email = $1', [emailOf('my.editor')]);
    now += 24 * 3600_000;
    expect(await status(second.token)).toBe(401);
    const { list } = await (await signIn('my.editor', 'End/2')).data<{ list: SignIn[] }>('/v2/ops/access/sign-ins');
    expect(list.filter(({ way }) => way === 'token').map(({ outcome }) => outcome)).toEqual(['expired', 'in', 'in']);
  });

  it('requests from another site are refused, with or without a token', async () => {
    const person = await signIn('id.editor', 'Csrf/1');
    const { token } = await make(person, { codes: [READ, WRITE] });
    const answer = await world.anonymous.call('/channelLocationService/update', {
      body: {},
      headers: { authorization: `Bearer ${token}`, origin: 'https://evil.example' },
    });
    expect([answer.status, answer.body.message]).toEqual([403, expect.stringContaining('another site')]);
  });

  it('the number of requests per token and of invalid tokens per address is limited', async () => {
    now += 120_000;
    const { token } = await make(await signIn('id.editor', 'Limit/1'), {});
    const ask = (bearer: string) => script(bearer).call('/v2/ops/session');
    for (let at = 0; at < TOKEN_REQUESTS; at++) expect((await ask(token)).status).toBe(200);
    const over = await ask(token);
    expect([over.status, over.raw.headers['retry-after']]).toEqual([429, '60']);
    now += 60_000;
    expect((await ask(token)).status).toBe(200);
    for (let at = 0; at < WRONG_TOKENS; at++) expect((await ask('opst_guess')).status).toBe(401);
    expect((await ask('opst_guess')).status).toBe(429);
    expect((await ask(token)).status).toBe(429);
    now += 60_000;
    expect((await ask(token)).status).toBe(200);
  });

  it('tokens are revoked when an administrator ends the sessions of their person', async () => {
    const admin = await signIn('admin', 'Ends/1');
    const person = await signIn('id.viewer', 'Ends/2');
    const { token } = await make(person, {});
    await admin.data('/v2/ops/users/end-sessions', { body: { id: emailOf('id.viewer') } });
    expect((await script(token).call('/v2/ops/session')).status).toBe(401);
  });
});
