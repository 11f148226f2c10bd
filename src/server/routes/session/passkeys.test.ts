import { afterAll, beforeAll, expect, it } from 'vitest';
import { SoftAuthenticator } from '../../../../tests/support/authenticator.ts';
import { Caller, createWorld, emailOf, PASSWORD, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { Passkey, SignIn } from '../../../contract/access.ts';
import { PASSKEY_NEEDED, type SessionInfo } from '../../../contract/session.ts';

const ORIGIN = 'http://localhost';

describeOnEach('passkeys of administrators', kind => {
  let world: World;
  let now = Date.UTC(2026, 0, 5, 8);
  let admin: Caller;
  const key = new SoftAuthenticator(ORIGIN);
  beforeAll(async () => {
    world = await createWorld(kind, { now: () => now });
    admin = await world.as('admin');
  });
  afterAll(() => world.close());

  const cookiesOf = (headers: Record<string, unknown>, name: string): string | undefined =>
    [headers['set-cookie'] ?? []]
      .flat()
      .map(line => String(line).split(';')[0] ?? '')
      .find(own => own.startsWith(name));
  const register = async (name: string, own: SoftAuthenticator) => {
    const { options } = await admin.data<{ options: string }>('/v2/ops/access/passkeys/begin', { body: {} });
    return admin.call<Passkey>('/v2/ops/access/passkeys/add', { body: { name, response: own.register(options) } });
  };
  /** Completes the first step. Returns its reply, and a caller with the cookie that it set. */
  const first = async () => {
    const answer = await world.anonymous.call('/login', { body: { email: emailOf('admin'), password: PASSWORD } });
    const caller = new Caller(world.app, cookiesOf(answer.raw.headers, 'ops_second') ?? null);
    return { answer, caller };
  };
  const optionsOf = async (caller: Caller): Promise<string> =>
    (await caller.data<{ options: string }>('/v2/ops/sign-in/passkey/options', { body: {} })).options;
  const finish = (caller: Caller, response: string) =>
    caller.call<SessionInfo>('/v2/ops/sign-in/passkey', { body: { response } });

  it('only administrators can have passkeys, and registering one requires a challenge from the server', async () => {
    const editor = await world.as('id.editor');
    expect((await editor.call('/v2/ops/access/passkeys/begin', { body: {} })).status).toBe(403);
    const { options } = await admin.data<{ options: string }>('/v2/ops/access/passkeys/begin', { body: {} });
    const elsewhere = new SoftAuthenticator('https://evil.example');
    const refused = await admin.call('/v2/ops/access/passkeys/add', {
      body: { name: 'Evil', response: elsewhere.register(options) },
    });
    expect(refused.status).toBe(400);
    for (const response of ['{}', 'no JSON', '{"id":"x"}', 'null']) {
      await admin.data('/v2/ops/access/passkeys/begin', { body: {} });
      const answer = await admin.call('/v2/ops/access/passkeys/add', { body: { name: 'x', response } });
      expect(answer.status).toBe(400);
    }
    expect(await admin.data('/v2/ops/access/passkeys')).toEqual({ list: [] });
    expect((await first()).answer.status).toBe(200);
  });

  it('passkeys are registered with a name and are required from then on', async () => {
    const added = await register('Blue key', key);
    expect(added.body.data).toMatchObject({ name: 'Blue key', usedAt: null });
    expect((await register('Blue key', new SoftAuthenticator(ORIGIN))).status).toBe(409);
    expect((await register('Another', key)).status).toBe(409);
    const { options } = await admin.data<{ options: string }>('/v2/ops/access/passkeys/begin', { body: {} });
    const spare = new SoftAuthenticator(ORIGIN);
    const response = spare.register(options);
    const { data } = (await admin.call<Passkey>('/v2/ops/access/passkeys/add', { body: { name: 'Spare', response } }))
      .body;
    expect((await admin.call('/v2/ops/access/passkeys/add', { body: { name: 'x', response } })).status).toBe(400);
    await admin.data('/v2/ops/access/passkeys/remove', { body: { id: data?.id } });
    const { answer, caller } = await first();
    expect([answer.status, answer.body.retcode]).toEqual([403, PASSKEY_NEEDED]);
    expect(cookiesOf(answer.raw.headers, 'ops_session')).toBeUndefined();
    expect((await caller.call('/v2/ops/session')).status).toBe(401);
    const done = await finish(caller, key.use(await optionsOf(caller)));
    expect(done.body.data?.email).toBe(emailOf('admin'));
    const session = new Caller(world.app, cookiesOf(done.raw.headers, 'ops_session') ?? null);
    expect((await session.call('/v2/ops/session')).status).toBe(200);
    const { list } = await session.data<{ list: Passkey[] }>('/v2/ops/access/passkeys');
    expect(list).toEqual([expect.objectContaining({ name: 'Blue key', usedAt: Math.floor(now / 1000) })]);
    const wrong = await world.anonymous.call('/login', { body: { email: emailOf('admin'), password: 'wrong' } });
    expect([wrong.status, wrong.body.retcode]).toEqual([401, 401]);
  });

  it('of a passkey and its copy, used at the same time, only one can sign in', async () => {
    const [one, other] = [(await first()).caller, (await first()).caller];
    const [here, there] = [await optionsOf(one), await optionsOf(other)];
    const signed = key.use(here);
    key.counter -= 1;
    const copied = key.use(there);
    const answers = await Promise.all([finish(one, signed), finish(other, copied)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect(answers.find(({ status }) => status === 403)?.body.message).toContain('may have been copied');
  });

  it('a passkey challenge is accepted once, and a wrong key or origin or an old counter is refused', async () => {
    const { caller } = await first();
    const used = key.use(await optionsOf(caller));
    expect((await finish(caller, used)).status).toBe(200);
    expect((await finish(caller, used)).status).toBe(403);

    const second = (await first()).caller;
    const stranger = new SoftAuthenticator(ORIGIN);
    const foreign = await finish(second, stranger.use(await optionsOf(second)));
    expect([foreign.status, foreign.body.message]).toEqual([
      403,
      expect.stringContaining('does not belong to your account'),
    ]);
    // After an invalid response, a new challenge must be requested.
    const stale = await optionsOf(second);
    const invalid = await finish(second, '{}');
    expect([invalid.status, invalid.body.message]).toEqual([403, expect.stringContaining('could not be verified')]);
    expect((await finish(second, key.use(stale))).status).toBe(403);
    const count = key.counter;
    key.counter = 0;
    const copied = await finish(second, key.use(await optionsOf(second)));
    expect([copied.status, copied.body.message]).toEqual([403, expect.stringContaining('may have been copied')]);
    key.counter = count;
    expect((await finish(second, key.use(await optionsOf(second)))).status).toBe(200);

    const third = (await first()).caller;
    for (let tries = 0; tries < 5; tries++) {
      await optionsOf(third);
      expect((await finish(third, '{}')).status).toBe(403);
    }
    expect((await third.call('/v2/ops/sign-in/passkey/options', { body: {} })).status).toBe(403);

    const late = (await first()).caller;
    const options = await optionsOf(late);
    now += 301_000;
    expect((await finish(late, key.use(options))).body.message).toContain('took too long');
    expect((await world.anonymous.call('/v2/ops/sign-in/passkey/options', { body: {} })).status).toBe(403);
    const { list } = await admin.data<{ list: SignIn[] }>('/v2/ops/access/sign-ins');
    expect(list.some(({ outcome }) => outcome === 'wrongPasskey')).toBe(true);
  });

  it('passkeys can be removed only by their person or another System Admin, and removals are logged', async () => {
    const { list } = await admin.data<{ list: Passkey[] }>('/v2/ops/access/passkeys');
    const id = list[0]?.id;
    const renamed = await admin.data<Passkey>('/v2/ops/access/passkeys/rename', { body: { id, name: 'Green key' } });
    expect(renamed.name).toBe('Green key');
    const editor = await world.as('id.editor');
    const recover = (caller: Caller) =>
      caller.call('/v2/ops/users/remove-passkeys', { body: { id: emailOf('admin') } });
    expect((await recover(editor)).status).toBe(403);
    expect((await recover(admin)).status).toBe(403);
    expect((await first()).answer.status).toBe(403);
    await world.database.pool.query('UPDATE users SET privilege = 1 WHERE email = $1', [emailOf('my.editor')]);
    const other = await world.as('my.editor');
    expect((await recover(other)).status).toBe(403);
    await world.database.pool.query('UPDATE users SET privilege = 0 WHERE email = $1', [emailOf('my.editor')]);
    const done = await recover(other);
    expect([done.status, done.body.data]).toMatchObject([200, { email: emailOf('admin'), passkeys: 0 }]);
    expect((await recover(other)).status).toBe(404);
    expect((await first()).answer.status).toBe(200);
    await register('Third', new SoftAuthenticator(ORIGIN));
    const [own] = (await admin.data<{ list: Passkey[] }>('/v2/ops/access/passkeys')).list;
    expect((await other.call('/v2/ops/access/passkeys/remove', { body: { id: own?.id } })).status).toBe(404);
    await admin.data('/v2/ops/access/passkeys/remove', { body: { id: own?.id } });
    expect((await first()).answer.status).toBe(200);
    const gone = new SoftAuthenticator(ORIGIN);
    await register('Gone', gone);
    const waiting = (await first()).caller;
    await optionsOf(waiting);
    const [last] = (await admin.data<{ list: Passkey[] }>('/v2/ops/access/passkeys')).list;
    await admin.data('/v2/ops/access/passkeys/remove', { body: { id: last?.id } });
    const nothing = await waiting.call('/v2/ops/sign-in/passkey/options', { body: {} });
    expect([nothing.status, nothing.body.message]).toEqual([403, expect.stringContaining('no longer has a passkey')]);
    const { rows } = await world.database.pool.query<{ url: string; email: string }>(
      `SELECT url, email FROM audit_logs WHERE url LIKE '%passkeys%' ORDER BY id`,
    );
    expect(rows.map(({ url, email }) => [url.split('/').at(-1), email])).toEqual([
      ['add', emailOf('admin')],
      ['add', emailOf('admin')],
      ['remove', emailOf('admin')],
      ['rename', emailOf('admin')],
      ['remove-passkeys', emailOf('my.editor')],
      ['add', emailOf('admin')],
      ['remove', emailOf('admin')],
      ['add', emailOf('admin')],
      ['remove', emailOf('admin')],
    ]);
  });

  it('ending a person’s sessions also ends a sign-in that waits for the passkey', async () => {
    await register('Fourth', new SoftAuthenticator(ORIGIN));
    const { caller } = await first();
    await optionsOf(caller);
    const chief = await world.as('my.editor');
    await chief.data('/v2/ops/users/end-sessions', { body: { id: emailOf('admin') } });
    const answer = await caller.call('/v2/ops/sign-in/passkey/options', { body: {} });
    expect([answer.status, answer.body.message]).toEqual([403, expect.stringContaining('took too long')]);
  });
});
