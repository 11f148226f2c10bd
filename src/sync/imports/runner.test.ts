import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, it } from 'vitest';
import type { ImportReceipt } from '../../contract/imports/calls.ts';
import type { Outcome } from '../types.ts';
import { browserEnv } from '../storage/browserEnv.ts';
import type { Env } from '../base/env.ts';
import { eventually } from '../testing/eventually.ts';
import { ImportsDb, type QueuedImport } from './db.ts';
import { ImportRunner } from './runner.ts';
import type { UploadRequest } from '../network/transportUploads.ts';

const OFFLINE: Outcome<never> = { kind: 'noNetwork', reason: 'unreachable' };

const receipt = (part: Partial<ImportReceipt>): ImportReceipt => ({
  id: '00000000-0000-0000-0000-000000000001',
  declaration: 'channelLocation',
  entity: 'ID',
  state: 'applied',
  done: 0,
  total: 0,
  files: [],
  failList: [],
  counts: null,
  review: null,
  message: '',
  repeated: false,
  email: '',
  createdAt: 0,
  finishedAt: null,
  reverts: null,
  revertedBy: null,
  ...part,
});

let open: { db: ImportsDb; runner: ImportRunner } | null = null;
afterEach(async () => {
  open?.runner.close();
  open?.db.close();
  open = null;
  await Dexie.delete('ops-imports-7');
});

/** A runner whose server answers with the outcomes in `uploads` and `calls`, in turn. */
async function setUp(
  uploads: Outcome<{ url: string }>[],
  calls: Outcome<ImportReceipt>[],
  ticks: () => number = browserEnv().clock.ticks,
  part: Partial<QueuedImport> = {},
  after: Env['clock']['after'] = (_, run) => browserEnv().clock.after(5, run),
) {
  const db = new ImportsDb(7, async () => true);
  const asked: { call: string; input: Record<string, unknown>; key: string | undefined }[] = [];
  const requests: UploadRequest[] = [];
  const env: Env = {
    ...browserEnv(),
    locks: { request: async (_, __, run) => run(true) },
    clock: { ...browserEnv().clock, ticks, after },
  };
  const runner = new ImportRunner({
    db,
    env,
    userId: 7,
    transport: {
      call: (async (call: { id: string }, input: Record<string, unknown>, options: { idempotencyKey?: string }) => {
        asked.push({ call: call.id, input, key: options.idempotencyKey });
        return calls.shift() ?? OFFLINE;
      }) as never,
    },
    upload: async request => {
      requests.push(request);
      request.onUrl('http://here/api/v2/ops/uploads/abc');
      return uploads.shift() ?? OFFLINE;
    },
    onOutcome: () => undefined,
    onEnded: () => undefined,
  });
  open = { db, runner };
  const seq = await db.queue.add({
    id: 'one',
    callKey: 'key',
    entity: 'ID',
    importId: 'channelLocation',
    callId: 'channelLocation.import',
    title: 'Import Location',
    files: [{ name: 'a.csv', size: 3, blob: new Blob(['abc']), url: null, sent: 0, complete: false }],
    since: 'c1',
    leave: [],
    state: 'waiting',
    problem: '',
    receipt: null,
    createdAt: 0,
    endedAt: null,
    ...part,
  } as unknown as QueuedImport);
  void runner.run();
  const now = async () => (await db.queue.get(seq)) as QueuedImport;
  return { now, asked, requests, runner, db, seq };
}

const sent: Outcome<{ url: string }> = { kind: 'ok', data: { url: 'http://here/api/v2/ops/uploads/abc' } };

it('the runner uploads the files, makes the call, polls the receipt, and removes the bytes once the import is applied', async () => {
  const { now, asked, requests } = await setUp(
    [sent],
    [
      { kind: 'ok', data: receipt({ state: 'applying', done: 1, total: 2 }) },
      { kind: 'ok', data: receipt({ state: 'applied' }) },
    ],
  );
  await eventually(async () => expect((await now()).state).toBe('applied'));
  // The upload says for which call it is, so that its refusal is reported as that of the call.
  expect(requests.map(({ call }) => call)).toEqual([{ id: 'channelLocation.import', key: 'key' }]);
  await eventually(async () => expect((await now()).files[0]?.blob).toBeNull());
  expect(asked.map(({ call }) => call)).toEqual(['channelLocation.import', 'imports.get']);
  expect(asked[0]).toMatchObject({
    key: 'key',
    input: { fileUrlList: ['/api/v2/ops/uploads/abc'], since: 'c1', background: true },
  });
});

it('the runner sends the key of the record from which a bulk change copies its values', async () => {
  const bulk = { set: { cod: 1 }, action: 'cod', from: 'ID/10021' };
  const { now, asked } = await setUp([sent], [{ kind: 'ok', data: receipt({ state: 'applied' }) }], undefined, {
    importId: 'channelConfig',
    callId: 'channelConfig.bulk',
    bulk,
  });
  await eventually(async () => expect((await now()).state).toBe('applied'));
  expect(asked[0]?.input).toEqual({ fileUrl: '/api/v2/ops/uploads/abc', ...bulk, background: true });
});

