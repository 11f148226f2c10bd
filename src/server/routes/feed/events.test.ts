import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { hashToken } from '../../auth/sessions.ts';
import { LIMITS } from '../../base/limits.ts';
import { areasCsv, uploadForm } from '../../../../tests/support/importing.ts';
import { holdConnections } from '../../../../tests/support/heldConnections.ts';
import {
  CHANNEL,
  createWorld,
  emailOf,
  PASSWORD,
  STREET,
  type Caller,
  type PersonName,
  type World,
} from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';

/** A header that the console, or another program, sends when it signs out; a link cannot send it. */
const OWN = { 'x-ops-contract': '1' };

interface Event {
  event: string;
  data: unknown;
}

/** Reads the events of a stream as they arrive. */
class Stream {
  readonly events: Event[] = [];
  ended = false;
  readonly #abort = new AbortController();

  constructor(
    readonly response: Response,
    abort: AbortController,
  ) {
    this.#abort = abort;
    void this.#read();
  }

  static async open(url: string, cookie: string | null): Promise<Stream> {
    const abort = new AbortController();
    const headers = { cookie: cookie ?? '', 'accept-encoding': 'br, gzip' };
    return new Stream(await fetch(url, { headers, signal: abort.signal }), abort);
  }

  async #read(): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of this.response.body as unknown as AsyncIterable<Uint8Array>) {
        text += decoder.decode(chunk, { stream: true });
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const [, event] = /^event: (.*)$/m.exec(block) ?? [];
          const [, data] = /^data: (.*)$/m.exec(block) ?? [];
          if (event) this.events.push({ event, data: JSON.parse(data ?? 'null') });
        }
      }
    } catch {
      // The stream was closed by the test.
    }
    this.ended = true;
  }

  count(event: string): number {
    return this.events.filter(one => one.event === event).length;
  }

  close(): void {
    this.#abort.abort();
  }
}

const hashOf = ({ cookie }: Caller) => hashToken(cookie?.replace(/^[^=]+=/, '') ?? '');

/**
 * Removes a permission from one of Indonesia's roles, as an administrator would do.
 * @returns a function that grants it again
 */
async function revokeFrom(
  world: World,
  role: string,
  feature = 'channel_management.service_code',
): Promise<() => Promise<void>> {
  const { rows } = await world.database.pool.query<{ id: number; codes: string[] }>(
    `SELECT r.id, r.codes FROM roles r JOIN entities e ON e.id = r.entity_id WHERE r.name = $1 AND e.country = 'ID'`,
    [role],
  );
  const codes = (rows[0]?.codes ?? []).filter(code => !code.startsWith(feature));
  expect(codes.length).toBeLessThan(rows[0]?.codes.length ?? 0);
  const admin = await world.as('admin');
  await admin.data('/v2/ops/roles/update', { body: { id: rows[0]?.id, codes } });
  return async () => {
    await admin.data('/v2/ops/roles/update', { body: { id: rows[0]?.id, codes: rows[0]?.codes } });
  };
}

const putInBell = (world: World, name: PersonName) =>
  world.database.pool.query(
    `INSERT INTO notify_deliveries (key, rule_id, rule, event, country, user_id, recipient, way, window_at, critical, state, due_at, events,
                                    subject, body, outcome, sent_at, created_at)
     SELECT 'k ' || u.id, 1, 'R', 'job.failed', 'ID', u.id, u.email, 'bell', 1, false, 'sent', 1, '[]', 'S', 'B', '', 1, 1 FROM users u
      WHERE u.email = $1`,
    [emailOf(name)],
  );

