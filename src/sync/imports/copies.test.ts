import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SyncClient } from '../client/client.ts';
import { eventually } from '../testing/eventually.ts';
import { FakeCaches } from '../testing/fakeCaches.ts';
import { FakeClock, fakeEnv, FakeLocks, platformLocks, settle } from '../testing/fakeEnv.ts';
import { forgetUser, lastOf, unsentOf } from '../session/userData.ts';
import { ImportsDb, type QueuedImport } from './db.ts';
import { Imports } from '../client/imports/imports.ts';
import { importsName } from '../storage/databaseNames.ts';
import { tidyImportCopies } from './restore.ts';
import { ImportRunner } from './runner.ts';

let userId = 8000;
let kept = new FakeCaches();
const ends: (() => void)[] = [];

beforeEach(() => {
  kept = new FakeCaches();
  userId += 1;
  vi.stubGlobal('caches', kept);
  vi.stubGlobal('navigator', { locks: platformLocks(new FakeLocks()) });
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.unstubAllGlobals();
});

/** A tab of the signed-in person. */
function tab(clock?: FakeClock): Imports {
  const ended = new AbortController();
  ends.push(() => ended.abort());
  const client = {
    userId,
    env: { ...fakeEnv(), ...(clock ? { clock } : {}) },
    status: { setImports: () => undefined },
    engine: { now: () => undefined },
    signals: { post: () => undefined },
    ops: { check: () => undefined },
    ended: ended.signal,
  };
  return new Imports(client as unknown as SyncClient);
}
const added = (title: string, ...texts: string[]) => ({
  entity: 'ID' as const,
  importId: 'channelLocation',
  callId: 'channelLocation.import',
  title,
  files: texts.map((text, at) => new File([text], `${title} ${at}.csv`)),
  since: 'c1',
});
const copies = () =>
  [...(kept.kept.get(importsName(userId))?.keys() ?? [])].map(url => url.split('/').slice(4).join('/'));

/** Loses all data, as Chromium does if its log file is corrupted. */
async function lose(): Promise<void> {
  for (const end of ends.splice(0)) end();
  await Dexie.delete(importsName(userId));
}
const full = Object.assign(new Error('no room'), { name: 'QuotaExceededError' });
const textsOf = ({ files }: QueuedImport) => Promise.all(files.map(({ blob }) => blob?.text()));

describe('restoring lost imports from their copies (OB1, OB6)', () => {
  it('pending imports are restored in order, with their files and keys, while finished ones are not', async () => {
    const before = tab();
    const first = await before.add(added('first', 'a', 'b'));
    const unwanted = await before.add(added('unwanted', 'c'));
    const second = await before.add(added('second', 'd'));
    await before.discard(unwanted);
    const keys = (await before.open()).map(({ callKey }) => callKey);
    await lose();

    const after = tab();
    const open = await after.open();
    expect(open.map(({ id, callKey, state }) => [id, callKey, state])).toEqual([
      [first, keys[0], 'waiting'],
      [second, keys[1], 'waiting'],
    ]);
    expect(await Promise.all(open.map(textsOf))).toEqual([['a', 'b'], ['d']]);
    expect(open[0]?.files[0]).toMatchObject({ name: 'first 0.csv', size: 1 });

    // The database is lost again; a later import is queued after the restored ones.
    await lose();
    const again = tab();
    const third = await again.add(added('third', 'e'));
    expect((await again.open()).map(({ id }) => id)).toEqual([first, second, third]);
  });

  it('an import is restored only once if several tabs open the database simultaneously, and not at all if the database exists', async () => {
    const before = tab();
    const id = await before.add(added('one', 'a'));
    await lose();
    const tabs = [tab(), tab(), tab()];
    await Promise.all(tabs.map(one => one.open()));
    expect((await tab().open()).map(row => row.id)).toEqual([id]);
    const row = await tab().byId(id);
    await tabs[0]?.discard(id);
    // This copy is written after its import has finished.
    if (row) await before.db.copies.keep(row);
    for (const end of ends.splice(0)) end();
    const later = tab();
    expect(await later.open()).toEqual([]);
    await tidyImportCopies(later.db);
    expect(copies()).toEqual([]);
  });

  it('an import is restored with its decisions and progress', async () => {
    const before = tab();
    const id = await before.add(added('one', 'a'));
    const uploaded = { name: 'one 0.csv', size: 1, url: 'http://x/up', sent: 1, complete: true };
    const runner = await run(before.db, { kind: 'refused', status: 400, retcode: 400, message: 'No.' });
    await eventually(async () => expect((await before.byId(id))?.state).toBe('failed'));
    runner.close();
    await before.again(id, 'retry');
    const { callKey } = (await before.byId(id)) as QueuedImport;
    await lose();
    const row = (await tab().byId(id)) as QueuedImport;
    expect(row).toMatchObject({ callKey, state: 'waiting', files: [{ ...uploaded, complete: false }] });
    expect(await textsOf(row)).toEqual(['a']);
  });

  it('the copy is removed once the import is applied', async () => {
    const before = tab();
    const id = await before.add(added('one', 'a', 'b'));
    expect(copies()).toEqual([`${id}/0`, `${id}/1`, id]);
    const runner = await run(before.db, { kind: 'ok', data: { id: 'r', state: 'applied', message: '' } });
    await eventually(() => expect(copies()).toEqual([]));
    runner.close();
  });
});

