import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Env } from '../base/env.ts';
import { anyone, FakeChannels, FakeClock, FakeLocks, settle } from '../testing/fakeEnv.ts';
import { refusal, UploadServer } from '../testing/uploadServer.ts';
import { createTransport } from '../network/transport.ts';
import type { Outcome } from '../types.ts';
import { ImportsDb, type QueuedImport } from './db.ts';
import { decide } from './decide.ts';
import { openImportSender, type ImportSenderHandle } from './openSender.ts';

// The browser build loaded by the console; the Node build does not accept a Blob.
// oxlint-disable-next-line typescript/ban-ts-comment -- that form has no types of its own
// @ts-expect-error
vi.mock('tus-js-client', () => import('../../../node_modules/tus-js-client/lib.esm/browser/index.js'));

const PERSON = 7;
const MEGABYTE = 1024 * 1024;
const LOST = new TypeError('Failed to fetch');
const UPLOADS = '/api/v2/ops/uploads';
const CALL = 'POST /api/channelLocationService/import';

let server: UploadServer;
let clock: FakeClock;
let locks: FakeLocks;
let db: ImportsDb;
let received: Outcome['kind'][];
const open: ImportSenderHandle[] = [];

// Preloaded, because loading the code here would take real time.
beforeAll(() => import('./sender.ts'));
beforeEach(() => {
  server = new UploadServer();
  clock = new FakeClock();
  locks = new FakeLocks();
  received = [];
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('location', { origin: 'http://ops.test', href: 'http://ops.test/' });
  db = new ImportsDb(PERSON, anyone, null);
});
afterEach(async () => {
  for (const sender of open.splice(0)) await sender.close();
  db.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await Dexie.delete(`ops-imports-${PERSON}`);
});

/** An engine that has become the leader in its own tab or worker. */
function lead(): ImportSenderHandle {
  const env: Env = {
    owns: anyone,
    clock,
    random: () => 0.5,
    locks,
    openChannel: new FakeChannels().openChannel,
    uuid: () => crypto.randomUUID(),
  };
  const transport = createTransport({ fetch: server.fetch, baseUrl: '', project: () => null, person: PERSON, clock });
  const sender = openImportSender({
    env,
    userId: PERSON,
    call: transport.call,
    project: () => null,
    onOutcome: ({ kind }) => received.push(kind),
    onEnded: () => undefined,
  });
  open.push(sender);
  return sender;
}

/** Queues an import of one file, as Apply does; returns its number. */
const queue = (name: string, bytes: string | Blob = name): Promise<number> => {
  const blob = new Blob([bytes]);
  return db.queue.add({
    id: name,
    callKey: `key of ${name}`,
    entity: 'ID',
    importId: 'channelLocation',
    callId: 'channelLocation.import',
    title: 'Import Location',
    files: [{ name, size: blob.size, blob, url: null, sent: 0, complete: false }],
    since: null,
    leave: [],
    state: 'waiting',
    problem: '',
    receipt: null,
    createdAt: 0,
    endedAt: null,
  } as unknown as QueuedImport);
};

const row = async (seq: number): Promise<QueuedImport> => {
  const found = await db.queue.get(seq);
  if (!found) throw new Error(`import ${seq} is gone`);
  return found;
};

/** Advances the sender's timers until an import is in the given state. */
async function until(seq: number, part: Partial<QueuedImport>): Promise<QueuedImport> {
  for (let round = 0; round < 400; round++) {
    const now = await row(seq);
    if (Object.entries(part).every(([key, value]) => now[key as keyof QueuedImport] === value)) return now;
    await clock.advance(50, 2);
  }
  expect(await row(seq)).toMatchObject(part);
  throw new Error('unreachable');
}

const count = (request: string): number => server.received.filter(one => one === request).length;

