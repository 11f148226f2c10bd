import type { AddressInfo } from 'node:net';
import { createSign, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { IdentityProvider, Jar } from '../../../../tests/support/identityProvider.ts';
import { Caller, createWorld, emailOf, type World } from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { OwnSession, SignIn } from '../../../contract/access.ts';
import type { SessionInfo } from '../../../contract/session.ts';

const ORIGIN = 'http://localhost';
const CALLBACK = `${ORIGIN}/api/oidc/callback`;
const OWN = { 'x-ops-contract': '1' };

describeOnEach('signing in at an identity provider', kind => {
  const provider = new IdentityProvider();
  let world: World;
  beforeAll(async () => {
    await provider.listen();
    world = await createWorld(kind, {
      config: {
        clientDir: undefined,
        baseUrl: undefined,
        secure: false,
        trustProxy: false,
        tracker: false,
        oidc: provider.settings,
      },
    });
    await world.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = world.app.server.address() as AddressInfo;
    provider.register(ORIGIN, `http://127.0.0.1:${port}/api/oidc/backchannel-logout`);
  });
  afterAll(async () => {
    await world.close();
    await provider.close();
  });
  beforeEach(() => {
    provider.people.clear();
    provider.people.set('sub-editor', { email: emailOf('id.editor'), email_verified: true, name: 'Editor' });
    provider.person = 'sub-editor';
  });

  const cookiesOf = (headers: Record<string, unknown>): string[] =>
    [headers['set-cookie'] ?? []].flat().map(line => String(line).split(';')[0] ?? '');
  /** Starts to sign in, as the button does. */
  const begin = async (redirect = '/queue') => {
    const answer = await world.anonymous.call(`/oidc/start?redirect=${encodeURIComponent(redirect)}`);
    const [cookie = ''] = cookiesOf(answer.raw.headers);
    return { status: answer.status, url: String(answer.raw.headers['location']), cookie };
  };
  /** Returns from the provider, as the provider's redirect does. */
  const comeBack = async (address: string, cookie: string) => {
    const url = new URL(address);
    const raw = await world.app.inject({ url: url.pathname + url.search, headers: { cookie } });
    const session = cookiesOf(raw.headers).find(own => own.startsWith('ops_session'));
    return { status: raw.statusCode, to: String(raw.headers.location), session };
  };
  const signIn = async (jar = new Jar(), redirect?: string) => {
    const { url, cookie } = await begin(redirect);
    return comeBack(await provider.visit(url, jar, CALLBACK), cookie);
  };
  const callerOf = (session: string | undefined): Caller => {
    const caller = new Caller(world.app);
    caller.cookie = session ?? null;
    return caller;
  };

  it('the sign-in page offers the identity provider only if it is configured', async () => {
    expect(await world.anonymous.data('/v2/ops/sign-in')).toEqual({ oidc: { name: 'Example' } });
    const without = await createWorld(kind);
    expect(await without.anonymous.data('/v2/ops/sign-in')).toEqual({ oidc: null });
    expect((await without.anonymous.call('/oidc/start')).status).toBe(404);
    expect((await without.anonymous.call('/oidc/callback?code=x&state=y')).status).toBe(404);
    await without.close();
  });

  it('signing in redirects to the provider with a new PKCE challenge, state and nonce each time', async () => {
    const first = await begin();
    const asked = new URL(first.url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: 'ops',
      response_type: 'code',
      redirect_uri: CALLBACK,
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
    const second = new URL((await begin()).url).searchParams;
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
      expect(second.get(name)).not.toBe(asked.get(name));
    }
  });

  it('the account with the verified e-mail is signed in, and the person is sent to the requested page', async () => {
    const { status, to, session } = await signIn();
    expect({ status, to, faults: provider.faults }).toEqual({
      status: 302,
      to: '/login?redirect=%2Fqueue',
      faults: [],
    });
    const caller = callerOf(session);
    const info = await caller.data<SessionInfo>('/v2/ops/session');
    expect(info.email).toBe(emailOf('id.editor'));
    const { sessions } = await caller.data<{ sessions: OwnSession[] }>('/v2/ops/access');
    expect(sessions.find(({ current }) => current)?.way).toBe('oidc');
    const { list } = await caller.data<{ list: SignIn[] }>('/v2/ops/access/sign-ins');
    expect(list[0]).toMatchObject({ outcome: 'in', way: 'oidc' });
    expect((await signIn(new Jar(), 'https://evil.example/')).to).toBe('/login');
  });

  it.each([
    ['a different state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43)), 'again'],
    ['a forged code', (url: URL) => url.searchParams.set('code', 'x'.repeat(43)), 'refused'],
    ['a different issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example'), 'refused'],
  ])('a provider response with %s is refused', async (_, change, problem) => {
    const { url, cookie } = await begin();
    const address = new URL(await provider.visit(url, new Jar(), CALLBACK));
    change(address);
    const answer = await comeBack(address.href, cookie);
    expect([answer.to, answer.session]).toEqual([`/login?redirect=%2Fqueue&problem=${problem}`, undefined]);
  });

  it.each(['nonce', 'verifier'])('a response whose %s differs from the one sent is refused', async name => {
    const { url, cookie } = await begin();
    const address = await provider.visit(url, new Jar(), CALLBACK);
    const [key = '', value = ''] = cookie.split('=');
    const attempt = JSON.parse(Buffer.from(value, 'base64url').toString()) as Record<string, string>;
    attempt[name] = 'y'.repeat(43);
    const other = `${key}=${Buffer.from(JSON.stringify(attempt)).toString('base64url')}`;
    expect(await comeBack(address, other)).toMatchObject({
      to: '/login?redirect=%2Fqueue&problem=refused',
      session: undefined,
    });
  });

  it('a sign-in response is accepted once, in the browser that started it, and never if it was canceled', async () => {
    const { url, cookie } = await begin();
    const address = await provider.visit(url, new Jar(), CALLBACK);
    expect((await comeBack(address, '')).to).toBe('/login?problem=again');
    expect((await comeBack(address, cookie)).session).toBeDefined();
    expect(await comeBack(address, cookie)).toMatchObject({ session: undefined });
    provider.person = null;
    expect((await signIn()).to).toBe('/login?redirect=%2Fqueue&problem=denied');
  });

  it.each([
    ['an unverified e-mail', { email: emailOf('id.editor'), email_verified: false }, 'email'],
    ['an e-mail without a verified claim', { email: emailOf('id.editor') }, 'email'],
    [
      'an e-mail that only resembles that of an account',
      { email: emailOf('id.editor').replace('i', '\uff49'), email_verified: true },
      'address',
    ],
    ['no e-mail', { email_verified: true } as { email: string; email_verified: boolean }, 'email'],
    ['an e-mail that is not on the whitelist', { email: 'stranger@test.example', email_verified: true }, 'whitelist'],
  ])('a sign-in with %s is refused', async (_, claims, problem) => {
    provider.people.set('sub-x', claims);
    provider.person = 'sub-x';
    expect(await signIn()).toMatchObject({ to: `/login?redirect=%2Fqueue&problem=${problem}`, session: undefined });
    const { rows } = await world.database.pool.query('SELECT 1 FROM users WHERE email = $1', ['stranger@test.example']);
    expect(rows).toHaveLength(0);
  });

  it('a disabled account is not signed in, and the attempt is in its history', async () => {
    provider.people.set('sub-my', { email: emailOf('my.editor'), email_verified: true });
    provider.person = 'sub-my';
    const set = (status: number) =>
      world.database.pool.query('UPDATE users SET status = $2 WHERE email = $1', [emailOf('my.editor'), status]);
    await set(1);
    expect((await signIn()).to).toBe('/login?redirect=%2Fqueue&problem=disabled');
    await set(0);
    const { list } = await callerOf((await signIn()).session).data<{ list: SignIn[] }>('/v2/ops/access/sign-ins');
    expect(list.map(({ outcome }) => outcome)).toEqual(['in', 'disabled']);
  });

  it('a new person on the whitelist gets an account, and keeps it if the e-mail changes', async () => {
    const admin = await world.as('admin');
    await admin.data('/v2/ops/whitelist/add', { body: { emails: ['new@test.example'] } });
    provider.people.set('sub-new', { email: 'NEW@test.example', email_verified: true, name: 'New Person' });
    provider.person = 'sub-new';
    const first = await callerOf((await signIn()).session).data<SessionInfo>('/v2/ops/session');
    expect(first).toMatchObject({ email: 'new@test.example', name: 'New Person', privilege: 2, whitelisted: true });
    provider.people.set('sub-new', { email: 'married@test.example', email_verified: true });
    const second = await callerOf((await signIn()).session).data<SessionInfo>('/v2/ops/session');
    expect(second.userId).toBe(first.userId);
    // The provider has assigned the address to another person.
    provider.people.set('sub-other', { email: 'new@test.example', email_verified: true });
    provider.person = 'sub-other';
    expect((await signIn()).to).toBe('/login?redirect=%2Fqueue&problem=taken');
    const password = await world.anonymous.call('/login', {
      body: { email: 'new@test.example', password: 'anything' },
    });
    expect(password.status).toBe(401);
  });

  it('an account that SCIM also manages still belongs to the person who signs in with it', async () => {
    const admin = await world.as('admin');
    await admin.data('/v2/ops/whitelist/add', { body: { emails: ['both@test.example'] } });
    provider.people.set('sub-both', { email: 'both@test.example', email_verified: true });
    provider.person = 'sub-both';
    const first = await callerOf((await signIn()).session).data<SessionInfo>('/v2/ops/session');
    const { token } = await admin.data<{ token: string }>('/v2/ops/scim/token', { body: { on: true } });
    const put = await world.app.inject({
      method: 'PUT',
      url: `/api/scim/v2/Users/${first.userId}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      payload: { userName: 'both@test.example', externalId: 'scim-both', active: true },
    });
    expect(put.json()).toMatchObject({ externalId: 'scim-both' });
    provider.people.set('sub-both', { email: 'renamed@test.example', email_verified: true });
    const second = await callerOf((await signIn()).session).data<SessionInfo>('/v2/ops/session');
    expect(second.userId).toBe(first.userId);
    provider.people.set('sub-next', { email: 'both@test.example', email_verified: true });
    provider.person = 'sub-next';
    expect((await signIn()).to).toBe('/login?redirect=%2Fqueue&problem=taken');
  });

  it('if the server fails during a sign-in, the sign-in page says so', async () => {
    const { url, cookie } = await begin();
    const address = await provider.visit(url, new Jar(), CALLBACK);
    await world.database.pool.query('ALTER TABLE scim_members RENAME TO scim_members_away');
    await world.database.pool.query('ALTER TABLE sessions RENAME TO sessions_away');
    const answer = await comeBack(address, cookie);
    await world.database.pool.query('ALTER TABLE scim_members_away RENAME TO scim_members');
    await world.database.pool.query('ALTER TABLE sessions_away RENAME TO sessions');
    expect(answer).toEqual({ status: 302, to: '/login?redirect=%2Fqueue&problem=server', session: undefined });
  });

  it('a session that ends at the provider immediately ends here in all windows', async () => {
    const jar = new Jar();
    const { session } = await signIn(jar);
    const { port } = world.app.server.address() as AddressInfo;
    const stream = await fetch(`http://127.0.0.1:${port}/api/v2/ops/events?entity=ID`, {
      headers: { cookie: session ?? '' },
    });
    const text = stream.text();
    const other = callerOf((await signIn(jar)).session);
    const out = await other.data<{ endSession: string }>('/opa/logout', { headers: OWN });
    await provider.signOut(out.endSession, jar);
    expect(await text).toContain('event: session');
  });

  it('roles mapped to groups are granted and removed, and roles that were granted manually are kept', async () => {
    const admin = await world.as('admin');
    provider.people.set('sub-viewer', {
      email: emailOf('id.viewer'),
      email_verified: true,
      groups: ['Ops Malaysia', 'Everybody'],
    });
    provider.person = 'sub-viewer';
    const codes = async () =>
      (await callerOf((await signIn()).session).data<SessionInfo>('/v2/ops/session')).codesByEntity;
    const before = await codes();
    expect(Object.keys(before)).toEqual(['ID']);
    const state = await admin.data<{
      groups: { id: number; name: string; members: number }[];
      roles: { id: number; name: string; entity: string }[];
    }>('/v2/ops/scim');
    const group = state.groups.find(({ name }) => name === 'Ops Malaysia');
    expect(group).toMatchObject({ members: 1 });
    const role = state.roles.find(({ name, entity }) => name === 'editor' && entity === 'MY');
    await admin.data('/v2/ops/scim/groups', { body: { id: group?.id, roleIds: [role?.id] } });
    const given = await codes();
    expect(Object.keys(given).toSorted()).toEqual(['ID', 'MY']);
    expect(given.ID).toEqual(before.ID);
    // The provider spells the names differently, which are still the names of the same groups.
    provider.people.set('sub-viewer', {
      email: emailOf('id.viewer'),
      email_verified: true,
      groups: ['ops  MALAYSIA', '\uff25verybody', 'everyBody'],
    });
    expect(await codes()).toEqual(given);
    const known = (await admin.data<{ groups: { name: string }[] }>('/v2/ops/scim')).groups.map(({ name }) => name);
    expect(known).toEqual(state.groups.map(({ name }) => name));
    // Without the claim, it is not known which groups the person has, so nothing changes.
    provider.people.set('sub-viewer', { email: emailOf('id.viewer'), email_verified: true });
    expect(Object.keys(await codes()).toSorted()).toEqual(['ID', 'MY']);
    provider.people.set('sub-viewer', { email: emailOf('id.viewer'), email_verified: true, groups: ['Everybody'] });
    expect(await codes()).toEqual(before);
    const { rows } = await world.database.pool.query<{ email: string }>(
      `SELECT DISTINCT email FROM audit_logs WHERE url LIKE '/api/oidc/%'`,
    );
    expect(rows.map(({ email }) => email)).toEqual(['OpenID Connect']);
  });

  it('signing out also ends the session at the provider, and the provider can end the session here', async () => {
    const jar = new Jar();
    const first = callerOf((await signIn(jar)).session);
    const second = callerOf((await signIn(jar)).session);
    const elsewhere = callerOf((await signIn(new Jar())).session);
    const out = await first.data<{ endSession: string }>('/opa/logout', { headers: OWN });
    const url = new URL(out.endSession);
    expect(url.origin).toBe(provider.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${ORIGIN}/login`);
    expect((await first.call('/v2/ops/session')).status).toBe(401);
    expect((await second.call('/v2/ops/session')).status).toBe(200);
    expect(await provider.signOut(url.href, jar)).toBe(`${ORIGIN}/login`);
    await expect.poll(async () => (await second.call('/v2/ops/session')).status, { timeout: 5000 }).toBe(401);
    expect((await elsewhere.call('/v2/ops/session')).status).toBe(200);
    const withPassword = await world.signIn('id.editor');
    expect(await withPassword.data('/opa/logout', { headers: OWN })).toBeNull();
  });

  it('a logout token for another client is refused', async () => {
    const caller = callerOf((await signIn()).session);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const now = Math.floor(Date.now() / 1000);
    const text = `${part({ alg: 'RS256', typ: 'logout+jwt' })}.${part({
      iss: provider.issuer,
      aud: 'ops',
      sub: 'sub-editor',
      iat: now,
      exp: now + 100,
      jti: 'x',
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })}`;
    const forged = `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey, 'base64url')}`;
    for (const token of [forged, 'x', '']) {
      const answer = await world.app.inject({
        method: 'POST',
        url: '/api/oidc/backchannel-logout',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ logout_token: token }).toString(),
      });
      expect(answer.statusCode).toBe(400);
    }
    expect((await caller.call('/v2/ops/session')).status).toBe(200);
  });

  it('the sign-in page reports that the provider is unreachable', async () => {
    const away = await createWorld(kind, {
      config: {
        clientDir: undefined,
        baseUrl: undefined,
        secure: false,
        trustProxy: false,
        tracker: false,
        oidc: { ...provider.settings, issuer: 'http://127.0.0.1:9' },
      },
    });
    const answer = await away.anonymous.call('/oidc/start');
    expect([answer.status, answer.raw.headers['location']]).toEqual([302, '/login?problem=unreachable']);
    await away.close();
  });
});
