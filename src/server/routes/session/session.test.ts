import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it, describe } from 'vitest';
import {
  Caller,
  createWorld,
  emailOf,
  PASSWORD,
  type PersonName,
  type World,
} from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';
import type { SessionInfo } from '../../../contract/session.ts';
import { buildApp } from '../../app.ts';
import { visibleMenu, type ModuleRow } from './menu.ts';

/** A header that the console sends with each call, and that a link cannot send. */
const OWN = { 'x-ops-contract': '1' };
const SIGNED_OUT = 'You are not logged in.';

describeOnEach('sessions', kind => {
  let world: World;
  let now = Date.UTC(2026, 0, 5, 8);
  beforeAll(async () => {
    world = await createWorld(kind, { now: () => now });
  });
  afterAll(() => world.close());

  const signIn = async (name: PersonName, password = PASSWORD) => {
    const caller = new Caller(world.app);
    const answer = await caller.call<SessionInfo>('/login', { body: { email: emailOf(name), password } });
    const cookie = String(answer.raw.headers['set-cookie'] ?? '');
    caller.cookie = cookie.split(';')[0] || null;
    return { caller, answer, cookie };
  };

  it('signing in sets a cookie that scripts cannot read, and returns the person (G76, ENT-1)', async () => {
    const { caller, answer, cookie } = await signIn('id.editor');
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).not.toMatch(/Secure/);
    expect(answer.body.data).toMatchObject({ email: emailOf('id.editor'), currentEntity: 'ID', whitelisted: true });
    expect(answer.body.data?.codesByEntity).toEqual({ ID: answer.body.data?.permissionCodes });
    expect(await caller.data('/v2/ops/session')).toEqual(answer.body.data);
    const { rows } = await world.database.pool.query<{ token_hash: string }>('SELECT token_hash FROM sessions');
    expect(rows.every(row => !cookie.includes(row.token_hash))).toBe(true);
  });

  it('the e-mail is not case-sensitive, and every failed sign-in gets the same message', async () => {
    const right = await world.anonymous.call('/login', {
      body: { email: ' ID.Viewer@TEST.example ', password: PASSWORD },
    });
    expect(right.status).toBe(200);
    const messages = new Set<string>();
    for (const [email, password] of [
      [emailOf('id.viewer'), 'wrong'],
      ['nobody@test.example', PASSWORD],
    ]) {
      const answer = await world.anonymous.call('/login', { body: { email, password } });
      expect(answer.status).toBe(401);
      expect(answer.raw.headers['set-cookie']).toBeUndefined();
      messages.add(answer.body.message);
    }
    expect([...messages]).toEqual(['E-mail or password is wrong.']);
  });

  it('signing out ends the session, either here or everywhere (USER-3)', async () => {
    const first = await signIn('my.editor');
    const second = await signIn('my.editor');
    const out = await first.caller.call('/opa/logout', { headers: OWN });
    expect([out.status, out.raw.headers['clear-site-data']]).toEqual([200, '"cache"']);
    expect((await first.caller.call('/v2/ops/session')).body.message).toBe(SIGNED_OUT);
    expect((await second.caller.call('/v2/ops/session')).status).toBe(200);
    const third = await signIn('my.editor');
    await third.caller.call('/opa/logout?everywhere=1', { headers: OWN });
    expect((await second.caller.call('/v2/ops/session')).status).toBe(401);
  });

  it('cookies of another installation on the same host are neither read nor removed (PB12)', async () => {
    const other = await createWorld(kind);
    const here = await signIn('id.editor');
    const there = await other.signIn('id.editor');
    expect(here.caller.cookie?.split('=')[0]).not.toBe(there.cookie?.split('=')[0]);
    const both = `${here.caller.cookie}; ${there.cookie}`;
    for (const app of [world.app, other.app]) {
      const caller = new Caller(app);
      caller.cookie = both;
      expect((await caller.call('/v2/ops/session')).status).toBe(200);
    }
    const out = new Caller(other.app);
    out.cookie = both;
    const cleared = [(await out.call('/opa/logout', { headers: OWN })).raw.headers['set-cookie'] ?? []].flat();
    expect(cleared.map(text => text.split('=')[0])).toEqual([there.cookie?.split('=')[0]]);
    expect((await here.caller.call('/v2/ops/session')).status).toBe(200);
    await other.close();
  });

  it('a session with an earlier release’s shared cookie continues, and signing out removes the cookie', async () => {
    const { caller } = await signIn('id.editor');
    caller.cookie = `ops_session=${caller.cookie?.split('=')[1]}`;
    expect((await caller.call('/v2/ops/session')).status).toBe(200);
    const namesIn = (answer: { raw: { headers: Record<string, unknown> } }) =>
      [answer.raw.headers['set-cookie'] ?? []].flat().map(text => String(text).split('=')[0]);
    const again = await caller.call('/login', { body: { email: emailOf('id.editor'), password: PASSWORD } });
    expect(namesIn(again)[0]).toBe('ops_session');
    expect((await caller.call('/v2/ops/session')).status).toBe(401);
    // A cookie that is unknown here may belong to another installation on the same host.
    const foreign = await caller.call('/login', { body: { email: emailOf('id.editor'), password: PASSWORD } });
    expect(namesIn(foreign)).not.toContain('ops_session');
    const late = await signIn('id.editor');
    late.caller.cookie = `ops_session=${late.caller.cookie?.split('=')[1]}`;
    expect(namesIn(await late.caller.call('/opa/logout', { headers: OWN }))).toEqual(['ops_session']);
  });

  it('a session is extended while it is in use, and expires when it is idle', async () => {
    const { caller } = await signIn('id.viewer');
    for (let day = 0; day < 4; day++) {
      now += 10 * 24 * 3600_000;
      expect((await caller.call('/v2/ops/session')).status).toBe(200);
    }
    now += 15 * 24 * 3600_000;
    expect((await caller.call('/v2/ops/session')).body).toEqual({
      retcode: 401,
      message: SIGNED_OUT,
      detail: '',
      data: null,
    });
  });

  it('a person who is disabled is signed out (ENT-9)', async () => {
    const { caller } = await signIn('my.editor');
    await world.database.pool.query('UPDATE users SET status = 1 WHERE email = $1', [emailOf('my.editor')]);
    expect((await caller.call('/v2/ops/session')).status).toBe(401);
    expect((await signIn('my.editor')).answer.status).toBe(401);
    await world.database.pool.query('UPDATE users SET status = 0 WHERE email = $1', [emailOf('my.editor')]);
    expect((await caller.call('/v2/ops/session')).status).toBe(200);
  });

  it('the current entity is stored, and must be one of the person’s own', async () => {
    const admin = (await signIn('admin')).caller;
    expect((await admin.data<SessionInfo>('/v2/ops/session')).entities).toHaveLength(8);
    const switched = await admin.data<SessionInfo>('/v2/ops/session/entity', { body: { country: 'VN' } });
    expect(switched.currentEntity).toBe('VN');
    expect((await admin.data<SessionInfo>('/v2/ops/session')).currentEntity).toBe('VN');
    const viewer = (await signIn('id.viewer')).caller;
    expect((await viewer.call('/v2/ops/session/entity', { body: { country: 'VN' } })).status).toBe(403);
  });

  it('failed sign-ins per e-mail are limited, even if concurrent, while successful ones never are', async () => {
    const tries = (count: number, name: PersonName, password: string) =>
      Promise.all(Array.from({ length: count }, async () => (await signIn(name, password)).answer));
    const failed = await tries(14, 'id.viewer', 'wrong');
    expect(failed.filter(answer => answer.status === 401).length).toBeLessThanOrEqual(10);
    const limited = failed.filter(answer => answer.status === 429);
    expect(limited.length).toBeGreaterThanOrEqual(4);
    expect(Number(limited.at(-1)?.raw.headers['retry-after'])).toBeGreaterThan(0);
    const still = (await signIn('id.viewer')).answer;
    expect([still.status, still.body.retcode]).toEqual([429, 429]);
    for (let round = 0; round < 3; round++) {
      const good = await tries(5, 'id.editor', PASSWORD);
      expect(good.map(answer => answer.status)).toEqual([200, 200, 200, 200, 200]);
    }
  }, 60_000);

  it('many attempts for one e-mail are slowed down without locking out the person or known browsers', async () => {
    const { pool } = world.database;
    await pool.query('DELETE FROM login_failures');
    const { cookie } = await signIn('id.editor');
    const proxied = await buildApp({
      config: { clientDir: undefined, baseUrl: undefined, secure: false, trustProxy: 1, tracker: true },
      database: world.database,
      now: () => now,
    });
    const attempt = async (address: string, password: string, own = '') => {
      const answer = await proxied.inject({
        method: 'POST',
        url: '/api/login',
        payload: { email: emailOf('id.editor'), password },
        headers: { 'x-forwarded-for': address, cookie: own },
      });
      return { status: answer.statusCode, retry: Number(answer.headers['retry-after'] ?? 0) };
    };
    // For two and a half minutes, forty addresses take turns: eight attempts are made every five seconds.
    let checked = 0;
    for (let second = 0; second < 150; second += 5) {
      now += 5_000;
      for (let at = 0; at < 8; at++) {
        const { status } = await attempt(`10.0.0.${(second + at) % 40}`, 'wrong');
        if (status === 401) checked += 1;
      }
    }
    expect(checked).toBeGreaterThanOrEqual(20);
    expect(checked).toBeLessThan(70);
    const used = await attempt('10.0.0.1', 'wrong');
    expect(used.status).toBe(429);
    expect(used.retry).toBeLessThanOrEqual(60);
    // At home, at an address without failures, the person gets in within seconds; in a known browser, immediately.
    const device = [cookie].join().match(/ops_device_[^;]+/)?.[0] ?? '';
    expect((await attempt('10.9.9.9', PASSWORD, device)).status).toBe(200);
    const first = await attempt('10.8.8.8', PASSWORD);
    expect(first.retry).toBeLessThanOrEqual(5);
    now += first.retry * 1000;
    const own = first.status === 429 ? await attempt('10.8.8.8', PASSWORD) : first;
    expect(own.status).toBe(200);
    await proxied.close();
    await pool.query('DELETE FROM login_failures');
  }, 60_000);

  it('a browser in which the person has signed in before is not locked out together with its address', async () => {
    const { pool } = world.database;
    const lock = (key: string, count: number) =>
      pool.query('INSERT INTO login_failures (key, count, until) VALUES ($1, $2, $3)', [
        createHash('sha256').update(key).digest('hex'),
        count,
        now + 900_000,
      ]);
    await pool.query('DELETE FROM login_failures');
    const tries = async (name: PersonName, password: string, cookie = '') => {
      const answer = await world.anonymous.call('/login', {
        body: { email: emailOf(name), password },
        headers: { cookie },
      });
      const set = [answer.raw.headers['set-cookie'] ?? []].flat();
      return { status: answer.status, device: set.find(one => one.startsWith('ops_device_'))?.split(';')[0] ?? '' };
    };
    const { device } = await tries('id.editor', PASSWORD);
    const shared = (await tries('my.editor', PASSWORD, device)).device;
    const failures = async () =>
      (await pool.query<{ sum: number }>('SELECT coalesce(sum(count), 0)::int8 AS sum FROM login_failures')).rows[0]
        ?.sum;
    // An attempt with the correct password is removed from all counts.
    expect(await failures()).toBe(0);
    expect(decodeURIComponent(shared)).not.toMatch(/editor|@/);

    await pool.query('DELETE FROM login_failures');
    await lock('a 127.0.0.1', 100);
    await lock(`e 127.0.0.1 ${emailOf('id.editor')}`, 10);
    expect((await tries('id.editor', PASSWORD)).status).toBe(429);
    // An attempt that is refused before its password is checked does not count as a failure.
    expect(await failures()).toBe(110);
    for (const name of ['id.editor', 'my.editor'] as const) {
      const known = await tries(name, PASSWORD, shared);
      expect([name, known.status]).toEqual([name, 200]);
      expect(known.device).not.toBe(shared);
    }
    // The cookie does not work for any other person, nor if any part of it is changed.
    expect((await tries('id.viewer', PASSWORD, shared)).status).toBe(429);
    expect((await tries('id.editor', PASSWORD, device.replace(/=(.)/, '=x$1'))).status).toBe(429);
    const [id, , signature] = device.split('.');
    expect((await tries('id.editor', PASSWORD, `${id}.${now / 1000 + 5}.${signature}`)).status).toBe(429);
    // Failures in a known browser are limited, too, but separately from those of the address.
    const wrong: number[] = [];
    for (let time = 0; time < 11; time++) wrong.push((await tries('id.editor', 'wrong', device)).status);
    expect(wrong).toEqual([...Array<number>(10).fill(401), 429]);
    expect((await tries('id.editor', PASSWORD, device)).status).toBe(429);
    expect((await tries('my.editor', PASSWORD, shared)).status).toBe(200);
    now += 181 * 24 * 3600_000;
    await pool.query('DELETE FROM login_failures');
    await lock('a 127.0.0.1', 100);
    expect((await tries('my.editor', PASSWORD, shared)).status).toBe(429);
    await pool.query('DELETE FROM login_failures');
  }, 120_000);

  it('failed sign-ins are counted across all processes that use the database, and expire', async () => {
    const config = { clientDir: undefined, baseUrl: undefined, secure: false, trustProxy: false, tracker: true };
    const second = await buildApp({ config, database: world.database, now: () => now });
    const email = 'nobody@here.example';
    const tries = async (app: typeof second, count: number) => {
      const answers: number[] = [];
      for (let time = 0; time < count; time++) {
        answers.push((await new Caller(app).call('/login', { body: { email, password: 'wrong' } })).status);
      }
      return answers;
    };
    expect(await tries(world.app, 6)).toEqual(Array(6).fill(401));
    expect(await tries(second, 5)).toEqual([401, 401, 401, 401, 429]);
    expect(await tries(world.app, 1)).toEqual([429]);
    now += 16 * 60_000;
    expect(await tries(second, 1)).toEqual([401]);
    const { rows } = await world.database.pool.query<{ key: string }>('SELECT key FROM login_failures');
    expect(rows.every(({ key }) => /^[0-9a-f]{64}$/.test(key))).toBe(true);
    await second.close();
  }, 60_000);

  it('cross-site writes, and signing out from another site, are refused', async () => {
    const { caller } = await signIn('id.editor');
    const body = { country: 'ID' };
    const post = (headers: Record<string, string>) => caller.call('/v2/ops/session/entity', { body, headers });
    expect((await post({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await post({ 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ origin: 'null' })).status).toBe(403);
    expect((await post({ origin: 'http://localhost:8080', host: 'localhost:8080' })).status).toBe(200);
    expect((await post({ 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it('signing out is refused if a link may have caused it, even in a browser without Sec-Fetch headers', async () => {
    const { caller } = await signIn('id.editor');
    const out = async (headers: Record<string, string>) =>
      (await caller.call('/opa/logout?everywhere=1', { headers: { host: 'localhost:8080', ...headers } })).status;
    const links: Record<string, string>[] = [
      {},
      { referer: 'https://evil.example/' },
      { referer: 'http://localhost:8080/' },
      { accept: 'text/html' },
      { origin: 'https://evil.example', ...OWN },
      { 'sec-fetch-site': 'cross-site', ...OWN },
      { 'sec-fetch-site': 'same-site', ...OWN },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of links) expect([headers, await out(headers)]).toEqual([headers, 403]);
    expect((await caller.call('/v2/ops/session')).status).toBe(200);
    expect(await out(OWN)).toBe(200);
    const again = (await signIn('id.editor')).caller;
    expect((await again.call('/opa/logout', { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
  });

  it('/api/login redirects to the sign-in page (REQ-5)', async () => {
    const answer = await world.anonymous.call('/login?redirect=%2Fcarrier%2Fserviceable%3Fq%3D1');
    expect([answer.status, answer.raw.headers.location]).toEqual([
      302,
      '/login?redirect=%2Fcarrier%2Fserviceable%3Fq%3D1',
    ]);
    // A redirect that could leave this site is dropped, no matter how it is written.
    for (const elsewhere of ['//evil.example', '/..//evil.example', '/%5Cevil.example', 'https://evil.example']) {
      const { raw } = await world.anonymous.call(`/login?redirect=${elsewhere}`);
      expect([elsewhere, raw.headers.location]).toEqual([elsewhere, '/login']);
    }
  });
});

describe('the menu of the signed-in person (MENU-2, MENU-3, G78)', () => {
  const node = (id: number, parentId: number, more: Partial<ModuleRow> = {}): ModuleRow => ({
    id,
    name: `n${id}`,
    parentId,
    status: 0,
    path: parentId === 0 ? '' : `/p${id}`,
    icon: '',
    permission: '',
    displayWhitelist: '',
    ...more,
  });
  const person = (codes: string[], privilege: 0 | 2 = 2) => ({ email: 'a@x', privilege, codes: { ID: codes } });
  const ids = (modules: ModuleRow[], who = person([])) => visibleMenu(modules, who, 'ID').map(({ id }) => id);

  it('the menu shows what the permissions allow, without empty groups', () => {
    const modules = [node(1, 0), node(2, 1, { permission: 'f' }), node(3, 0), node(4, 3)];
    expect(ids(modules)).toEqual([3, 4]);
    expect(ids(modules, person(['f.read']))).toEqual([1, 2, 3, 4]);
    expect(ids(modules, person([], 0))).toEqual([1, 2, 3, 4]);
    expect(visibleMenu(modules, { ...person(['f.read']) }, 'MY').map(({ id }) => id)).toEqual([3, 4]);
  });
  it('an entry with a whitelist is shown only to the people on it', () => {
    const modules = [node(1, 0), node(2, 1, { displayWhitelist: 'b@x' }), node(3, 1, { displayWhitelist: 'B@x, A@x' })];
    expect(ids(modules)).toEqual([1, 3]);
    // An account from before there was a canonical form of addresses.
    expect(visibleMenu(modules, { ...person([]), email: '\uff41@x' }, 'ID').map(({ id }) => id)).toEqual([1, 3]);
    expect(visibleMenu(modules, person([]), 'ID')[1]).not.toHaveProperty('displayWhitelist');
  });
  it('inactive modules are hidden, along with everything below them', () => {
    expect(ids([node(1, 0, { status: 1 }), node(2, 1), node(3, 0), node(4, 3, { status: 1 })])).toEqual([]);
  });
});