describe('the import sender', () => {
  it('the sender opens no database until there is an import, and then sends it when notified', async () => {
    const sender = lead();
    await clock.advance(5_000);
    sender.poke();
    await settle();
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`ops-imports-${PERSON}`);
    const seq = await queue('first.csv');
    sender.poke();
    await until(seq, { state: 'applied' });
    expect(await server.text(`${UPLOADS}/1`)).toBe('first.csv');
  });

  it('the sender leaves the network to the first list, then sends pending imports without being notified', async () => {
    const seq = await queue('waiting.csv');
    lead();
    await clock.advance(1_400);
    expect(server.received).toEqual([]);
    await until(seq, { state: 'applied' });
    // An applied import no longer needs its file.
    await vi.waitFor(async () => expect((await row(seq)).files[0]?.blob).toBeNull());
  });

  it('if the response is lost, the request is repeated with the same key and returns the same import and receipt (OB3)', async () => {
    let lost = 0;
    server.after = request => (request === CALL && lost++ < 2 ? LOST : null);
    const seq = await queue('lost.csv');
    lead();
    const done = await until(seq, { state: 'applied' });
    expect(count(CALL)).toBe(3);
    expect([...server.imports.keys()]).toEqual(['key of lost.csv']);
    expect(done.receipt?.id).toBe('receipt-1');
    // The server has the file, so the file is not sent again.
    expect(server.uploads.size).toBe(1);
    expect(count(`PATCH ${UPLOADS}/1`)).toBe(1);
  });

  it('a 409 requires a decision but blocks no other import, and resending uses a new key', async () => {
    server.before = request => (request === CALL && count(CALL) === 1 ? refusal(409, 'Another import is here.') : null);
    const [first, second] = [await queue('first.csv'), await queue('second.csv')];
    const sender = lead();
    await until(second, { state: 'applied' });
    const refused = await row(first);
    expect(refused).toMatchObject({ state: 'failed', problem: 'Another import is here.' });
    expect(refused.files[0]?.blob).not.toBeNull();
    await db.queue.update(first, await db.queue.get(first).then(again));
    sender.poke();
    await until(first, { state: 'applied' });
    expect([...server.imports.keys()]).toEqual(['key of second.csv', 'key of first.csv.another key']);
  });

  it('without a session, the sender waits without counting an attempt, and resumes after sign-in', async () => {
    let out = true;
    server.before = request => (out && request.startsWith('PATCH') ? refusal(401, 'You are not logged in.') : null);
    const seq = await queue('mine.csv');
    const sender = lead();
    await until(seq, { state: 'waiting', problem: 'Sign in again to send it.' });
    expect(received).toContain('signedOut');
    out = false;
    sender.poke();
    await until(seq, { state: 'applied', problem: '' });
    // The interrupted upload resumes.
    expect(server.uploads.size).toBe(1);
    expect(count(`HEAD ${UPLOADS}/1`)).toBe(1);
    expect(await server.text(`${UPLOADS}/1`)).toBe('mine.csv');
  });

  it('a permission lost during an upload is reported once, and the upload resumes when the permission is restored', async () => {
    const patch = `PATCH ${UPLOADS}/1`;
    let allowed = true;
    server.before = request => {
      if (request === patch && count(patch) === 2) allowed = false;
      return allowed || request.startsWith('HEAD') ? null : refusal(403, 'You may not import here.');
    };
    const seq = await queue('mine.csv', 'x'.repeat(2 * MEGABYTE + 9));
    const sender = lead();
    await until(seq, { state: 'failed', problem: 'You may not import here.' });
    const receivedThen = server.received.length;
    await clock.advance(300_000);
    expect(server.received.slice(receivedThen)).toEqual([]);
    expect((await row(seq)).files[0]).toMatchObject({ sent: MEGABYTE, complete: false, blob: expect.any(Blob) });
    server.before = () => null;
    await db.queue.update(seq, await db.queue.get(seq).then(again));
    sender.poke();
    await until(seq, { state: 'applied' });
    expect(count(`POST ${UPLOADS}`)).toBe(1);
  });

  it('if a chunk collides with another on the server, the upload is not refused but queries its offset', async () => {
    const patch = `PATCH ${UPLOADS}/1`;
    server.before = request =>
      request === patch && count(patch) === 2 ? refusal(409, 'Upload-Offset conflict') : null;
    const seq = await queue('late.csv', 'x'.repeat(2 * MEGABYTE + 9));
    lead();
    await until(seq, { state: 'applied' });
    expect(count(`HEAD ${UPLOADS}/1`)).toBe(1);
  });

  it('if two hosts send, each import is still sent only once, and the hosts wait for a tab of an older build (TAB1)', async () => {
    // A tab of an older build sends imports itself and holds the lock exclusively.
    let end = (): void => undefined;
    void locks.request(`ops-imports-${PERSON}`, {}, () => new Promise<void>(done => (end = done)));
    const seqs = [await queue('a.csv'), await queue('b.csv')];
    const [one, two] = [lead(), lead()];
    await clock.advance(10_000);
    expect(server.received).toEqual([]);
    end();
    one.poke();
    two.poke();
    for (const seq of seqs) await until(seq, { state: 'applied' });
    expect([...server.imports.keys()].sort()).toEqual(['key of a.csv', 'key of b.csv']);
    for (const { name, url } of (await Promise.all(seqs.map(row))).flatMap(({ files }) => files)) {
      expect(await server.text(new URL(url ?? '').pathname)).toBe(name);
    }
  });

  it('after a reload, only the rest of a file is uploaded', async () => {
    const bytes = 'x'.repeat(MEGABYTE) + 'y'.repeat(MEGABYTE) + 'z'.repeat(100);
    const seq = await queue('large.csv', bytes);
    const first = lead();
    const patch = `PATCH ${UPLOADS}/1`;
    // The second chunk does not arrive, and the tab is gone.
    server.before = request => (request === patch && count(patch) === 2 ? LOST : null);
    await until(seq, { state: 'waiting', problem: 'The server cannot be reached.' });
    expect(received).toEqual(['noNetwork']);
    expect((await row(seq)).files[0]).toMatchObject({ sent: MEGABYTE, complete: false });
    await first.close();
    server.received.length = 0;
    server.before = () => null;
    lead();
    await until(seq, { state: 'applied' });
    expect(server.received.slice(0, 3)).toEqual([`HEAD ${UPLOADS}/1`, patch, patch]);
    expect(count(`POST ${UPLOADS}`)).toBe(0);
    expect(await server.text(`${UPLOADS}/1`)).toBe(bytes);
  });

  it('after a reload while the server is applying an import, only the receipt is requested', async () => {
    server.made = { state: 'applying', done: 1, total: 9 };
    server.asked = { state: 'applying', done: 4, total: 9 };
    const seq = await queue('long.csv');
    const first = lead();
    await until(seq, { state: 'applying' });
    await vi.waitFor(async () => {
      await clock.advance(100);
      expect((await row(seq)).receipt).toMatchObject({ done: 4 });
    });
    await first.close();
    server.received.length = 0;
    server.asked = { state: 'applied', done: 9 };
    lead();
    await until(seq, { state: 'applied' });
    expect(new Set(server.received)).toEqual(new Set(['GET /api/v2/ops/imports/receipt-1']));
  });

  it('a missing file is reported, whether the entry or the browser lost it, and the next import is sent', async () => {
    const [lost, gone, next] = [await queue('lost.csv'), await queue('unreadable.csv'), await queue('next.csv')];
    await db.queue.update(lost, { files: [{ ...(await row(lost)).files[0], blob: null }] } as Partial<QueuedImport>);
    const slice = Blob.prototype.slice;
    vi.spyOn(Blob.prototype, 'slice').mockImplementation(function slicing(this: Blob, ...args) {
      const part = slice.apply(this, args);
      if (this.size === 'unreadable.csv'.length) {
        part.arrayBuffer = async () => {
          throw new DOMException('The file is gone.', 'NotReadableError');
        };
      }
      return part;
    });
    lead();
    await until(next, { state: 'applied' });
    for (const [seq, name] of [
      [lost, 'lost.csv'],
      [gone, 'unreadable.csv'],
    ] as const) {
      expect(await row(seq)).toMatchObject({
        state: 'failed',
        problem: expect.stringContaining(`"${name}" is no longer on`),
      });
    }
    expect([...server.imports.keys()]).toEqual(['key of next.csv']);
  });

  it('an import discarded just before its call is not applied', async () => {
    const seq = await queue('unwanted.csv');
    const { get } = db.queue;
    const prototype = Object.getPrototypeOf(db.queue) as typeof db.queue;
    vi.spyOn(prototype, 'get').mockImplementation(async function reading(this: typeof db.queue, ...args: unknown[]) {
      const found = (await get.apply(this, args as never)) as QueuedImport | undefined;
      if (found?.files?.[0]?.complete) await db.queue.update(seq, { state: 'discarded' });
      return found;
    } as never);
    lead();
    await until(seq, { state: 'discarded' });
    await clock.advance(60_000);
    expect(count(CALL)).toBe(0);
  });

  it('a closed sender has nothing in flight, and notifying it has no effect', async () => {
    const sender = lead();
    server.before = () => LOST;
    const seq = await queue('kept.csv');
    await until(seq, { state: 'waiting', problem: 'The server cannot be reached.' });
    await sender.close();
    server.before = () => null;
    server.received.length = 0;
    sender.poke();
    await clock.advance(120_000);
    expect(server.received).toEqual([]);
    expect(locks.isPaused(`ops-imports-${PERSON}`)).toBe(false);
    expect((await row(seq)).files[0]?.blob).not.toBeNull();
  });
});

/** Makes the same decision as a person who resends an import. */
function again(row: QueuedImport | undefined): QueuedImport {
  if (!row) throw new Error('no such import');
  decide(row, 'retry', 'another key');
  return row;
}
