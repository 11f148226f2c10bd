import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { hashToken, SESSION_COOKIE } from '../../auth/sessions.ts';
import { holdConnections } from '../../../../tests/support/heldConnections.ts';
import {
  CHANNEL,
  createWorld,
  STREET,
  type Caller,
  type PersonName,
  type World,
} from '../../../../tests/support/serverFixture.ts';
import { describeOnEach } from '../../../../tests/support/testDatabase.ts';

/** A sign-out comes from a program or the console, which say so; a link cannot. */
const OWN = { 'x-ops-contract': '1' };

interface Event {
  event: string;
  data: unknown;
}

/** Reads a stream's events as they come. */
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
      // Closed by the test.
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

describeOnEach('events', kind => {
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

  it("notifies a colleague of a commit within two seconds, uncompressed, and nobody of another's entity", async () => {
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

  it('limits the streams of a session and forgets closed ones', async () => {
    const streams = await Promise.all(Array.from({ length: 8 }, () => open('admin')));
    expect(streams.map(stream => stream.response.status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await open('admin')).response.status).toBe(429);
    for (const stream of streams) stream.close();
    await expect
      .poll(async () => {
        const next = await open('admin');
        next.close();
        return next.response.status;
      })
      .toBe(200);
  });

  it('forgets a stream whose reader was gone before the database had said who it is', async () => {
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

  it('goes on where the database failed while the stream was opened', async () => {
    // With another stream open nobody else looks at the embedded database's feed.
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

  it('is opened behind people who wait for the one connection of the embedded database', async () => {
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
    const hashOf = ({ cookie }: Caller) => hashToken(cookie?.replace(`${SESSION_COOKIE}=`, '') ?? '');
    const order = kind === 'embedded' ? [person, console] : [console, person];
    expect(seen).toEqual(order.map(caller => [hashOf(caller)]));
    vi.restoreAllMocks();
  });

  it('notifies the other browsers of a person at once that they were signed out everywhere, and no other person (MR4)', async () => {
    const other = await world.signIn('my.editor');
    const stream = await Stream.open(`${url}/api/v2/ops/events?entity=MY`, other.cookie);
    const leaver = await world.signIn('my.editor');
    const own = await Stream.open(`${url}/api/v2/ops/events?entity=MY`, leaver.cookie);
    const bystander = await open('id.viewer');
    await expect.poll(() => [stream, own, bystander].map(one => one.count('changes'))).toEqual([1, 1, 1]);
    await leaver.data('/opa/logout?everywhere=true', { headers: OWN });
    await expect.poll(() => stream.count('session'), { timeout: 2000 }).toBe(1);
    await expect.poll(() => stream.ended).toBe(true);
    // Their own browser is on its way out by itself, and nothing changed for anybody else.
    expect([own.count('session'), bystander.count('session'), bystander.ended]).toEqual([0, 0, false]);
    own.close();
    bystander.close();
  });

  it('says which console is served, at the start and within seconds of a deployment (VER-4)', async () => {
    const clientDir = mkdtempSync(join(tmpdir(), 'ops-client-'));
    const release = (text: string) => writeFileSync(join(clientDir, 'release.json'), text);
    release(JSON.stringify({ release_time: 100 }));
    writeFileSync(join(clientDir, 'index.html'), '<!doctype html><title>Ops Portal</title>');
    const config = { clientDir, baseUrl: undefined, secure: false, trustProxy: false, tracker: true };
    const second = await buildApp({ config, database: world.database });
    const stream = await open('id.viewer', 'ID', await second.listen({ port: 0, host: '127.0.0.1' }));
    const seen = () => stream.events.filter(({ event }) => event === 'version').map(({ data }) => data);
    await expect.poll(seen).toEqual([{ release_time: 100 }]);
    // Half of a file that is being replaced says nothing.
    release('{"release_t');
    await new Promise(resolve => setTimeout(resolve, 3500));
    release(JSON.stringify({ release_time: 200 }));
    await expect.poll(seen, { timeout: 6000 }).toEqual([{ release_time: 100 }, { release_time: 200 }]);
    stream.close();
    await second.close();
    rmSync(clientDir, { recursive: true, force: true });
  });

  it('closes at once with the server, streams open or not', async () => {
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

describe.skipIf(inject('postgresUrl') === null)('events with several API processes on one PostgreSQL', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld('postgres');
  });
  afterAll(() => world.close());

  it('gets commits, and a sign-out everywhere, in another process within two seconds', async () => {
    const config = { clientDir: undefined, baseUrl: undefined, secure: false, trustProxy: false, tracker: true };
    const second = await buildApp({ config, database: world.database });
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
});