describe('when no copy can be stored', () => {
  it.each([
    ['no room', full, 'full'],
    ['a cache that fails', new Error('broken'), 'failed'],
  ])('%s: the import is still sent, the reason is recorded, and no partial copy is left', async (_, failure, noted) => {
    const before = tab();
    const first = await before.add(added('first', 'a'));
    kept.beforePut = async path => {
      if (path.endsWith('/1')) throw failure;
    };
    const second = await before.add(added('second', 'b', 'c'));
    kept.beforePut = async () => undefined;
    expect((await before.open()).map(({ id, problem, uncopied }) => [id, problem, uncopied])).toEqual([
      [first, '', undefined],
      // The failed copy does not prevent the import from being sent.
      [second, '', noted],
    ]);
    expect(await textsOf((await before.byId(second)) as QueuedImport)).toEqual(['b', 'c']);
    expect(copies()).toEqual([`${first}/0`, first]);
  });

  it('an unresponsive cache blocks nothing: the import is accepted, and a late write leaves no copy behind', async () => {
    const clock = new FakeClock();
    const before = tab(clock);
    let answers = (): void => undefined;
    const silent = new Promise<void>(resolve => (answers = resolve));
    kept.beforePut = () => silent;
    const adding = before.add(added('one', 'a'));
    await eventually(async () => expect(await before.open()).toHaveLength(1));
    await clock.advance(60_000);
    const id = await adding;
    expect(await before.byId(id)).toMatchObject({ state: 'waiting', problem: '', uncopied: 'failed' });
    await before.discard(id);
    answers();
    await eventually(() => expect(copies()).toEqual([]));
    await settle();
    expect(copies()).toEqual([]);
  });

  it('a failure after the import is durable is not reported as a refusal, because the person would then apply it twice', async () => {
    const before = tab();
    vi.spyOn(before.db.queue, 'bulkDelete').mockRejectedValueOnce(new DOMException('busy', 'UnknownError'));
    const id = await before.add(added('one', 'a'));
    expect(await before.byId(id)).toMatchObject({ state: 'waiting' });
  });

  it('temporarily unreadable copies are restored later, and browsers without a cache work without copies', async () => {
    const id = await tab().add(added('one', 'a'));
    await lose();
    kept.failure = new Error('The cache does not answer');
    const unread = tab();
    expect(await unread.open()).toEqual([]);
    kept.failure = null;
    // Copies that have not been restored yet are not removed as leftovers.
    await tidyImportCopies(unread.db);
    kept.failure = new Error('The cache does not answer');
    await forgetUser(userId, null, 1);
    for (const end of ends.splice(0)) end();
    kept.failure = null;
    expect((await tab().open()).map(row => row.id)).toEqual([id]);
    vi.stubGlobal('caches', undefined);
    await tab().add(added('two', 'b'));
    expect((await tab().open()).map(({ problem }) => problem)).toEqual(['', '']);
  });
});

describe('signing out (SW1, OB6)', () => {
  it('signing out removes the copies along with the imports, including imports that the person discarded', async () => {
    await tab().add(added('one', 'a'));
    for (const end of ends.splice(0)) end();
    await forgetUser(userId, await lastOf(userId), 1);
    expect(kept.kept.has(importsName(userId))).toBe(false);
    expect(await tab().open()).toEqual([]);
  });

  it('lost imports count as unsent, and are kept unless the person discards them', async () => {
    const id = await tab().add(added('one', 'a'));
    await lose();
    expect(await unsentOf(userId)).toBe(1);
    await forgetUser(userId, null, 1);
    expect((await tab().open()).map(row => row.id)).toEqual([id]);
    await lose();
    await forgetUser(userId, await lastOf(userId), 2);
    expect(kept.kept.has(importsName(userId))).toBe(false);
    expect(await tab().open()).toEqual([]);
  });
});

/** Sends the pending imports with a separate sender; the server answers the call with `answer`. */
async function run(db: ImportsDb, answer: unknown): Promise<ImportRunner> {
  const env = fakeEnv();
  const runner = new ImportRunner({
    db,
    env,
    userId,
    transport: { call: (async () => answer) as never },
    upload: async () => ({ kind: 'ok', data: { url: 'http://x/up' } }),
    onOutcome: () => undefined,
    onEnded: () => undefined,
  });
  void runner.run();
  return runner;
}