describeOnEach('event streams', kind => {
  let world: World;
  let url: string;
  beforeAll(async () => {
    world = await createWorld(kind);
    url = await world.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => world.close());

  const open = async (name: PersonName, entity = 'ID', at = url) =>
    Stream.open(`${at}/api/v2/ops/events?entity=${entity}`, (await world.as(name)).cookie);
  let canCOD = false;
  const edit = async () => {
    canCOD = !canCOD;
    const flags = { canDeliver: true, canCOD, canPickup: false, canCODPickup: false };
    const body = { channelId: CHANNEL.first, locationId: STREET, type: 0, ...flags };
    await (await world.as('id.editor')).data('/channelLocationService/update', { body });
  };

  it('colleagues are notified of a commit within two seconds, and other entities not at all', async () => {
    const stream = await open('id.viewer');
    const other = await open('my.editor', 'MY');
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
    expect(stream.response.headers.get('content-encoding')).toBeNull();
    await expect.poll(() => stream.count('changes')).toBe(1);
    await expect.poll(() => other.count('changes')).toBe(1);
    await edit();
    await expect.poll(() => stream.count('changes'), { timeout: 2000 }).toBe(2);
    expect(other.count('changes')).toBe(1);
    stream.close();
    other.close();
  });

  it('the tasks of colleagues are announced to those who may see them: queued, started, ended and deleted (TASK-2)', async () => {
    const viewer = await open('id.viewer');
    const elsewhere = await open('my.editor', 'MY');
    await expect.poll(() => [viewer, elsewhere].every(one => one.count('changes') > 0)).toBe(true);
    const editor = await world.as('id.editor');
    const { versionNo } = await editor.data<{ versionNo: number }>('/rate_table/v2/base_info/create', {
      body: { channelId: CHANNEL.first },
    });
    const said = () => viewer.events.filter(({ event }) => event === 'batches').map(({ data }) => data);
    const zones = Buffer.from(`Channel ID,Version,Zone Code,Zone Name\n${CHANNEL.first},${versionNo},A,Near\n`);
    await editor.data('/rate_table/async_task/import_zone_code', {
      body: { file_url: await uploadForm(editor, zones, 'zones.csv') },
    });
    const news = { entity: 'ID', importId: 'rateTable.zoneCode' };
    // Queued, checked, applied, ended.
    await expect.poll(said, { timeout: 2000 }).toEqual([news, news, news, news]);
    const { list } = await editor.data<{ list: { id: number; status: number }[] }>('/rate_table/async_task/list');
    expect(list[0]).toMatchObject({ status: 2 });
    await editor.data('/rate_table/async_task/delete', { body: { id: list[0]?.id } });
    await expect.poll(() => said().length, { timeout: 2000 }).toBe(5);
    // A file of locations has no list of tasks or batches.
    await editor.data('/channelLocationService/import', {
      body: { fileUrlList: [await uploadForm(editor, areasCsv([[CHANNEL.first, STREET, 0, 1, 1, 0, 0, 1]]))] },
    });
    const giveBack = await revokeFrom(world, 'viewer', 'rate_management.rate_table');
    await expect.poll(() => viewer.count('session'), { timeout: 2000 }).toBe(1);
    await editor.data('/rate_table/async_task/import_zone_code', {
      body: { file_url: await uploadForm(editor, zones, 'again.csv') },
    });
    await giveBack();
    // This event comes after any that the second file would have caused.
    await expect.poll(() => viewer.count('session'), { timeout: 2000 }).toBe(2);
    expect([said().length, elsewhere.count('batches')]).toEqual([5, 0]);
    for (const stream of [viewer, elsewhere]) stream.close();
  });

  it('if a session has too many streams, the oldest is closed with a reason and no longer counts', async () => {
    const streams: Stream[] = [];
    for (let at = 0; at < LIMITS.streamsPerSession; at++) streams.push(await open('admin'));
    expect(new Set(streams.map(stream => stream.response.status))).toEqual(new Set([200]));
    const next = await open('admin');
    expect(next.response.status).toBe(200);
    await expect.poll(() => streams.map(stream => stream.ended)).toEqual(streams.map((_, at) => at === 0));
    expect(streams[0]?.events.at(-1)).toEqual({ event: 'closed', data: { reason: 'tooMany' } });
    for (const stream of [...streams, next]) stream.close();
  });

  it('if one person has too many streams, the oldest are closed, and nobody else is refused', async () => {
    const bystander = await open('id.viewer');
    const all: Stream[] = [];
    const most = LIMITS.streamsPerPerson;
    for (let at = 0; at < most / 4 + 2; at++) {
      const { cookie } = await world.signIn('id.editor');
      for (let stream = 0; stream < 4; stream++)
        all.push(await Stream.open(`${url}/api/v2/ops/events?entity=ID`, cookie));
    }
    await expect.poll(() => all.filter(stream => !stream.ended).length).toBe(most);
    expect(all.slice(0, 8).every(stream => stream.count('closed') === 1)).toBe(true);
    expect(bystander.ended).toBe(false);
    for (const stream of [...all, bystander]) stream.close();
  });

  it('a stream ends immediately when its session ends, while the person’s other streams continue', async () => {
    const leaver = await world.signIn('my.editor');
    const own = await Stream.open(`${url}/api/v2/ops/events?entity=MY`, leaver.cookie);
    const other = await Stream.open(`${url}/api/v2/ops/events?entity=MY`, (await world.signIn('my.editor')).cookie);
    await expect.poll(() => [own, other].map(one => one.count('changes'))).toEqual([1, 1]);
    await leaver.data('/opa/logout', { headers: OWN });
    await expect.poll(() => own.ended, { timeout: 2000 }).toBe(true);
    expect([own.count('session'), other.count('session'), other.ended]).toEqual([0, 0, false]);
    other.close();
  });

  it('a person’s least recently used session ends with its stream when they exceed the limit', async () => {
    const first = await world.signIn('my.editor');
    const { rows } = await world.database.pool.query<{ id: number }>('SELECT id FROM users WHERE email = $1', [
      emailOf('my.editor'),
    ]);
    await world.database.pool.query(
      `INSERT INTO sessions (token_hash, user_id, created_at, seen_at, expires_at)
       SELECT 'made ' || n, $1, s.created_at, s.seen_at + 1, s.expires_at FROM generate_series(1, $2::int) n,
         (SELECT * FROM sessions WHERE user_id = $1 ORDER BY seen_at DESC LIMIT 1) s`,
      [rows[0]?.id, LIMITS.sessionsPerPerson],
    );
    const stream = await Stream.open(`${url}/api/v2/ops/events?entity=MY`, first.cookie);
    await expect.poll(() => stream.count('changes')).toBe(1);
    const last = await world.signIn('my.editor');
    await expect.poll(() => stream.ended, { timeout: 2000 }).toBe(true);
    expect(stream.count('session')).toBe(1);
    expect([(await first.call('/v2/ops/whitelist')).status, (await last.call('/v2/ops/whitelist')).status]).toEqual([
      401, 200,
    ]);
    const { rows: left } = await world.database.pool.query('SELECT 1 FROM sessions WHERE user_id = $1', [rows[0]?.id]);
    expect(left).toHaveLength(LIMITS.sessionsPerPerson);
  });

  it('a stream no longer counts if its client disconnects before the person has been looked up', async () => {
    const { cookie } = await world.signIn('id.viewer');
    const { pool, connections } = world.database;
    const busy = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
    const gone = new AbortController();
    const path = `${url}/api/v2/ops/events?entity=ID`;
    const asked = Array.from({ length: 8 }, () =>
      fetch(path, { headers: { cookie: cookie ?? '' }, signal: gone.signal }).catch(() => null),
    );
    await new Promise(resolve => setTimeout(resolve, 300));
    gone.abort();
    await Promise.all(asked);
    await new Promise(resolve => setTimeout(resolve, 100));
    for (const client of busy) client.release();
    await new Promise(resolve => setTimeout(resolve, 300));
    const next = await Stream.open(path, cookie);
    next.close();
    expect(next.response.status).toBe(200);
  });

  it('a stream recovers if the database fails while the stream is being opened', async () => {
    // While another stream is open, a new one does not read the state of the embedded database's feed itself.
    const other = await open('id.editor');
    await expect.poll(() => other.count('changes')).toBe(1);
    const failures = [1, 2].map(no => new Error(`The connection broke, ${no}.`));
    const { release } = await holdConnections(world.database, 'feed-state', failures);
    release();
    const stream = await open('id.viewer');
    await expect.poll(() => stream.count('changes'), { timeout: 5000 }).toBe(1);
    expect(failures).toEqual([]);
    vi.restoreAllMocks();
    await edit();
    await expect.poll(() => stream.count('changes'), { timeout: 2000 }).toBe(2);
    expect(stream.ended).toBe(false);
    stream.close();
    other.close();
  });

  it('people’s calls get the embedded database’s only connection before a stream that opens', async () => {
    const [console, person] = await Promise.all([world.signIn('id.viewer'), world.signIn('id.editor')]);
    const { seen, release } = await holdConnections(world.database, 'session-person');
    const waiting = vi.spyOn(world.database.pool, 'connect');
    const opened = Stream.open(`${url}/api/v2/ops/events?entity=ID`, console.cookie);
    await expect.poll(() => waiting.mock.calls.length).toBe(1);
    const called = person.call('/v2/ops/whitelist');
    await expect.poll(() => waiting.mock.calls.length).toBe(2);
    release();
    expect((await called).status).toBe(200);
    (await opened).close();
    const order = kind === 'embedded' ? [person, console] : [console, person];
    expect(seen).toEqual(order.map(caller => [hashOf(caller)]));
    vi.restoreAllMocks();
  });

  it('signing out everywhere immediately notifies the person’s other browsers and nobody else (MR4)', async () => {
    const other = await world.signIn('my.editor');
    const stream = await Stream.open(`${url}/api/v2/ops/events?entity=MY`, other.cookie);
    const leaver = await world.signIn('my.editor');
    const own = await Stream.open(`${url}/api/v2/ops/events?entity=MY`, leaver.cookie);
    const bystander = await open('id.viewer');
    await expect.poll(() => [stream, own, bystander].map(one => one.count('changes'))).toEqual([1, 1, 1]);
    await leaver.data('/opa/logout?everywhere=true', { headers: OWN });
    await expect.poll(() => stream.count('session'), { timeout: 2000 }).toBe(1);
    await expect.poll(() => stream.ended).toBe(true);
    // The person's own browser has signed out by itself, and nothing changes for others.
    expect([own.count('session'), bystander.count('session'), bystander.ended]).toEqual([0, 0, false]);
    own.close();
    bystander.close();
  });

  it('a new password immediately ends the streams of the sessions that it ends', async () => {
    const stream = await Stream.open(`${url}/api/v2/ops/events?entity=MY`, (await world.signIn('my.editor')).cookie);
    await expect.poll(() => stream.count('changes')).toBe(1);
    const admin = await world.as('admin');
    const { passwordLink } = await admin.data<{ passwordLink: string }>('/v2/ops/users/password-link', {
      body: { id: emailOf('my.editor') },
    });
    const told = stream.count('session');
    const token = new URLSearchParams(passwordLink.split('?')[1]).get('token');
    await world.anonymous.data('/v2/ops/password', { body: { token, password: PASSWORD } });
    await expect.poll(() => stream.ended, { timeout: 2000 }).toBe(true);
    expect(stream.count('session')).toBe(told + 1);
  });

  it('when a role changes, its holders, and only they, reload permissions within two seconds (MR4)', async () => {
    const stream = await open('id.viewer');
    const bystander = await open('id.editor');
    await expect.poll(() => [stream, bystander].map(one => one.count('changes'))).toEqual([1, 1]);
    await revokeFrom(world, 'viewer');
    await expect.poll(() => stream.count('session'), { timeout: 2000 }).toBe(1);
    expect([bystander.count('session'), stream.ended]).toEqual([0, false]);
    stream.close();
    bystander.close();
  });

  it('MR4: a change of permissions is reported a moment later if the database fails meanwhile', async () => {
    const editor = await world.signIn('id.editor');
    const stream = await Stream.open(`${url}/api/v2/ops/events?entity=ID`, editor.cookie);
    await expect.poll(() => stream.count('changes')).toBe(1);
    const failures = [1, 2].map(no => new Error(`The connection broke, ${no}.`));
    const { release } = await holdConnections(world.database, 'session-person', failures, { first: hashOf(editor) });
    release();
    const grantAgain = await revokeFrom(world, 'editor');
    await expect.poll(() => stream.count('session'), { timeout: 5000 }).toBe(1);
    expect(failures).toEqual([]);
    vi.restoreAllMocks();
    await grantAgain();
    await expect.poll(() => stream.count('session'), { timeout: 2000 }).toBe(2);
    stream.close();
  });

  it('when the menu changes, all open consoles load it again within two seconds', async () => {
    const stream = await open('id.viewer');
    await expect.poll(() => stream.count('changes')).toBe(1);
    const admin = await world.as('admin');
    const { id, version } = await admin.data<{ id: number; version: number }>('/opa/modules', {
      body: { name: 'Watched', path: '/queue' },
    });
    await expect.poll(() => stream.count('session'), { timeout: 2000 }).toBe(1);
    await admin.data(`/opa/modules/${id}`, { method: 'PUT', body: { status: 1, version } });
    await expect.poll(() => stream.count('session'), { timeout: 2000 }).toBe(2);
    await admin.data(`/opa/modules/${id}`, { method: 'DELETE' });
    await expect.poll(() => stream.count('session'), { timeout: 2000 }).toBe(3);
    stream.close();
  });

  it('marking the bell as read on one device notifies all of the person’s devices, and nobody else’s', async () => {
    const phone = await world.signIn('id.editor');
    const stream = await Stream.open(`${url}/api/v2/ops/events?entity=ID`, phone.cookie);
    const other = await open('id.viewer');
    await expect.poll(() => [stream, other].map(one => one.count('changes'))).toEqual([1, 1]);
    await putInBell(world, 'id.editor');
    const desk = await world.as('id.editor');
    const { list } = await desk.data<{ list: { id: number }[] }>('/v2/ops/notifications');
    await desk.data('/v2/ops/notifications/read', { body: { ids: [list[0]?.id ?? 0] } });
    await expect.poll(() => stream.count('bell'), { timeout: 2000 }).toBeGreaterThan(0);
    expect((await phone.data<{ unread: number }>('/v2/ops/notifications')).unread).toBe(0);
    expect(other.count('bell')).toBe(0);
    stream.close();
    other.close();
  });

  it('a stream announces the served console’s version at the start and after a deployment (VER-4)', async () => {
    const clientDir = mkdtempSync(join(tmpdir(), 'ops-client-'));
    const release = (text: string) => writeFileSync(join(clientDir, 'release.json'), text);
    release(JSON.stringify({ release_time: 100 }));
    writeFileSync(join(clientDir, 'index.html'), '<!doctype html><title>Ops Portal</title>');
    const config = { clientDir, baseUrl: undefined, secure: false, trustProxy: false, tracker: true };
    const second = await buildApp({ config, database: world.database });
    const stream = await open('id.viewer', 'ID', await second.listen({ port: 0, host: '127.0.0.1' }));
    const seen = () => stream.events.filter(({ event }) => event === 'version').map(({ data }) => data);
    await expect.poll(seen).toEqual([{ release_time: 100 }]);
    // A release file that is only partly written has no effect.
    release('{"release_t');
    await new Promise(resolve => setTimeout(resolve, 3500));
    release(JSON.stringify({ release_time: 200 }));
    await expect.poll(seen, { timeout: 6000 }).toEqual([{ release_time: 100 }, { release_time: 200 }]);
    stream.close();
    await second.close();
    rmSync(clientDir, { recursive: true, force: true });
  });

  it('the server closes immediately, whether or not streams are open', async () => {
    const config = { clientDir: undefined, baseUrl: undefined, secure: false, trustProxy: false, tracker: true };
    const second = await buildApp({ config, database: world.database });
    const stream = await open('id.viewer', 'ID', await second.listen({ port: 0, host: '127.0.0.1' }));
    await expect.poll(() => stream.count('changes')).toBe(1);
    const started = Date.now();
    await second.close();
    expect(Date.now() - started).toBeLessThan(1500);
    await expect.poll(() => stream.ended).toBe(true);
  });
});

describe.skipIf(inject('postgresUrl') === null)('events when several API processes use one PostgreSQL', () => {
  let world: World;
  let own: string;
  beforeAll(async () => {
    world = await createWorld('postgres');
    own = await world.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => world.close());

  /** The database as another process would see it, which this process notifies. */
  const anotherProcess = () => ({ ...world.database, origin: randomUUID() });

  it('commits, and signing out everywhere, reach another process within two seconds', async () => {
    const config = { clientDir: undefined, baseUrl: undefined, secure: false, trustProxy: false, tracker: true };
    const second = await buildApp({ config, database: anotherProcess() });
    const at = await second.listen({ port: 0, host: '127.0.0.1' });
    const stream = await Stream.open(`${at}/api/v2/ops/events?entity=ID`, (await world.as('id.viewer')).cookie);
    await expect.poll(() => stream.count('changes')).toBe(1);
    const flags = { canDeliver: true, canCOD: true, canPickup: false, canCODPickup: false };
    const body = { channelId: CHANNEL.first, locationId: STREET, type: 0, ...flags };
    await (await world.as('id.editor')).data('/channelLocationService/update', { body });
    await expect.poll(() => stream.count('changes'), { timeout: 2000 }).toBe(2);
    await (await world.signIn('id.viewer')).data('/opa/logout?everywhere=true', { headers: OWN });
    await expect.poll(() => stream.count('session'), { timeout: 2000 }).toBe(1);
    await second.close();
  });

  it('MR4: permissions that change while a stream looks up its person are reported as soon as it is open', async () => {
    const editor = await world.signIn('id.editor');
    let answer: () => void = () => undefined;
    const answered = new Promise<void>(resolve => (answer = resolve));
    const of = { first: hashOf(editor), answered };
    const { seen, release } = await holdConnections(world.database, 'session-person', [], of);
    release();
    const opened = Stream.open(`${own}/api/v2/ops/events?entity=ID`, editor.cookie);
    await expect.poll(() => seen.length).toBe(1);
    const grantAgain = await revokeFrom(world, 'editor');
    answer();
    const stream = await opened;
    await expect.poll(() => stream.count('session'), { timeout: 2000 }).toBe(1);
    vi.restoreAllMocks();
    await grantAgain();
    await expect.poll(() => stream.count('session'), { timeout: 2000 }).toBe(2);
    stream.close();
  });

  it('MR4: of two checks of a stream, the later one decides, even if the earlier one is answered last', async () => {
    const editor = await world.signIn('id.editor');
    const stream = await Stream.open(`${own}/api/v2/ops/events?entity=ID`, editor.cookie);
    await expect.poll(() => stream.count('changes')).toBe(1);
    let answer: () => void = () => undefined;
    const answered = new Promise<void>(resolve => (answer = resolve));
    const of = { first: hashOf(editor), answered };
    const { seen, release } = await holdConnections(world.database, 'session-person', [], of);
    release();
    const grantAgain = await revokeFrom(world, 'editor');
    await expect.poll(() => seen.length).toBe(1);
    await grantAgain();
    await new Promise(resolve => setTimeout(resolve, 300));
    answer();
    // The console reloads its permissions, and finds that nothing is revoked anymore.
    await expect.poll(() => stream.count('session'), { timeout: 2000 }).toBeGreaterThan(0);
    vi.restoreAllMocks();
    await new Promise(resolve => setTimeout(resolve, 300));
    const told = stream.count('session');
    const grantLast = await revokeFrom(world, 'editor');
    await expect.poll(() => stream.count('session'), { timeout: 2000 }).toBe(told + 1);
    await grantLast();
    stream.close();
  });

  it('changed permissions, and a bell marked as read, reach another process within two seconds', async () => {
    const config = { clientDir: undefined, baseUrl: undefined, secure: false, trustProxy: false, tracker: true };
    const second = await buildApp({ config, database: anotherProcess() });
    const at = await second.listen({ port: 0, host: '127.0.0.1' });
    const stream = await Stream.open(`${at}/api/v2/ops/events?entity=ID`, (await world.as('id.editor')).cookie);
    await expect.poll(() => stream.count('changes')).toBe(1);
    await revokeFrom(world, 'editor');
    await expect.poll(() => stream.count('session'), { timeout: 2000 }).toBe(1);
    await putInBell(world, 'id.editor');
    const reader = await world.as('id.editor');
    const { list } = await reader.data<{ list: { id: number }[] }>('/v2/ops/notifications');
    await reader.data('/v2/ops/notifications/read', { body: { ids: [list[0]?.id ?? 0] } });
    await expect.poll(() => stream.count('bell'), { timeout: 2000 }).toBe(1);
    stream.close();
    await second.close();
  });
});