it.each([
  ['June', 'June'],
  [undefined, 'a'],
])(
  "a batch named %s is sent in its call's format: a single file with that name, or the file's own name if empty",
  async (given, sentAs) => {
    const { now, asked } = await setUp([sent], [{ kind: 'ok', data: receipt({ state: 'applied' }) }], undefined, {
      importId: 'serviceCode',
      callId: 'serviceCode.import',
      ...(given === undefined ? {} : { batchName: given }),
    });
    await eventually(async () => expect((await now()).state).toBe('applied'));
    expect(asked[0]).toMatchObject({
      call: 'serviceCode.import',
      input: { batch_name: sentAs, file_url: '/api/v2/ops/uploads/abc', since: 'c1' },
    });
    expect(asked[0]?.input).not.toHaveProperty('fileUrlList');
  },
);

it('a review is requested from the server if nothing was compared', async () => {
  const { now, asked } = await setUp([sent], [{ kind: 'ok', data: receipt({ state: 'review' }) }], undefined, {
    since: null,
  });
  await eventually(async () => expect((await now()).state).toBe('review'));
  expect(asked[0]?.input).toMatchObject({ since: '' });
});

it('the same upload resumes with the same key after the network is lost at any step', async () => {
  const { now, asked, requests } = await setUp(
    [OFFLINE, sent],
    [
      OFFLINE,
      { kind: 'ok', data: receipt({ state: 'queued' }) },
      OFFLINE,
      { kind: 'ok', data: receipt({ state: 'applied' }) },
    ],
  );
  await eventually(async () => expect((await now()).state).toBe('applied'));
  expect(requests.map(({ url }) => url)).toEqual([null, 'http://here/api/v2/ops/uploads/abc']);
  expect(asked.filter(({ call }) => call === 'channelLocation.import').map(({ key }) => key)).toEqual(['key', 'key']);
});

it('OB7: the runner waits for as long as the server requested, despite notifications, and then resumes', async () => {
  const busy: Outcome<never> = { kind: 'retryLater', status: 503, message: 'busy', afterMillis: 60_000 };
  const ticks = { now: 0 };
  const { now, runner, asked } = await setUp([sent], [busy, { kind: 'ok', data: receipt({}) }], () => ticks.now);
  await eventually(async () => expect(await now()).toMatchObject({ state: 'waiting', afterMillis: 60_000 }));
  for (let n = 0; n < 10; n++) {
    ticks.now += 5900;
    runner.poke();
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  expect(asked).toHaveLength(1);
  ticks.now = 60_000;
  runner.poke();
  await eventually(async () => expect(await now()).toMatchObject({ state: 'applied', afterMillis: null }));
  expect(asked.map(({ key }) => key)).toEqual(['key', 'key']);
});

it('a refused import needs a decision, and a discarded one is not restored', async () => {
  const refused = receipt({ state: 'refused', failList: [{ url: '/x', message: 'm' }] });
  const { now, db, seq, runner } = await setUp([sent], [{ kind: 'ok', data: refused }]);
  await eventually(async () => expect((await now()).state).toBe('refused'));
  expect((await now()).files[0]?.blob).not.toBeNull();
  await db.queue.update(seq, { state: 'discarded' });
  runner.poke();
  await new Promise(resolve => setTimeout(resolve, 50));
  expect((await now()).state).toBe('discarded');
});

it('an import that is discarded while its file is being uploaded is not uploaded further', async () => {
  const { now, requests, asked, db, seq } = await setUp([new Promise<never>(() => undefined) as never], []);
  await eventually(async () => expect(requests).toHaveLength(1));
  await eventually(async () => expect((await now()).files[0]?.url).not.toBeNull());
  await db.queue.update(seq, { state: 'discarded' });
  requests[0]?.onProgress(1);
  await eventually(async () => expect(requests[0]?.signal.aborted).toBe(true));
  expect((await now()).state).toBe('discarded');
  expect(asked).toEqual([]);
});

it('the runner checks an import as soon as the server reports that it has finished', async () => {
  const never: Env['clock']['after'] = () => () => undefined;
  const { now, asked, runner } = await setUp(
    [sent],
    [
      { kind: 'ok', data: receipt({ state: 'applying' }) },
      { kind: 'ok', data: receipt({ state: 'applied' }) },
    ],
    undefined,
    {},
    never,
  );
  await eventually(async () => expect((await now()).receipt?.state).toBe('applying'));
  expect(asked.map(({ call }) => call)).toEqual(['channelLocation.import']);
  await eventually(async () => {
    runner.poke();
    expect((await now()).state).toBe('applied');
  });
});
